/** Lists of inquiries. The usual page is found in an index in its order: docs/decisions/010-inquiry-list-queries.md. */
import type { InquiryRow, InquiryStatus, PatientIdentity, RemoteErrors } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { AnySearch } from '@coverlight/domain/inquiries/search-terms.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { SearchTerm } from '#crypto/search-tokens.ts';
import type { Tx } from '#db/client.ts';
import { containing, totalOfPage, type Limits } from '#db/page.ts';
import type { inquiries } from '#db/tables/inquiries.ts';
import { listPayerIdsByName } from '#features/payers/payer-search.repository.ts';
import type { Scope } from '#http/viewer.ts';
import {
  changesColumn,
  expiryCutoff,
  inquiryCondition,
  MAY_BE_SOMEBODY_ELSE,
  newParameters,
  shownStatus,
  type FoundWord,
  type InquiryFilter,
  type Parameters,
  type PayerMatches,
} from './inquiry-conditions.ts';
import { openContent, openIdentity } from '#features/inquiries/inquiry-contents.ts';
import type { ListCounts } from '#db/list-counts.ts';

type Row = typeof inquiries.$inferSelect;

export type InquiryListRow = Pick<
  Row,
  | 'id'
  | 'created_at'
  | 'updated_at'
  | 'sent_at'
  | 'as_of_date'
  | 'payer_id'
  | 'payer_name_override'
  | 'provider_id'
  | 'user_id'
  | 'source'
  | 'is_hidden'
  | 'had_reimbursement'
  | 'plan_status'
  | 'plan_state'
  | 'is_handled_elsewhere'
  | 'is_other_payer_first'
> &
  PatientIdentity & {
    may_be_somebody_else: boolean;
    person_id: string | null;
    status: InquiryStatus;
    payer_name: string;
    provider_name: string;
    user_first_name: string;
    user_last_name: string;
    remote_errors: RemoteErrors;
    /** Since the answer before it; null where there is none, or none that the viewer may see. */
    changes: InquiryRow['changes'];
  };

type StoredRow = Omit<InquiryListRow, keyof PatientIdentity | 'remote_errors'> & {
  submission: Buffer | null;
  returned_patient: Buffer | null;
  remote_errors: Buffer | null;
};

export interface ListOptions {
  scope: Scope;
  keys: OrganizationKeys;
  limits: Limits;
  now: Date;
}

export interface InquiryListOptions extends ListOptions {
  filter: InquiryFilter;
  /** By creation; newest first unless told otherwise. */
  order?: 'newest' | 'oldest';
  counts: ListCounts;
}

export interface InquiryPage {
  rows: InquiryListRow[];
  /** Of all pages. */
  total: number;
}

/** Rows the viewer may see, newest first. A total above 1,000 may be 5 seconds old (product.md 7.4). */
export async function listInquiries(tx: Tx, options: InquiryListOptions): Promise<InquiryPage> {
  const { scope, keys, filter, limits, now, counts, order = 'newest' } = options;
  const payer =
    filter.payerName === undefined ? null : await findPayerMatches(tx, scope.organizationId, filter.payerName, { withSlips: true });
  const words = filter.any === undefined ? [] : await findWords(tx, keys, filter.any);
  const statement = (): [Parameters, string] => {
    const parameters = newParameters();
    return [parameters, inquiryCondition(parameters, { scope, keys, filter, payer, words, now })];
  };
  const count = async () => await counts.count(JSON.stringify([scope, filter]), async () => await readCount(tx, statement()));
  const rows = await readPage(tx, keys, statement(), { scope, limits, now, order });
  return { rows, total: totalOfPage(rows.length, limits) ?? (await count()) };
}

const ATTENTION_MS = 30 * 24 * 60 * 60 * 1000;

/** Refused and failed ones of the last 30 days that nobody dismissed, hid or sent again, newest first (product.md 2.11). */
export async function listAttention(tx: Tx, { scope, keys, limits, now }: ListOptions): Promise<InquiryPage> {
  const statement = (): [Parameters, string] => {
    const parameters = newParameters();
    const condition = inquiryCondition(parameters, { scope, keys, filter: { isHidden: false }, payer: null, now });
    const since = parameters.param(new Date(now.getTime() - ATTENTION_MS));
    const sql = `${condition} AND i.status IN ('error', 'failure') AND i.dismissed_at IS NULL AND i.created_at >= ${since}
      AND NOT EXISTS (
        SELECT FROM inquiries again
        WHERE again.organization_id = i.organization_id AND again.parent_id = i.id AND again.status <> 'draft')`;
    return [parameters, sql];
  };
  const rows = await readPage(tx, keys, statement(), { scope, limits, now, order: 'newest' });
  return { rows, total: totalOfPage(rows.length, limits) ?? (await readCount(tx, statement())) };
}

async function readPage(
  tx: Tx,
  keys: OrganizationKeys,
  [parameters, condition]: [Parameters, string],
  { scope, limits, now, order }: Pick<ListOptions, 'scope' | 'limits' | 'now'> & { order: 'newest' | 'oldest' },
): Promise<InquiryListRow[]> {
  const { param, values } = parameters;
  // Found in the index alone, whatever the filter; a backward scan of the same index serves the other order.
  const direction = order === 'newest' ? 'DESC' : 'ASC';
  const page = await tx.queryOnce<{ id: string }>(
    `SELECT i.id FROM inquiries i WHERE ${condition}
     ORDER BY i.created_at ${direction}, i.id ${direction} LIMIT ${param(limits.limit)} OFFSET ${param(limits.offset)}`,
    values,
  );
  if (page.length === 0) return [];
  // A statement of its own, since it is always the same: planned with each page's filter, seven tables took twenty times as long as reading them.
  // Each row by its key, whatever else is joined: a plan that is kept knows no organization, and in a large one it went through all checks of each user (089).
  const rows = await tx.query<StoredRow>(
    scope.restricted ? 'read-inquiry-page-restricted' : 'read-inquiry-page',
    `SELECT i.id, ${shownStatus('$3')} AS status, i.created_at, i.updated_at, i.sent_at, i.as_of_date, i.payer_id,
      i.payer_name_override, i.provider_id, i.user_id, i.source, i.is_hidden, i.had_reimbursement, i.plan_status, i.plan_state,
      i.is_handled_elsewhere, i.is_other_payer_first, ${MAY_BE_SOMEBODY_ELSE} AS may_be_somebody_else,
      y.name AS payer_name, p.name AS provider_name, u.first_name AS user_first_name, u.last_name AS user_last_name,
      n.person_id, ${changesColumn(scope.restricted ? '$4' : null)}, c.submission, c.returned_patient,
      CASE WHEN i.status IN ('error', 'failure') THEN c.remote_errors END AS remote_errors
    FROM unnest($2::text[]) WITH ORDINALITY AS page (id, place)
    CROSS JOIN LATERAL (SELECT * FROM inquiries WHERE organization_id = $1 AND id = page.id OFFSET 0) i
    LEFT JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
    LEFT JOIN person_inquiries n ON n.organization_id = i.organization_id AND n.inquiry_id = i.id
    JOIN payers y ON y.id = i.payer_id
    JOIN providers p ON p.organization_id = i.organization_id AND p.id = i.provider_id
    JOIN users u ON u.organization_id = i.organization_id AND u.id = i.user_id
    ORDER BY page.place`,
    [scope.organizationId, page.map(({ id }) => id), expiryCutoff(now), ...(scope.restricted ? [scope.userId] : [])],
  );
  return rows.map(({ submission, returned_patient, remote_errors, ...row }) => ({
    ...row,
    ...openIdentity(keys, row.id, { submission, returned_patient }),
    remote_errors: openContent(keys, row.id, 'remote_errors', remote_errors) ?? {},
  }));
}

async function readCount(tx: Tx, [{ values }, condition]: [Parameters, string]): Promise<number> {
  const [row] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM inquiries i WHERE ${condition}`, values);
  return row?.total ?? 0;
}

/** What the words of a search in all fields mean here. */
export async function findWords(tx: Tx, keys: OrganizationKeys, { words, whole }: AnySearch): Promise<FoundWord[]> {
  if (whole !== null && (await isStored(tx, keys, whole))) return [{ terms: [whole], payer: null }];
  const found: FoundWord[] = [];
  for (const { terms, payerName } of words) {
    const payer = payerName === null ? null : await findPayerMatches(tx, keys.organizationId, payerName, { withSlips: false });
    const isAny = payer !== null && (payer.payerIds.length > 0 || payer.answeredNames.length > 0);
    found.push({ terms, payer: isAny ? payer : null });
  }
  return found;
}

async function isStored(tx: Tx, keys: OrganizationKeys, term: SearchTerm): Promise<boolean> {
  const rows = await tx.query('is-token-stored', 'SELECT 1 FROM inquiry_tokens WHERE organization_id = $1 AND token = ANY ($2) LIMIT 1', [
    keys.organizationId,
    keys.tokensToFind(term),
  ]);
  return rows.length > 0;
}

async function findPayerMatches(tx: Tx, organizationId: string, part: string, how: { withSlips: boolean }): Promise<PayerMatches> {
  const names = await tx.query<{ name: string }>(
    'answered-names',
    'SELECT name FROM answered_payer_names WHERE organization_id = $1 AND name ILIKE $2',
    [organizationId, containing(part)],
  );
  return { payerIds: await listPayerIdsByName(tx, part, how), answeredNames: names.map(({ name }) => name) };
}
