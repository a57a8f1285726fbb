/** Rows of batches: written and checked many at a time, shown a page at a time. */
import type { RowState } from '@coverlight/contract/batches/batch.schema.ts';
import type { PlanState, StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Tx } from '#db/client.ts';
import type { Limits } from '#db/page.ts';
import { MAY_BE_SOMEBODY_ELSE } from '#features/inquiries/list/inquiry-conditions.ts';
import type { Scope } from '#http/viewer.ts';

export interface StoredRow {
  row: number;
  state: RowState;
  needs: number | null;
  payer_id: string | null;
  /** Place among the batch's payer names; null where a person chose the payer of this row alone. */
  payer_name: number | null;
  /** Null: the batch's. */
  provider_id: string | null;
  inquiry_id: string | null;
  same_key: Buffer | null;
  duplicate_of: number | null;
  /** Ciphertext. */
  content: Buffer | null;
  problems: Buffer | null;
  result: Buffer | null;
  is_done: boolean;
}

const COLUMNS = `r.row, r.state, r.needs, r.payer_id, r.payer_name, r.provider_id, r.inquiry_id, r.same_key, r.duplicate_of, r.content,
  r.problems, r.result, r.is_done`;
const ARRAYS = `unnest($3::int[], $4::text[], $5::smallint[], $6::text[], $7::int[], $8::text[], $9::text[], $10::bytea[], $11::int[],
  $12::bytea[], $13::bytea[], $14::bytea[], $15::boolean[])
  AS r (row, state, needs, payer_id, payer_name, provider_id, inquiry_id, same_key, duplicate_of, content, problems, result, is_done)`;

const arraysOf = (tx: Tx, batchId: string, rows: readonly StoredRow[]) => [
  tx.organizationId,
  batchId,
  rows.map(({ row }) => row),
  rows.map(({ state }) => state),
  rows.map(({ needs }) => needs),
  rows.map(({ payer_id }) => payer_id),
  rows.map(({ payer_name }) => payer_name),
  rows.map(({ provider_id }) => provider_id),
  rows.map(({ inquiry_id }) => inquiry_id),
  rows.map(({ same_key }) => same_key),
  rows.map(({ duplicate_of }) => duplicate_of),
  rows.map(({ content }) => content),
  rows.map(({ problems }) => problems),
  rows.map(({ result }) => result),
  rows.map(({ is_done }) => is_done),
];

export async function insertRows(tx: Tx, batchId: string, rows: readonly StoredRow[]): Promise<void> {
  await tx.query(
    'insert-batch-rows',
    `INSERT INTO batch_rows (organization_id, batch_id, row, state, needs, payer_id, payer_name, provider_id, inquiry_id, same_key,
       duplicate_of, content, problems, result, is_done)
     SELECT $1, $2, r.* FROM ${ARRAYS}`,
    arraysOf(tx, batchId, rows),
  );
}

export async function updateRows(tx: Tx, batchId: string, rows: readonly StoredRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    'update-batch-rows',
    `UPDATE batch_rows o SET state = r.state, needs = r.needs, payer_id = r.payer_id, payer_name = r.payer_name, provider_id = r.provider_id,
       inquiry_id = r.inquiry_id, same_key = r.same_key, duplicate_of = r.duplicate_of, content = r.content, problems = r.problems,
       result = r.result, is_done = r.is_done
     FROM ${ARRAYS} WHERE o.organization_id = $1 AND o.batch_id = $2 AND o.row = r.row`,
    arraysOf(tx, batchId, rows),
  );
}

export async function deleteRows(tx: Tx, batchId: string): Promise<void> {
  await tx.query('delete-batch-rows', 'DELETE FROM batch_rows WHERE organization_id = $1 AND batch_id = $2', [tx.organizationId, batchId]);
}

/** In their order. */
export async function listRowsIn(tx: Tx, batchId: string, states: readonly RowState[]): Promise<StoredRow[]> {
  return await tx.query<StoredRow & Record<string, unknown>>(
    'list-batch-rows-in',
    `SELECT ${COLUMNS} FROM batch_rows r WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.state = ANY ($3) ORDER BY r.row`,
    [tx.organizationId, batchId, states],
  );
}

/** Of one of the batch's payer names. */
export async function listRowsOfPayerNames(tx: Tx, batchId: string, places: readonly number[]): Promise<StoredRow[]> {
  return await tx.query<StoredRow & Record<string, unknown>>(
    'list-batch-rows-of-payer-names',
    `SELECT ${COLUMNS} FROM batch_rows r WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.payer_name = ANY ($3) ORDER BY r.row`,
    [tx.organizationId, batchId, places],
  );
}

export async function countRowsByPayerName(tx: Tx, batchId: string): Promise<Map<number, number>> {
  const rows = await tx.query<{ payer_name: number; many: number }>(
    'count-batch-rows-by-payer-name',
    `SELECT r.payer_name, count(*)::int AS many FROM batch_rows r
     WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.payer_name IS NOT NULL GROUP BY 1`,
    [tx.organizationId, batchId],
  );
  return new Map(rows.map(({ payer_name: name, many }) => [name, many]));
}

/** Those that ask the same, in their order. */
export async function listSameRows(tx: Tx, batchId: string, keys: readonly Buffer[]): Promise<StoredRow[]> {
  return await tx.query<StoredRow & Record<string, unknown>>(
    'list-same-batch-rows',
    `SELECT ${COLUMNS} FROM batch_rows r WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.same_key = ANY ($3::bytea[]) ORDER BY r.row`,
    [tx.organizationId, batchId, keys],
  );
}

export async function findRow(tx: Tx, batchId: string, row: number): Promise<StoredRow | null> {
  const [found] = await tx.query<StoredRow & Record<string, unknown>>(
    'find-batch-row',
    `SELECT ${COLUMNS} FROM batch_rows r WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.row = $3`,
    [tx.organizationId, batchId, row],
  );
  return found ?? null;
}

/** All rows of one state become another's. */
export async function moveRows(tx: Tx, batchId: string, from: readonly RowState[], to: RowState): Promise<void> {
  await tx.query('move-batch-rows', 'UPDATE batch_rows SET state = $4 WHERE organization_id = $1 AND batch_id = $2 AND state = ANY ($3)', [
    tx.organizationId,
    batchId,
    from,
    to,
  ]);
}

/** A row as it is shown, with what its inquiry has come to where the viewer may see that. */
export interface ShownRow extends StoredRow {
  payer_shown: string | null;
  person_id: string | null;
  status: StoredInquiryStatus | null;
  created_at: Date | null;
  has_coverage: boolean | null;
  plan_status: string | null;
  plan_state: PlanState | null;
  may_be_somebody_else: boolean | null;
  is_handled_elsewhere: boolean | null;
  is_other_payer_first: boolean | null;
  /** Ciphertext. */
  remote_errors: Buffer | null;
}

export interface RowFilter {
  states: readonly RowState[] | null;
  needs: readonly number[] | null;
}

const conditionOf = ({ states, needs }: RowFilter): string =>
  `r.organization_id = $1 AND r.batch_id = $2
   ${states === null ? 'AND $3::text[] IS NULL' : 'AND r.state = ANY ($3::text[])'}
   ${needs === null ? 'AND $4::smallint[] IS NULL' : 'AND r.needs = ANY ($4::smallint[])'}`;

const RESULT = `LEFT JOIN inquiries i ON i.organization_id = r.organization_id AND i.id = r.inquiry_id AND ($5 OR i.user_id = $6)
  LEFT JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id AND i.status IN ('error', 'failure')
  LEFT JOIN person_inquiries l ON l.organization_id = i.organization_id AND l.inquiry_id = i.id
  LEFT JOIN payers y ON y.id = r.payer_id`;
const SHOWN = `${COLUMNS}, y.name AS payer_shown, l.person_id, i.status, i.created_at, i.has_coverage, i.plan_status, i.plan_state,
  ${MAY_BE_SOMEBODY_ELSE} AS may_be_somebody_else, i.is_handled_elsewhere, i.is_other_payer_first, c.remote_errors`;

/** One page, found in an index in its order; only its own rows meet their inquiries. */
export async function listShownRows(
  tx: Tx,
  scope: Scope,
  batchId: string,
  { filter, limits, sort }: { filter: RowFilter; limits: Limits; sort: 'row' | 'needs' },
): Promise<ShownRow[]> {
  const order = sort === 'row' ? 'r.row' : 'r.needs NULLS LAST, r.row';
  return await tx.queryOnce<ShownRow & Record<string, unknown>>(
    `SELECT ${SHOWN} FROM (SELECT * FROM batch_rows r WHERE ${conditionOf(filter)} ORDER BY ${order} LIMIT $7 OFFSET $8) r ${RESULT}
     WHERE r.organization_id = $1 ORDER BY ${order}`,
    [scope.organizationId, batchId, filter.states, filter.needs, !scope.restricted, scope.userId, limits.limit, limits.offset],
  );
}

export async function countShownRows(tx: Tx, organizationId: string, batchId: string, filter: RowFilter): Promise<number> {
  const [row] = await tx.queryOnce<{ total: number }>(`SELECT count(*)::int AS total FROM batch_rows r WHERE ${conditionOf(filter)}`, [
    organizationId,
    batchId,
    filter.states,
    filter.needs,
  ]);
  return row?.total ?? 0;
}

export async function findShownRow(tx: Tx, scope: Scope, batchId: string, row: number): Promise<ShownRow | null> {
  const [found] = await tx.queryOnce<ShownRow & Record<string, unknown>>(
    `SELECT ${SHOWN} FROM batch_rows r ${RESULT}
     WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.row = $7 AND $3::text[] IS NULL AND $4::smallint[] IS NULL`,
    [scope.organizationId, batchId, null, null, !scope.restricted, scope.userId, row],
  );
  return found ?? null;
}
