/** Requests as a tracer sees them: the pattern of the route, ids and codes (telemetry/spans.ts). */
import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { tracer } from '#telemetry/spans.ts';
import { routeOf } from './error-handler.ts';

/** A request is a span around all that it does. */
export function registerRequestSpans(app: FastifyInstance): void {
  const spans = new WeakMap<object, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const span = tracer().startSpan(`${request.method} ${routeOf(request)}`, {
      attributes: { 'http.request.method': request.method, 'http.route': routeOf(request), 'coverlight.request_id': request.id },
    });
    spans.set(request, span);
    context.with(trace.setSpan(context.active(), span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (request.viewer) span?.setAttribute('coverlight.organization_id', request.viewer.organizationId);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
