/** For whoever watches the process: alive, and ready to serve. */
import type { FastifyInstance } from 'fastify';

export function registerHealth(
  app: FastifyInstance,
  options: { isReady: () => Promise<boolean>; isStopping: () => boolean; isAuditSealed: () => boolean },
): void {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = !options.isStopping() && (await options.isReady());
    return reply.status(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', audit_sealed: options.isAuditSealed() });
  });
}
