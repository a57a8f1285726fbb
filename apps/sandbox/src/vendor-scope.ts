/** What every vendor's routes have in common: each request is journaled, and may be given a fault. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from './context.ts';
import { applyFaults, type FaultKind, type Vendor } from './faults.ts';
import type { JournalEntry } from './journal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    sandboxEntry: JournalEntry | null;
    sandboxFault: FaultKind | null;
    /** The body as it came. */
    sandboxBody: string;
  }
}

export function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('sandboxEntry', null);
  app.decorateRequest('sandboxFault', null);
  app.decorateRequest('sandboxBody', '');
}

/** Call it first in the vendor's scope. `asRefused` is the vendor's own body of a 401, 404 or 500. */
export function openVendorScope(
  scope: FastifyInstance,
  vendor: Vendor,
  context: SandboxContext,
  asRefused: (status: number) => unknown,
): void {
  const { clock, faults, journal } = context;
  scope.addHook('onRequest', async (request) => {
    const [path = '', query = ''] = request.url.split('?');
    request.sandboxEntry = {
      at: clock.now().toISOString(),
      method: request.method,
      path,
      parameters: [...new URLSearchParams(query).keys()],
      status: null,
      fault: null,
      refused: null,
      sent: query,
    };
    journal.record(vendor, request.sandboxEntry);
  });
  scope.addHook('preHandler', async (request) => {
    const entry = request.sandboxEntry;
    if (!entry || request.sandboxBody === '') return;
    entry.parameters.push(...bodyParameters(request));
    entry.sent = [entry.sent, request.sandboxBody.slice(0, 4000)].filter(Boolean).join('\n');
  });
  scope.addHook('onSend', async (request, reply, payload) => {
    if (request.sandboxEntry) request.sandboxEntry.status = reply.statusCode;
    return payload;
  });
  applyFaults(scope, vendor, faults, asRefused);
  scope.addHook('preHandler', async (request) => noteFault(request));
  scope.addHook('onSend', async (request, _reply, payload) => {
    if (request.sandboxEntry) journal.finish(vendor, request.sandboxEntry);
    return payload;
  });
}

/** Says in the journal and on stdout why a request is refused; `reason` must hold no patient data. */
export function noteRefusal(request: FastifyRequest, reason: string): void {
  if (request.sandboxEntry) request.sandboxEntry.refused = reason;
}

function noteFault(request: FastifyRequest): void {
  if (request.sandboxEntry) request.sandboxEntry.fault = request.sandboxFault;
}

function bodyParameters(request: FastifyRequest): string[] {
  if (request.body instanceof URLSearchParams) return [...new Set(request.body.keys())];
  return typeof request.body === 'object' && request.body !== null ? Object.keys(request.body) : [];
}

/** The status Fastify wants for its own refusals; 500 for a mistake of the sandbox, which is printed. */
export function statusOfError(error: unknown, { printLine }: SandboxContext): number {
  if (error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number') return error.statusCode;
  printLine(`sandbox error ${error instanceof Error ? error.stack : String(error)}`);
  return 500;
}
