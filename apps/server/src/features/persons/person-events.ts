/** A person's timeline: one source for each kind of thing that happens, told in one order (product.md 18.3). */
import type { PersonEvent } from '@coverlight/contract/persons/persons.contract.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { checkWords, isRefused, moveWords } from '@coverlight/domain/persons/event-words.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { listComparisonsOf } from '#features/inquiries/changes/comparisons.repository.ts';
import type { Scope } from '#http/viewer.ts';
import { UNDO_MS } from './moves/undo-move.ts';
import { listCheckEvents, listMoveEvents, type EventsWanted } from './person-events.repository.ts';

export interface EventContext {
  tx: Tx;
  keys: OrganizationKeys;
  scope: Scope;
  now: Date;
}

/** The newest before an instant, so many, and all that happened at the moment of the last one. Only what the viewer may see. */
type EventSource = (context: EventContext, wanted: EventsWanted) => Promise<PersonEvent[]>;

const nothing = { inquiry_id: null, before_id: null, move_id: null, codes: [] };

const checks: EventSource = async ({ tx, scope }, wanted) =>
  (await listCheckEvents(tx, scope, wanted)).map((check) => ({
    ...nothing,
    at: check.at.toISOString(),
    kind: isRefused(check.status) ? ('refused' as const) : ('check' as const),
    inquiry_id: check.id,
    words: checkWords({ ...check, asked: askedDay(check) }),
  }));

const changes: EventSource = async ({ tx, keys, scope }, wanted) => await listComparisonsOf(tx, keys, scope, wanted);

/** A restricted user does not learn what others moved. */
const moves: EventSource = async ({ tx, scope, now }, wanted) =>
  scope.restricted
    ? []
    : (await listMoveEvents(tx, wanted, new Date(now.getTime() - UNDO_MS))).map((move) => ({
        ...nothing,
        at: move.at.toISOString(),
        kind: 'merge' as const,
        move_id: move.can_be_undone ? move.id : null,
        words: moveWords({ ...move, isHere: move.is_here, isUndone: move.is_undone }),
      }));

/** What else happens to persons adds its line. */
const SOURCES: readonly EventSource[] = [checks, changes, moves];

/** Newest first; more than `limit` where several happened at the moment of the last one, so that paging by it loses none. */
export async function readEvents(context: EventContext, wanted: EventsWanted): Promise<PersonEvent[]> {
  const events: PersonEvent[] = [];
  for (const source of SOURCES) events.push(...(await source(context, wanted)));
  const ordered = events.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
  const last = ordered[wanted.limit - 1]?.at;
  return last === undefined ? ordered : ordered.filter(({ at }) => at >= last);
}
