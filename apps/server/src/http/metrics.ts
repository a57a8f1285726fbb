/** The figures under the server's own port, for whoever has the token. */
import type { FastifyInstance } from 'fastify';
import type { Metrics } from '#telemetry/metrics.ts';
import { mayReadMetrics, METRICS_PATH } from '#telemetry/serve-metrics.ts';

export function registerMetrics(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get(METRICS_PATH, async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, token)) return reply.callNotFound();
    return reply.type(metrics.contentType).send(await metrics.read());
  });
}
