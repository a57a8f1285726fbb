/** The figures on a port of their own. Under the server's own port http/metrics.ts has them. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { Metrics } from './metrics.ts';

export const METRICS_PATH = '/metrics';
const digest = (text: string) => createHash('sha256').update(text).digest();

/** `token` null: whoever reaches the port may read. */
export function mayReadMetrics(authorization: string | undefined, token: string | null): boolean {
  return token === null || timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}

export async function startMetricsServer(
  metrics: Metrics,
  { host, port, token }: { host: string; port: number; token: string | null },
): Promise<Server> {
  const server = createServer((request, reply) => {
    if (request.method !== 'GET' || request.url !== METRICS_PATH) return void reply.writeHead(404).end();
    if (!mayReadMetrics(request.headers.authorization, token)) return void reply.writeHead(401).end();
    metrics.read().then(
      (text) => reply.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => reply.writeHead(500).end(),
    );
  });
  await new Promise<void>((settle, fail) => {
    server.once('error', fail);
    server.listen(port, host, settle);
  });
  return server;
}
