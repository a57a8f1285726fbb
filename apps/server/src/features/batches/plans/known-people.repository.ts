/** Who has an answer, and who comes when: what planned checks are made from (product.md 19.6). */
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { personOfRow, personOfSubmission, sameKeyOf } from '@coverlight/domain/batches/same-row.ts';
import type { KnownPerson } from '@coverlight/domain/batches/planned-checks.ts';
import { askedDay } from '@coverlight/domain/inquiries/asked-day.ts';
import { leadOn } from '@coverlight/domain/inquiries/coverage/medical-plan.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';
import { openAppointment } from '../appointments/appointment-contents.ts';

export interface CheckedPerson extends KnownPerson {
  submission: Submission;
}

/** Inquiries that are looked through at most, newest first. */
const MOST = 20_000;
const SLICE = 500;

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
export async function listKnownPeople(tx: Tx, keys: OrganizationKeys, since: Date, only: string | null = null): Promise<CheckedPerson[]> {
  const visits = await listVisits(tx, keys, only);
  const people = new Map<string, CheckedPerson>();
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
        checkedOn: askedDay({ as_of_date: null, created_at: row.created_at }),
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

const ofPerson = ' AND a.inquiry_id IN (SELECT l.inquiry_id FROM person_inquiries l WHERE l.organization_id = $1 AND l.person_id = $2)';

/** Of the last 80 days and to come, by person. */
async function listVisits(tx: Tx, keys: OrganizationKeys, only: string | null): Promise<Map<string, { days: string[]; tags: string[] }>> {
  const rows = await tx.query<{ id: string; at: string; payer_id: string; content: Buffer }>(
    only === null ? 'list-visits' : 'list-visits-of-person',
    `SELECT a.id, a.at, a.payer_id, a.content FROM appointments a
     WHERE a.organization_id = $1 AND a.payer_id IS NOT NULL AND a.at >= to_char(now() - interval '80 days', 'YYYY-MM-DD')${only === null ? '' : ofPerson} ORDER BY a.at`,
    [tx.organizationId, ...(only === null ? [] : [only])],
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
