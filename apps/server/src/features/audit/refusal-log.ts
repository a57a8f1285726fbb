/**
 * Refused access of signed-in people stands in their organization's log: a role that is missing, and whatever is not there for them
 * (product.md 12.4). Nobody can fill the log: an hour holds so many refusals of one person and no more.
 */
import type { Deps } from '#deps.ts';
import type { Actor } from '#http/actor.ts';
import type { Refusal } from '#http/refused-access.ts';
import { keep } from '#keep.ts';
import { recordAudit } from './record-audit.ts';

const HOUR_MS = 3_600_000;
const ROWS_AN_HOUR = 100;
const PEOPLE_REMEMBERED = 10_000;

export function createRefusalLog({ db, clock }: Pick<Deps, 'db' | 'clock'>): (actor: Actor, refusal: Refusal) => Promise<void> {
  const rowsOf = new Map<string, { since: number; count: number }>();
  const mayNote = (userId: string): boolean => {
    const now = clock().getTime();
    const known = rowsOf.get(userId);
    const rows = known !== undefined && now - known.since < HOUR_MS ? known : { since: now, count: 0 };
    keep(rowsOf, userId, { ...rows, count: rows.count + 1 }, PEOPLE_REMEMBERED);
    return rows.count < ROWS_AN_HOUR;
  };
  return async (actor, { status, place, id }) => {
    if (actor.organizationId === null || actor.userId === null || !mayNote(actor.userId)) return;
    const action = status === 403 ? ('access.forbidden' as const) : ('access.not-found' as const);
    const entry = { action, objectType: place, objectIds: id === null ? [] : [id], outcome: 'refused' as const };
    await db.asOrganization(actor.organizationId, async (tx) => await recordAudit(tx, actor, clock(), entry));
  };
}
