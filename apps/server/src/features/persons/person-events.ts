/** A person's timeline: one source for each kind of thing that happens, told in one order (product.md 18.3). */
import type { PersonEvent } from '@coverlight/contract/persons/persons.contract.ts';
import { askedDay, DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { appointmentWords, caseEventWords, checkWords, isRefused, moveWords, watchWords } from '@coverlight/domain/persons/event-words.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { listAppointmentsOf } from '#features/batches/appointments/appointments.repository.ts';
import { listCaseEventsOf } from '#features/cases/person-events.repository.ts';
import { listComparisonsOf } from '#features/inquiries/changes/comparisons.repository.ts';
import type { Scope } from '#http/viewer.ts';
import { UNDO_MS } from './moves/undo-move.ts';
import { listCheckEvents, listMoveEvents, listWatchEvents, type EventsWanted } from './person-events.repository.ts';

export interface EventContext {
  tx: Tx;
  keys: OrganizationKeys;
  scope: Scope;
  now: Date;
}

/** The newest before an instant, so many, and all that happened at the moment of the last one. Only what the viewer may see. */
type EventSource = (context: EventContext, wanted: EventsWanted) => Promise<PersonEvent[]>;

const nothing = { inquiry_id: null, case_id: null, before_id: null, move_id: null, codes: [] };

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

const caseWork: EventSource = async ({ tx, keys, scope }, wanted) =>
  (await listCaseEventsOf(tx, keys, scope, wanted)).map(({ at, told, ...of }) => ({
    ...nothing,
    ...of,
    at: at.toISOString(),
    kind: told.kind,
    words: caseEventWords(told),
  }));

const appointments: EventSource = async ({ tx, scope }, wanted) =>
  (await listAppointmentsOf(tx, scope, { ...wanted, zone: DEFAULT_ZONE })).map((appointment) => ({
    ...nothing,
    at: appointment.starts_at.toISOString(),
    kind: 'appointment' as const,
    inquiry_id: appointment.inquiry_id,
    words: appointmentWords({ at: appointment.at, provider: appointment.provider_name }),
  }));

const watches: EventSource = async ({ tx, scope }, wanted) =>
  (await listWatchEvents(tx, scope, wanted)).map(({ at, inquiry_id, codes, due_on: endsOn }) => ({
    ...nothing,
    at: at.toISOString(),
    kind: 'watch' as const,
    inquiry_id,
    codes,
    words: watchWords(endsOn),
  }));

/** What else happens to persons adds its line. */
const SOURCES: readonly EventSource[] = [checks, changes, moves, caseWork, appointments, watches];

/** Newest first; more than `limit` where several happened at the moment of the last one, so that paging by it loses none. */
export async function readEvents(context: EventContext, wanted: EventsWanted): Promise<PersonEvent[]> {
  const events: PersonEvent[] = [];
  for (const source of SOURCES) events.push(...(await source(context, wanted)));
  const ordered = events.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));
  const last = ordered[wanted.limit - 1]?.at;
  return last === undefined ? ordered : ordered.filter(({ at }) => at >= last);
}
