/**
 * Refused access of signed-in people stands in their organization's log: a role that is missing, and whatever is not there for them
 * (product.md 12.4). Strangers leave no rows, and nobody can fill the log: an hour holds so many refusals of one person and no more.
 */
import { API_BASE } from '@coverlight/contract/endpoint.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { actorOf } from '#http/actor.ts';
import { routeOf } from '#http/error-handler.ts';
import { keep } from '#keep.ts';
import { recordAudit } from './record-audit.ts';

const HOUR_MS = 3_600_000;
const ROWS_AN_HOUR = 100;
const PEOPLE_REMEMBERED = 10_000;

export function registerRefusalNotes(app: FastifyInstance, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  const rowsOf = new Map<string, { since: number; count: number }>();
  const mayNote = (userId: string): boolean => {
    const now = clock().getTime();
    const known = rowsOf.get(userId);
    const rows = known !== undefined && now - known.since < HOUR_MS ? known : { since: now, count: 0 };
    keep(rowsOf, userId, { ...rows, count: rows.count + 1 }, PEOPLE_REMEMBERED);
    return rows.count < ROWS_AN_HOUR;
  };
  app.addHook('onSend', async (request, reply) => {
    const { viewer } = request;
    const route = routeOf(request);
    if (viewer === null || request.isAbsence || !route.startsWith(API_BASE)) return;
    if ((reply.statusCode !== 403 && reply.statusCode !== 404) || !mayNote(viewer.userId)) return;
    const action = reply.statusCode === 403 ? ('access.forbidden' as const) : ('access.not-found' as const);
    const entry = { action, objectType: placeOf(route), objectIds: idsOf(request), outcome: 'refused' as const };
    await db.asOrganization(viewer.organizationId, async (tx) => await recordAudit(tx, actorOf(request, viewer), clock(), entry));
  });
}

/** '/api/v1/inquiries/:id/pdf' is 'inquiries pdf'. */
const placeOf = (route: string): string =>
  route
    .slice(API_BASE.length)
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .join(' ');

/** The id that was asked for, where it could be one. */
function idsOf({ params }: FastifyRequest): string[] {
  const id: unknown = typeof params === 'object' && params !== null && 'id' in params ? params.id : null;
  return typeof id === 'string' && /^[0-9A-Z]{26}$/.test(id) ? [id] : [];
}
