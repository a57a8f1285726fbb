/** A small HTTP server for adapter tests that answers as told and misbehaves on demand. It speaks no vendor's protocol by itself. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

export interface StubRequest {
  method: string;
  /** Without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | undefined>;
  body: string;
}

export interface StubReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Faults after which the request has been processed, except `drop` (never read) and `401`, `429` (turned away). */
export type Fault = 'hang' | 'reset' | 'drop' | 'truncated' | '502' | 'wrong-type' | 'drip' | '20mb' | 'redirect' | '401' | '429';

export interface StubVendor {
  url: string;
  requests: StubRequest[];
  /** Bytes written to bodies. */
  sentBytes(): number;
  /** The next `times` requests that are not for a token suffer it. */
  fail(fault: Fault, times?: number): void;
  stop(): Promise<void>;
}

export async function startStubVendor(handle: (request: StubRequest) => StubReply): Promise<StubVendor> {
  const requests: StubRequest[] = [];
  let fault: { kind: Fault; left: number } | null = null;
  let sentBytes = 0;
  const timers = new Set<NodeJS.Timeout>();

  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      requests.push(request);
      const isToken = /token$/i.test(request.path);
      const current = !isToken && fault !== null && fault.left > 0 ? fault : null;
      if (current === null) {
        send(response, handle(request));
        return;
      }
      current.left -= 1;
      if (current.kind === '401') send(response, { status: 401, body: { message: 'Denied.' } });
      else if (current.kind === '429') send(response, { status: 429, body: {} });
      else if (current.kind === 'drop') response.destroy();
      else misbehave(current.kind, handle(request), response);
    });
  });

  function send(response: ServerResponse, reply: StubReply): void {
    const body = reply.body === undefined ? '' : JSON.stringify(reply.body);
    sentBytes += body.length;
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(body);
  }

  function misbehave(kind: Exclude<Fault, '401' | '429' | 'drop'>, reply: StubReply, response: ServerResponse): void {
    const body = JSON.stringify(reply.body ?? null);
    if (kind === 'reset') response.socket?.resetAndDestroy();
    else if (kind === '502') response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>');
    else if (kind === 'wrong-type') response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
    else if (kind === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end();
    else if (kind === 'truncated') {
      response.writeHead(reply.status, { 'content-type': 'application/json', 'content-length': String(body.length + 500) });
      response.write(body.slice(0, 20), () => response.destroy());
    } else if (kind === 'drip') {
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      timers.add(setInterval(() => response.write(' '), 20));
    } else if (kind === '20mb') {
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      writeMuch(response, 20 * 1024 * 1024);
    }
  }

  /** Stops when the reader hangs up. */
  function writeMuch(response: ServerResponse, bytes: number): void {
    const chunk = Buffer.alloc(64 * 1024, ' ');
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        sentBytes += chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', more);
          return;
        }
      }
      if (!response.destroyed) response.end('{}');
    };
    more();
  }

  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The stub has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    sentBytes: () => sentBytes,
    fail: (kind, times = Number.POSITIVE_INFINITY) => {
      fault = { kind, left: times };
    },
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      server.closeAllConnections();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function readRequest(incoming: IncomingMessage): Promise<StubRequest> {
  const body = await text(incoming);
  const url = new URL(incoming.url ?? '/', 'http://stub');
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers,
    body,
  };
}
