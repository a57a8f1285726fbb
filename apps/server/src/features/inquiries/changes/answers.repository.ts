/** A person's answers as they are compared: which there are, and what each says (product.md 18.4). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { AnswerOfPolicy } from '@coverlight/domain/changes/policies.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Asked } from '#db/tables/inquiries.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';

export interface AnswerHead extends AnswerOfPolicy {
  user_id: string;
  source: string | null;
  asked: Asked | null;
  as_of_date: string | null;
  created_at: Date;
  answered_at: Date;
  /** YYYY-MM-DD: when the cover of its plan ends; null where it does not, or nobody said so. */
  ends_on: string | null;
}

type Row = Omit<AnswerHead, 'payerId' | 'memberIds'> & { payer_id: string; submission: Buffer; returned_patient: Buffer | null };

/** Nobody was checked so often; who was is compared as far back as this. */
const MOST_ANSWERS = 500;

/** Complete ones with coverage, oldest first. None that is hidden, or may be about somebody else. */
export async function listAnswersOf(tx: Tx, keys: OrganizationKeys, personId: string): Promise<AnswerHead[]> {
  const rows = await tx.query<Row & Record<string, unknown>>(
    'answers-of-person',
    `SELECT i.id, i.user_id, i.source, i.asked, i.as_of_date, i.created_at, coalesce(i.answered_at, i.created_at) AS answered_at, i.ends_on,
       coalesce(y.parent_id, y.id) AS payer_id, c.submission, c.returned_patient
     FROM person_inquiries l
     JOIN inquiries i ON i.organization_id = l.organization_id AND i.id = l.inquiry_id
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     JOIN payers y ON y.id = i.payer_id
     WHERE l.organization_id = $1 AND l.person_id = $2 AND i.status = 'complete' AND i.has_coverage AND NOT i.is_hidden
       AND NOT (${MAY_BE_SOMEBODY_ELSE})
     ORDER BY coalesce(i.answered_at, i.created_at) DESC, i.id DESC LIMIT ${MOST_ANSWERS}`,
    [tx.organizationId, personId],
  );
  return rows.toReversed().map(({ payer_id: payerId, submission, returned_patient, ...head }) => {
    const typed = openContent(keys, head.id, 'submission', submission)?.memberId;
    const returned = openContent(keys, head.id, 'returned_patient', returned_patient)?.member_id;
    return { ...head, payerId, memberIds: [typed, returned].filter((memberId) => typeof memberId === 'string') };
  });
}

/** By inquiry. */
export async function readCoverages(tx: Tx, keys: OrganizationKeys, ids: readonly string[]): Promise<ReadonlyMap<string, Coverage>> {
  const rows = await tx.query<{ inquiry_id: string; coverage: Buffer | null }>(
    'coverages-of-answers',
    'SELECT inquiry_id, coverage FROM inquiry_contents WHERE organization_id = $1 AND inquiry_id = ANY ($2)',
    [tx.organizationId, ids],
  );
  return new Map(
    rows.flatMap(({ inquiry_id: id, coverage }) => {
      const opened = openContent(keys, id, 'coverage', coverage);
      return opened === null ? [] : [[id, opened] as const];
    }),
  );
}

/** Null where the inquiry belongs to nobody, or not yet. */
export async function findPersonOf(tx: Tx, inquiryId: string): Promise<string | null> {
  const [row] = await tx.query<{ person_id: string }>(
    'person-of-inquiry',
    'SELECT person_id FROM person_inquiries WHERE organization_id = $1 AND inquiry_id = $2',
    [tx.organizationId, inquiryId],
  );
  return row?.person_id ?? null;
}

export interface LockedPerson {
  archived_at: Date | null;
}

/** So that two processes do not compare one person's answers at once. Null where the person became part of another one. */
export async function lockPerson(tx: Tx, personId: string): Promise<LockedPerson | null> {
  const [row] = await tx.query<LockedPerson & Record<string, unknown>>(
    'lock-person-to-compare',
    'SELECT archived_at FROM persons WHERE organization_id = $1 AND id = $2 AND merged_into IS NULL FOR NO KEY UPDATE',
    [tx.organizationId, personId],
  );
  return row ?? null;
}
