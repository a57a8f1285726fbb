/**
 * What takes how long within one request, for whoever loads a tracer (docs/runbook.md); without one these cost nothing. Attributes are ids and
 * codes. Of an error only its kind is kept: its words may hold a patient.
 */
import { context, type Span, SpanStatusCode, trace, type Attributes } from '@opentelemetry/api';

// Asked for at each span: a tracer that is loaded later is found.
export const tracer = () => trace.getTracer('coverlight');

function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
}

export async function inSpan<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  return await tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The same object, each of whose asynchronous methods is a span 'name method'. */
export function withSpans<Port extends object>(name: string, port: Port): Port {
  return new Proxy(port, {
    get(target, key, receiver) {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof member !== 'function' || typeof key !== 'string') return member;
      return (...given: unknown[]): unknown => {
        const span = tracer().startSpan(`${name} ${key}`);
        const answer: unknown = context.with(trace.setSpan(context.active(), span), () => Reflect.apply(member, target, given));
        if (!(answer instanceof Promise)) {
          span.end();
          return answer;
        }
        return answer.then(
          (value: unknown) => {
            span.end();
            return value;
          },
          (error: unknown) => {
            fail(span, error);
            span.end();
            throw error;
          },
        );
      };
    },
  });
}
