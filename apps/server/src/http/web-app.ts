/** Serves the built browser application: hashed files for ever, index.html anew each time with its nonce. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { contentSecurityPolicy } from './security-headers.ts';

export interface WebAppOptions {
  /** Folder with the built application. */
  root: string;
  supportEmail: string;
  environment: string;
}

const escapeAttribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** Every address that is neither the API's nor a file answers index.html: the application decides what is there. */
export async function registerWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const indexFile = join(options.root, 'index.html');
  if (!existsSync(indexFile)) return;
  const template = readFileSync(indexFile, 'utf8')
    .replaceAll('%SUPPORT_EMAIL%', escapeAttribute(options.supportEmail))
    .replaceAll('%ENVIRONMENT%', escapeAttribute(options.environment));

  await app.register(fastifyStatic, {
    root: join(options.root, 'assets'),
    prefix: '/assets/',
    immutable: true,
    maxAge: '365d',
    index: false,
    // As the build left it beside each file.
    preCompressed: true,
    setHeaders: (reply) => void reply.setHeader('vary', 'accept-encoding'),
  });
  await app.register(fastifyStatic, {
    root: options.root,
    prefix: '/',
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', 'assets/**', '**/*.map', '.vite/**'],
    maxAge: '1h',
  });
  app.get('/*', async (request, reply) => {
    // A file that is not there must not be answered with a page: the browser would read HTML as script.
    if (/^\/(api|assets)\//.test(request.url)) return reply.callNotFound();
    const nonce = randomBytes(16).toString('base64');
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(template.replaceAll('%CSP_NONCE%', nonce));
  });
}
