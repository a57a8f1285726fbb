/** Inquiries of every organization, hidden ones too. Reads only; names stay ciphertext until the caller opens them with each one's keys. */
import type { InquiryRow, InquiryStatus, PlanState } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Attempt } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import type { TokensOfAll } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { containing, totalOfPage, type Limits } from '#db/page.ts';
import {
  changesColumn,
  expiryCutoff,
  MAY_BE_SOMEBODY_ELSE,
  newParameters,
  shownStatus,
  statusCondition,
  type Parameters,
  type PayerMatches,
} from '#features/inquiries/list/inquiry-conditions.ts';
import { clearinghouseName } from '#features/payers/clearinghouse-names.ts';
import { listPayerIdsByName } from '#features/payers/payer-search.repository.ts';
import type { Clearinghouse, Clearinghouses } from '#ports/clearinghouse.ts';

export interface AdminInquiryFilter {
  statuses?: readonly InquiryStatus[];
  organizationId?: string;
  since?: Date;
  terms: readonly TokensOfAll[];
  /** What a part of a payer's name was found to mean. */
  payer?: PayerMatches;
}

export interface AdminInquiryRecord {
  id: string;
  organization_id: string;
  organization_name: string;
  status: InquiryStatus;
  created_at: Date;
  updated_at: Date;
  sent_at: Date | null;
  as_of_date: string | null;
  payer_id: string;
  payer_name: string;
  payer_name_override: string | null;
  provider_id: string;
  provider_name: string;
  user_id: string;
  user_first_name: string;
  user_last_name: string;
  source: string | null;
  is_hidden: boolean;
  had_reimbursement: boolean;
  plan_status: string | null;
  plan_state: PlanState | null;
  may_be_somebody_else: boolean;
  is_handled_elsewhere: boolean | null;
  is_other_payer_first: boolean | null;
  changes: InquiryRow['changes'];
  has_coverage: boolean;
  answered_at: Date | null;
  remote_id: string | null;
  submission: Buffer;
  returned_patient: Buffer | null;
  remote_errors: Buffer | null;
}

/** `count` is asked where the page does not tell the total by itself. */
export async function listAdminInquiries(
  tx: Tx,
  filter: AdminInquiryFilter,
  { limits, now, order, count }: { limits: Limits; now: Date; order: 'newest' | 'oldest'; count: () => Promise<number> },
): Promise<{ rows: AdminInquiryRecord[]; total: number }> {
  const parameters = newParameters();
  const condition = conditionOf(parameters, filter, now);
  const { param, values } = parameters;
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  // A search for patients has all of its hits in hand before it can sort them: counting them anew would probe every organization again.
  const total = filter.terms.length === 0 ? 'NULL::int' : '(count(*) OVER ())::int';
  // Ids alone, which the index by time holds: rows that are skipped are not read.
  const found = await tx.queryOnce<{ id: string; total: number | null }>(
    `SELECT i.id, ${total} AS total FROM inquiries i WHERE ${condition}
     ORDER BY i.created_at ${direction}, i.id ${direction} LIMIT ${param(limits.limit)} OFFSET ${param(limits.offset)}`,
    values,
  );
  const rows = await readRows(
    tx,
    found.map(({ id }) => id),
    now,
  );
  return { rows, total: found[0]?.total ?? totalOfPage(found.length, limits) ?? (await count()) };
}

/** In the order given. A statement of its own, since planning a join of seven tables takes longer than reading it: this one is planned once. */
async function readRows(tx: Tx, ids: readonly string[], now: Date): Promise<AdminInquiryRecord[]> {
  return await tx.query<AdminInquiryRecord & Record<string, unknown>>(
    'admin-inquiry-rows',
    `SELECT i.id, i.organization_id, o.name AS organization_name, ${shownStatus('$1')} AS status, i.created_at, i.updated_at,
       i.sent_at, i.as_of_date, i.payer_id, y.name AS payer_name, i.payer_name_override, i.provider_id, p.name AS provider_name, i.user_id,
       u.first_name AS user_first_name, u.last_name AS user_last_name, i.source, i.is_hidden, i.had_reimbursement, i.plan_status, i.plan_state,
       ${MAY_BE_SOMEBODY_ELSE} AS may_be_somebody_else, i.is_handled_elsewhere, i.is_other_payer_first,
       ${changesColumn(null)}, i.has_coverage, i.answered_at, c.submission, c.returned_patient, c.remote_errors,
       (SELECT a.request_id FROM inquiry_asks a WHERE a.organization_id = i.organization_id AND a.inquiry_id = i.id AND a.request_id IS NOT NULL
        ORDER BY a.part, a.number DESC LIMIT 1) AS remote_id
     FROM unnest($2::text[]) WITH ORDINALITY AS page (id, place)
     JOIN inquiries i ON i.id = page.id
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     JOIN organizations o ON o.id = i.organization_id
     JOIN payers y ON y.id = i.payer_id
     JOIN providers p ON p.organization_id = i.organization_id AND p.id = i.provider_id
     JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
     ORDER BY page.place`,
    [expiryCutoff(now), ids],
  );
}

export async function countAdminInquiries(tx: Tx, filter: AdminInquiryFilter, now: Date): Promise<number> {
  const parameters = newParameters();
  const condition = conditionOf(parameters, filter, now);
  const [row] = await tx.queryOnce<{ total: number }>(
    `SELECT count(*)::int AS total FROM inquiries i WHERE ${condition}`,
    parameters.values,
  );
  return row?.total ?? 0;
}

function conditionOf(parameters: Parameters, filter: AdminInquiryFilter, now: Date): string {
  const { param } = parameters;
  const all = ['true'];
  if (filter.organizationId !== undefined) all.push(`i.organization_id = ${param(filter.organizationId)}`);
  if (filter.since !== undefined) all.push(`i.created_at >= ${param(filter.since)}`);
  if (filter.statuses !== undefined) all.push(statusCondition(parameters, filter.statuses, now));
  if (filter.terms.length > 0) {
    // One probe of the token index for each organization: its index begins with the organization. An array is filled first and then
    // looked up; left to itself the planner may walk all inquiries instead.
    const hits = filter.terms.map(
      (
        term,
      ) => `SELECT t.inquiry_id FROM unnest(${param(term.organizationIds)}::text[], ${param(term.tokens)}::bytea[]) AS k (organization_id, token)
      JOIN inquiry_tokens t ON t.organization_id = k.organization_id AND t.token = k.token`,
    );
    all.push(`i.id = ANY (ARRAY (${hits.join(' INTERSECT ')}))`);
  }
  if (filter.payer !== undefined) all.push(payerCondition(parameters, filter.payer));
  return all.join(' AND ');
}

function payerCondition({ param }: Parameters, { answeredNames, payerIds }: PayerMatches): string {
  return `(i.payer_name_override = ANY (${param(answeredNames)}::text[])
    OR (i.payer_name_override IS NULL AND i.payer_id = ANY (${param(payerIds)}::text[])))`;
}

/** Names that payers answered under in any organization: from one name to the next in the index, since each stands there many times. */
export async function findPayerMatchesOfAll(tx: Tx, part: string): Promise<PayerMatches> {
  const names = await tx.query<{ name: string }>(
    'answered-names-of-all',
    `WITH RECURSIVE names AS (
       (SELECT name FROM answered_payer_names ORDER BY name LIMIT 1)
       UNION ALL
       SELECT (SELECT a.name FROM answered_payer_names a WHERE a.name > n.name ORDER BY a.name LIMIT 1) FROM names n WHERE n.name IS NOT NULL
     )
     SELECT name FROM names WHERE name ILIKE $1`,
    [containing(part)],
  );
  return { payerIds: await listPayerIdsByName(tx, part, { withSlips: true }), answeredNames: names.map(({ name }) => name) };
}

/** Null where no organization has it. */
export async function findOrganizationOfInquiry(tx: Tx, inquiryId: string): Promise<{ id: string; name: string } | null> {
  const [row] = await tx.query<{ id: string; name: string }>(
    'organization-of-inquiry',
    'SELECT o.id, o.name FROM inquiries i JOIN organizations o ON o.id = i.organization_id WHERE i.id = $1',
    [inquiryId],
  );
  return row ?? null;
}

interface StoredAttempt {
  part: number;
  number: number;
  route: string;
  outcome: string;
  request_id: string | null;
  reason: string | null;
  started_at: Date;
  ended_at: Date | null;
  looks: number;
  http_status: number | null;
  vendor_code: string | null;
  control_number: string | null;
  answer_control_number: string | null;
}

/** In the words of the clearinghouses that are configured. */
export async function listAttempts(tx: Tx, clearinghouses: Clearinghouses, inquiryId: string): Promise<Attempt[]> {
  const rows = await tx.query<StoredAttempt & Record<string, unknown>>(
    'admin-attempts',
    `SELECT k.part, k.number, k.route, k.outcome, k.request_id, k.reason, k.started_at, k.ended_at, k.looks, e.http_status, e.vendor_code,
       e.control_number, e.answer_control_number
     FROM inquiry_asks k
     LEFT JOIN LATERAL (
       SELECT a.http_status, a.vendor_code, a.control_number, a.answer_control_number FROM inquiry_attempts a
       WHERE a.organization_id = $1 AND a.inquiry_id = $2 AND a.part = k.part AND a.attempt = k.number
       ORDER BY a.vendor_code IS NULL, a.id DESC LIMIT 1) e ON true
     WHERE k.organization_id = $1 AND k.inquiry_id = $2 ORDER BY k.part, k.number`,
    [tx.organizationId, inquiryId],
  );
  return rows.map(({ route, request_id, started_at, ended_at, ...attempt }) => ({
    ...attempt,
    source: route,
    source_name: clearinghouseName(clearinghouses, route),
    state: attempt.vendor_code === null ? null : stateWords(clearinghouses[route], attempt.vendor_code),
    remote_id: request_id,
    started_at: started_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  }));
}

/** "4 Complete"; a code that nobody described stands alone. */
const stateWords = (clearinghouse: Clearinghouse | undefined, code: string): string =>
  [code, ...(clearinghouse?.states[code] === undefined ? [] : [clearinghouse.states[code]])].join(' ');
