/** Headers of every answer, and the rule that keeps foreign sites from acting in a person's name (product.md 12.6). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forbidden } from './app-error.ts';

const STATIC_HEADERS: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

/** Mantine writes its few runtime styles with this nonce; scripts and styles come from files of our own. */
export const contentSecurityPolicy = (nonce: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${nonce === null ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export function registerSecurityHeaders(app: FastifyInstance, options: { production: boolean }): void {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply, options));
}

export function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply, options: { production: boolean }): void {
  reply.headers(STATIC_HEADERS).header('x-request-id', request.id).header('content-security-policy', contentSecurityPolicy(null));
  if (options.production) reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses state-changing calls that a browser says come from another site. Callers that are no browser send neither header. */
export function refuseForeignOrigin(request: FastifyRequest, options: { publicUrl: string; production: boolean }): void {
  if (SAFE_METHODS.has(request.method)) return;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw forbidden('This request came from another site.');
  const { origin } = request.headers;
  if (origin === undefined) return;
  const own = new Set([new URL(options.publicUrl).origin]);
  // A development server is also reached as 127.0.0.1 or through a tunnel; in production only the public name counts.
  if (!options.production && request.headers.host !== undefined) own.add(`http://${request.headers.host}`);
  if (!own.has(origin)) throw forbidden('This request came from another site.');
}
