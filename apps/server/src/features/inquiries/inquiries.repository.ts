/** Inquiries one at a time: written, opened, moved from one status to the next. Lists are in inquiry-list.repository.ts. */
import { and, eq, inArray } from 'drizzle-orm';
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { RemoteErrors, StoredInquiryStatus, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { returnedPatient } from '@coverlight/domain/inquiries/patient-identity.ts';
import { predecessorsOf } from '@coverlight/domain/inquiries/inquiry-status.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { SearchTerm } from '#crypto/search-tokens.ts';
import type { Tx } from '#db/client.ts';
import { namedColumns } from '#db/named-columns.ts';
import { inquiries, inquiryContents, type Asked } from '#db/tables/inquiries.ts';
import type { Scope } from '#http/viewer.ts';
import type { Asking } from './asking/leases.repository.ts';
import { closeContent, closeName, closeSsn, openContent, openName } from './inquiry-contents.ts';
import { relatedColumn, type RelatedRecord } from './related-inquiries.ts';

type Row = typeof inquiries.$inferSelect;

export interface NewInquiry {
  id: string;
  user_id: string;
  /** 'max-retry': nobody waits for it. */
  status: 'draft' | 'pending' | 'max-retry' | 'failure';
  now: Date;
  submission: Submission;
  /** Of the submission; what the list will find it by. */
  terms: readonly SearchTerm[];
  /** Never for a draft. */
  ssn?: string | null;
  asked?: Asked | null;
  asked_under?: string | null;
  deadline_at?: Date | null;
  /** Absent for a draft. */
  asking?: Asking;
  /** Of a batch or a plan: 1 or 2, and the batch it is sent by. */
  sentBy?: { lane: number; batchId: string };
}

const listed = (submission: Submission) => ({
  provider_id: submission.provider_id,
  payer_id: submission.payer_id,
  as_of_date: submission.asOfDate ?? null,
  parent_id: submission.parentId ?? null,
});

/** The row, its contents and its search tokens in one round trip. */
export async function insertInquiry(tx: Tx, keys: OrganizationKeys, inquiry: NewInquiry): Promise<void> {
  const { id, submission, now } = inquiry;
  const [head, { version, tokens }] = [listed(submission), keys.tokensFor(inquiry.terms)];
  await tx.query(
    'insert-inquiry',
    `WITH head AS (
       INSERT INTO inquiries (organization_id, id, user_id, provider_id, payer_id, status, created_at, updated_at, sent_at, as_of_date,
         parent_id, asked, asked_under, deadline_at, patient_name, ask_plan, lease_owner, lease_until, next_turn_at, waits_until, lane, batch_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, $14, $19, $20, $21, $21, $22, $23, $24)
     ), contents AS (
       INSERT INTO inquiry_contents (organization_id, inquiry_id, submission, ssn) VALUES ($1, $2, $15, $16)
     )
     INSERT INTO inquiry_tokens (organization_id, inquiry_id, token, key_version) SELECT $1, $2, unnest($17::bytea[]), $18`,
    [
      keys.organizationId,
      id,
      inquiry.user_id,
      head.provider_id,
      head.payer_id,
      inquiry.status,
      now,
      inquiry.status === 'draft' ? null : now,
      head.as_of_date,
      head.parent_id,
      inquiry.asked ?? null,
      inquiry.asked_under ?? null,
      inquiry.deadline_at ?? null,
      closeName(keys, id, submission),
      closeContent(keys, id, 'submission', submission),
      closeSsn(keys, id, inquiry.ssn ?? null),
      tokens,
      version,
      inquiry.asking === undefined ? null : JSON.stringify(inquiry.asking.plan),
      inquiry.asking?.owner ?? null,
      inquiry.asking?.leaseUntil ?? null,
      inquiry.asking?.waitsUntil ?? null,
      inquiry.sentBy?.lane ?? 0,
      inquiry.sentBy?.batchId ?? null,
    ],
  );
}

/**
 * Replaces the whole submission of a draft; with status `pending` it becomes an inquiry sent now, by the user given. False where it is
 * no draft (any more); nothing is changed then.
 */
export async function replaceDraft(tx: Tx, keys: OrganizationKeys, inquiry: NewInquiry): Promise<boolean> {
  const { id, submission, now } = inquiry;
  const head = listed(submission);
  const changed = await tx.query(
    'replace-draft',
    `UPDATE inquiries SET provider_id = $3, payer_id = $4, as_of_date = $5, parent_id = $6, status = $7, updated_at = $8, asked = $9,
       asked_under = $10, deadline_at = $11, patient_name = $12, created_at = CASE WHEN $13 THEN $8 ELSE created_at END,
       sent_at = CASE WHEN $13 THEN $8 ELSE sent_at END, user_id = CASE WHEN $13 THEN $14 ELSE user_id END
     WHERE organization_id = $1 AND id = $2 AND status = 'draft' RETURNING id`,
    [
      keys.organizationId,
      id,
      head.provider_id,
      head.payer_id,
      head.as_of_date,
      head.parent_id,
      inquiry.status,
      now,
      inquiry.asked ?? null,
      inquiry.asked_under ?? null,
      inquiry.deadline_at ?? null,
      closeName(keys, id, submission),
      inquiry.status !== 'draft',
      inquiry.user_id,
    ],
  );
  if (changed.length === 0) return false;
  const { version, tokens } = keys.tokensFor(inquiry.terms);
  await tx.query(
    'replace-contents',
    'UPDATE inquiry_contents SET submission = $3, ssn = $4 WHERE organization_id = $1 AND inquiry_id = $2',
    [keys.organizationId, id, closeContent(keys, id, 'submission', submission), closeSsn(keys, id, inquiry.ssn ?? null)],
  );
  await tx.query('delete-tokens', 'DELETE FROM inquiry_tokens WHERE organization_id = $1 AND inquiry_id = $2', [keys.organizationId, id]);
  await tx.query(
    'insert-tokens',
    'INSERT INTO inquiry_tokens (organization_id, inquiry_id, token, key_version) SELECT $1, $2, unnest($3::bytea[]), $4',
    [keys.organizationId, id, tokens, version],
  );
  return true;
}

export interface InquiryRecord extends Omit<Row, 'patient_name'> {
  patient: string;
  payer_name: string;
  provider_name: string;
  user_first_name: string;
  user_last_name: string;
  submission: Submission;
  coverage: Coverage | null;
  remote_errors: RemoteErrors;
  related: RelatedRecord[];
  /** Null for a draft, and for one that was not linked yet. */
  person_id: string | null;
}

type StoredRecord = Row &
  Pick<InquiryRecord, 'payer_name' | 'provider_name' | 'user_first_name' | 'user_last_name' | 'related' | 'person_id'> & {
    submission: Buffer;
    coverage: Buffer | null;
    remote_errors: Buffer | null;
  };

/** Null where there is none, or none in the scope: both look alike. Hidden ones are found too. */
export async function findInquiry(tx: Tx, keys: OrganizationKeys, scope: Scope, id: string): Promise<InquiryRecord | null> {
  const [row] = await tx.query<StoredRecord>(
    'find-inquiry',
    `SELECT ${namedColumns(inquiries, 'i')}, y.name AS payer_name, p.name AS provider_name, u.first_name AS user_first_name,
       u.last_name AS user_last_name, c.submission, c.coverage, c.remote_errors, n.person_id, ${relatedColumn('($3 OR o.user_id = $4)')}
     FROM inquiries i JOIN payers y ON y.id = i.payer_id
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     LEFT JOIN person_inquiries n ON n.organization_id = i.organization_id AND n.inquiry_id = i.id
     JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
     JOIN providers p ON p.organization_id = i.organization_id AND p.id = i.provider_id
     WHERE i.organization_id = $1 AND i.id = $2 AND ($3 OR i.user_id = $4)`,
    [scope.organizationId, id, !scope.restricted, scope.userId],
  );
  if (row === undefined) return null;
  const submission = openContent(keys, id, 'submission', row.submission);
  if (submission === null) throw new Error('An inquiry without a submission.');
  const { patient_name, ...head } = row;
  return {
    ...head,
    patient: openName(keys, id, patient_name),
    submission,
    coverage: openContent(keys, id, 'coverage', row.coverage),
    remote_errors: openContent(keys, id, 'remote_errors', row.remote_errors) ?? {},
  };
}

/** The payer's answer as it came; null before one. For admins. */
export async function findRawAnswer(tx: Tx, keys: OrganizationKeys, id: string): Promise<unknown> {
  const [row] = await tx.query<{ raw_answer: Buffer | null }>(
    'find-raw-answer',
    'SELECT raw_answer FROM inquiry_contents WHERE organization_id = $1 AND inquiry_id = $2',
    [keys.organizationId, id],
  );
  return openContent(keys, id, 'raw_answer', row?.raw_answer ?? null);
}

export type InquiryChange = Partial<
  Pick<
    Row,
    | 'source'
    | 'plan_status'
    | 'plan_state'
    | 'is_person_in_doubt'
    | 'is_handled_elsewhere'
    | 'is_other_payer_first'
    | 'payer_name_override'
    | 'had_reimbursement'
    | 'answered_at'
    | 'ends_on'
    | 'asked'
    | 'asked_under'
    | 'deadline_at'
  >
> & {
  status: StoredInquiryStatus;
  coverage?: Coverage | null;
  raw_answer?: unknown;
  remote_errors?: RemoteErrors;
};

const ENDED: readonly StoredInquiryStatus[] = ['complete', 'unknown', 'cancel', 'error', 'failure'];

/**
 * Moves an inquiry on, where its present status may be followed by the wanted one; false, and nothing changed, where it may not: an
 * ended inquiry never changes (product.md 4.1). Once ended, its SSN is gone.
 */
export async function changeInquiry(
  tx: Tx,
  keys: OrganizationKeys,
  { id, now, change }: { id: string; now: Date; change: InquiryChange },
): Promise<boolean> {
  const { coverage, raw_answer, remote_errors, ...head } = change;
  const changed = await tx.orm
    .update(inquiries)
    .set({
      ...head,
      updated_at: now,
      ...(coverage === undefined ? {} : { has_coverage: coverage !== null }),
      // Of a complete one parts may still be silent.
      ...(ENDED.includes(head.status) && head.status !== 'complete' ? { next_turn_at: null } : {}),
    })
    .where(
      and(eq(inquiries.organization_id, keys.organizationId), eq(inquiries.id, id), inArray(inquiries.status, predecessorsOf(head.status))),
    )
    .returning({ id: inquiries.id });
  if (changed.length === 0) return false;
  const contents = {
    ...(coverage === undefined ? {} : { coverage: closeContent(keys, id, 'coverage', coverage) }),
    ...(coverage == null ? {} : { returned_patient: closeContent(keys, id, 'returned_patient', returnedPatient(coverage)) }),
    ...(raw_answer === undefined ? {} : { raw_answer: closeContent(keys, id, 'raw_answer', raw_answer) }),
    ...(remote_errors === undefined ? {} : { remote_errors: closeContent(keys, id, 'remote_errors', remote_errors) }),
    ...(ENDED.includes(head.status) ? { ssn: null } : {}),
  };
  if (Object.keys(contents).length > 0) {
    await tx.orm
      .update(inquiryContents)
      .set(contents)
      .where(and(eq(inquiryContents.organization_id, keys.organizationId), eq(inquiryContents.inquiry_id, id)));
  }
  if (typeof head.payer_name_override === 'string') await rememberAnsweredName(tx, keys.organizationId, head.payer_name_override);
  return true;
}

/** For the list's filter by payer. */
export async function rememberAnsweredName(tx: Tx, organizationId: string, name: string): Promise<void> {
  await tx.query(
    'remember-answered-name',
    'INSERT INTO answered_payer_names (organization_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [organizationId, name],
  );
}

/** Hides or shows all of them; false, and nothing changed, where one is not in the organization (product.md 7). */
export async function hideInquiries(tx: Tx, scope: Scope, ids: readonly string[], isHidden: boolean, now: Date): Promise<boolean> {
  const wanted = [...new Set(ids)];
  const rows = await tx.query(
    'hide-inquiries',
    `UPDATE inquiries SET is_hidden = $3, updated_at = $4 WHERE organization_id = $1 AND id = ANY($2)
       AND cardinality($2) = (SELECT count(*) FROM inquiries WHERE organization_id = $1 AND id = ANY($2)) RETURNING id`,
    [scope.organizationId, wanted, isHidden, now],
  );
  return rows.length === wanted.length;
}

/** Takes a refused or failed inquiry off the attention line. False where it is none, or not in the scope. */
export async function dismissInquiry(tx: Tx, scope: Scope, id: string, now: Date): Promise<boolean> {
  const rows = await tx.query(
    'dismiss-inquiry',
    `UPDATE inquiries SET dismissed_at = $5, updated_at = $5
     WHERE organization_id = $1 AND id = $2 AND ($3 OR user_id = $4) AND status IN ('error', 'failure') RETURNING id`,
    [scope.organizationId, id, !scope.restricted, scope.userId, now],
  );
  return rows.length > 0;
}

/** Null where there is none, or none in the scope. */
export async function findStatus(tx: Tx, scope: Scope, id: string): Promise<StoredInquiryStatus | null> {
  const [row] = await tx.query<{ status: StoredInquiryStatus }>(
    'find-inquiry-status',
    'SELECT status FROM inquiries WHERE organization_id = $1 AND id = $2 AND ($3 OR user_id = $4)',
    [scope.organizationId, id, !scope.restricted, scope.userId],
  );
  return row?.status ?? null;
}
