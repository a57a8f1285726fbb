/** Tells of what was refused to signed-in people, before the answer leaves. */
import { API_BASE } from '@coverlight/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf, type Actor } from './actor.ts';
import { routeOf } from './error-handler.ts';

export interface Refusal {
  status: 403 | 404;
  /** Words of the route: '/api/v1/inquiries/:id/pdf' is 'inquiries pdf'. */
  place: string;
  /** That was asked for; null where the route has none, or it could be none. */
  id: string | null;
}

export function registerRefusedAccess(app: FastifyInstance, note: (actor: Actor, refusal: Refusal) => Promise<void>): void {
  app.addHook('onSend', async (request, reply) => {
    const { viewer } = request;
    const { statusCode: status } = reply;
    const route = routeOf(request);
    if (viewer === null || request.isAbsence || !route.startsWith(API_BASE) || (status !== 403 && status !== 404)) return;
    await note(actorOf(request, viewer), { status, place: placeOf(route), id: idOf(request) });
  });
}

const placeOf = (route: string): string =>
  route
    .slice(API_BASE.length)
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .join(' ');

function idOf({ params }: FastifyRequest): string | null {
  const id: unknown = typeof params === 'object' && params !== null && 'id' in params ? params.id : null;
  return typeof id === 'string' && /^[0-9A-Z]{26}$/.test(id) ? id : null;
}
