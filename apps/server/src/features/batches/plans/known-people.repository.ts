/** Who has an answer, and who comes when: what planned checks are made from (product.md 19.6). */
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { personOfRow, personOfSubmission, sameKeyOf } from '@coverlight/domain/batches/same-row.ts';
import type { KnownPerson } from '@coverlight/domain/batches/planned-checks.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { addDays } from '@coverlight/domain/inquiries/calendar-day.ts';
import { leadOn } from '@coverlight/domain/inquiries/coverage/medical-plan.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';
import { createRests } from '#jobs/rests.ts';
import { openRowContent } from '../batch-contents.ts';
import { openAppointment } from '../appointments/appointment-contents.ts';
import { plannedDay } from './planned-day.ts';

export interface CheckedPerson extends KnownPerson {
  submission: Submission;
}

/** Inquiries that are looked through at most, newest first. */
const MOST = 20_000;
const SLICE = 500;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Visits are watched for 75 days. */
const VISIT_DAYS = 80;
/** As long as an answer may be reused: the longest time between two checks of a person. */
const PLANNED_DAYS = 31;

const dayBefore = (now: Date, days: number): string => addDays(plannedDay(now), -days);

interface Answer {
  id: string;
  created_at: Date;
  as_of_date: string | null;
  /** Null: it has not been given one yet. */
  person_id: string | null;
  submission: Buffer;
  coverage: Buffer | null;
}

/**
 * By the newest answer of each person at each payer since then. Hidden ones are nobody's any more; of one that may be somebody else's, and of an
 * archived person, nothing is planned. `only`: the person's id; null: everybody.
 */
export async function listKnownPeople(
  tx: Tx,
  keys: OrganizationKeys,
  { since, now, only = null }: { since: Date; now: Date; only?: string | null },
): Promise<CheckedPerson[]> {
  const visits = await listVisits(tx, keys, { from: dayBefore(now, VISIT_DAYS), only });
  const planned = await listPlanned(tx, keys, new Date(now.getTime() - PLANNED_DAYS * DAY_MS));
  const people = new Map<string, CheckedPerson>();
  const rest = createRests();
  let before: { at: Date; id: string } | null = null;
  for (let read = 0; read < MOST; read += SLICE) {
    const rows: Answer[] = await tx.query<Answer & Record<string, unknown>>(
      only === null ? 'list-known-people' : 'list-known-policies',
      `SELECT i.id, i.created_at, i.as_of_date, l.person_id, c.submission, c.coverage FROM inquiries i
       JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
       LEFT JOIN person_inquiries l ON l.organization_id = i.organization_id AND l.inquiry_id = i.id
       LEFT JOIN persons p ON p.organization_id = l.organization_id AND p.id = l.person_id
       WHERE i.organization_id = $1 AND p.archived_at IS NULL AND NOT i.is_hidden AND i.created_at > $2 AND i.status = 'complete' AND i.has_coverage
         AND NOT (${MAY_BE_SOMEBODY_ELSE}) AND ($3::timestamptz IS NULL OR (i.created_at, i.id) < ($3, $4))${only === null ? '' : ' AND l.person_id = $6'}
       ORDER BY i.created_at DESC, i.id DESC LIMIT $5`,
      [tx.organizationId, since, before?.at ?? null, before?.id ?? null, SLICE, ...(only === null ? [] : [only])],
    );
    for (const row of rows) {
      await rest();
      const submission = openContent(keys, row.id, 'submission', row.submission);
      const asked = submission === null ? null : sameKeyOf(personOfSubmission(submission));
      if (submission === null || asked === null) continue;
      const key = row.person_id === null ? asked : `${row.person_id} ${submission.payer_id}`;
      if (people.has(key)) continue;
      const coverage = openContent(keys, row.id, 'coverage', row.coverage);
      const seen = visits.get(asked);
      people.set(key, {
        key,
        inquiryId: row.id,
        payerId: submission.payer_id,
        checkedOn: plannedDay(row.created_at),
        plannedOn: planned.get(asked) ?? null,
        plan: coverage === null ? null : leadOn(coverage, askedDay(row)).plan,
        visits: seen?.days ?? [],
        tags: seen?.tags ?? [],
        submission,
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < SLICE) break;
    before = { at: last.created_at, id: last.id };
  }
  return [...people.values()];
}

const ofPerson = 'AND a.inquiry_id IN (SELECT l.inquiry_id FROM person_inquiries l WHERE l.organization_id = $1 AND l.person_id = $3)';

/** From a day on, by person. */
async function listVisits(
  tx: Tx,
  keys: OrganizationKeys,
  { from, only }: { from: string; only: string | null },
): Promise<Map<string, { days: string[]; tags: string[] }>> {
  const rows = await tx.query<{ id: string; at: string; payer_id: string; content: Buffer }>(
    only === null ? 'list-visits' : 'list-visits-of-person',
    `SELECT a.id, a.at, a.payer_id, a.content FROM appointments a
     WHERE a.organization_id = $1 AND a.payer_id IS NOT NULL AND a.at >= $2 ${only === null ? '' : ofPerson} ORDER BY a.at`,
    [tx.organizationId, from, ...(only === null ? [] : [only])],
  );
  const visits = new Map<string, { days: string[]; tags: string[] }>();
  for (const { id, at, payer_id: payerId, content } of rows) {
    const who = openAppointment(keys, id, content);
    const key = sameKeyOf(personOfRow(who, payerId));
    if (key === null) continue;
    const known = visits.get(key) ?? { days: [], tags: [] };
    known.days.push(at.slice(0, 10));
    if (who.tag !== undefined) known.tags.push(who.tag);
    visits.set(key, known);
  }
  return visits;
}

/** The last day on which a plan has taken somebody up, by person: while it is asked, and where it was refused, no answer tells. */
async function listPlanned(tx: Tx, keys: OrganizationKeys, since: Date): Promise<Map<string, string>> {
  const rows = await tx.query<{ batch_id: string; row: number; created_at: Date; payer_id: string; content: Buffer }>(
    'list-planned-rows',
    `SELECT r.batch_id, r.row, b.created_at, r.payer_id, r.content FROM batches b
     JOIN batch_rows r ON r.organization_id = b.organization_id AND r.batch_id = b.id
     WHERE b.organization_id = $1 AND b.source = 'plan' AND b.created_at >= $2 AND r.payer_id IS NOT NULL AND r.content IS NOT NULL
     ORDER BY b.created_at`,
    [tx.organizationId, since],
  );
  const planned = new Map<string, string>();
  for (const { batch_id: batchId, row, created_at: at, payer_id: payerId, content } of rows) {
    const who = openRowContent(keys, batchId, row, content);
    const key = who === null ? null : sameKeyOf(personOfRow(who, payerId));
    if (key !== null) planned.set(key, plannedDay(at));
  }
  return planned;
}
