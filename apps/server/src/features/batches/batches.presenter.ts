/** Batches and their rows as they may leave (product.md 19). */
import {
  ROW_NEEDS,
  ROW_STATES,
  type Batch,
  type BatchCost,
  type BatchPayer,
  type BatchRow,
  type ShownColumn,
} from '@coverlight/contract/batches/batch.schema.ts';
import { CONTENT_FIELDS, type BatchMapping } from '@coverlight/contract/batches/columns.schema.ts';
import { isExpired } from '@coverlight/domain/inquiries/inquiry-expiry.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { openFacts, openRemarks, openResult, openRowContent, type NamedPayer } from './batch-contents.ts';
import type { BatchRecord } from './batches.repository.ts';
import type { ShownRow } from './rows/batch-rows.repository.ts';

/** Days after its end when the contents of a batch's rows are deleted. */
export const CONTENTS_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface BatchFigures {
  cost: BatchCost | null;
  secondsLeft: number | null;
}

export function presentBatch(batch: BatchRecord, keys: OrganizationKeys, { cost, secondsLeft }: BatchFigures): Batch {
  const facts = openFacts(keys, batch.id, batch.content);
  const { counts } = batch;
  const sum = (states: readonly (typeof ROW_STATES)[number][]) => states.reduce((total, state) => total + (counts[state] ?? 0), 0);
  const done = sum(['answered', 'refused', 'failed', 'stopped']);
  return {
    id: batch.id,
    state: batch.state,
    source: batch.source,
    rule: batch.rule_id === null ? null : { id: batch.rule_id, name: batch.rule_name ?? '' },
    provider: { id: batch.provider_id, name: batch.provider_name },
    user: { id: batch.user_id, name: `${batch.user_first_name} ${batch.user_last_name}`.trim() },
    counts: Object.fromEntries(ROW_STATES.map((state) => [state, counts[state] ?? 0])) as Batch['counts'],
    needs: Object.fromEntries(ROW_NEEDS.map((needs) => [needs, batch.needs[needs] ?? 0])) as Batch['needs'],
    sheets: facts.sheets,
    sheet: facts.sheet,
    columns: facts.columns,
    mapping: batch.mapping ?? guessedMapping(facts.columns),
    is_mapping_remembered: facts.isRemembered,
    cost,
    ceiling: batch.ceiling,
    // One of them: the contract lets no other in.
    reuse_days: batch.reuse_days as Batch['reuse_days'],
    progress: { done, total: done + sum(['queued', 'asking', 'over-budget']), seconds_left: secondsLeft },
    created_at: batch.created_at.toISOString(),
    started_at: batch.started_at?.toISOString() ?? null,
    ended_at: batch.ended_at?.toISOString() ?? null,
    contents_until: batch.ended_at === null ? null : new Date(batch.ended_at.getTime() + CONTENTS_DAYS * DAY_MS).toISOString(),
  };
}

/** What would be confirmed by sending it back as it is. */
function guessedMapping(columns: readonly ShownColumn[]): BatchMapping | null {
  if (columns.length === 0) return null;
  const orders = columns.flatMap(({ field, date_order: order }) => (field === null || order === null ? [] : [[field, order] as const]));
  return { columns: columns.map(({ field }) => field), date_orders: Object.fromEntries(orders) };
}

export function presentBatchRow(row: ShownRow, keys: OrganizationKeys, batchId: string, now: Date): BatchRow {
  const content = openRowContent(keys, batchId, row.row, row.content);
  const { checked } = openRemarks(keys, batchId, row.row, row.problems);
  return {
    row: row.row,
    state: row.state,
    // One of them: the table lets no other in.
    needs: row.needs as BatchRow['needs'],
    problems: checked.problems,
    warnings: checked.warnings,
    payer: row.payer_id === null ? null : { id: row.payer_id, name: row.payer_shown ?? '' },
    content:
      content === null
        ? null
        : (Object.fromEntries(CONTENT_FIELDS.map((field) => [field, content[field] ?? null])) as NonNullable<BatchRow['content']>),
    // One that the viewer may not see is none.
    inquiry_id: row.status === null ? null : row.inquiry_id,
    person_id: row.status === null ? null : row.person_id,
    duplicate_of: row.duplicate_of,
    is_done: row.is_done,
    result: resultOf(row, keys, batchId, now),
  };
}

function resultOf(row: ShownRow, keys: OrganizationKeys, batchId: string, now: Date): BatchRow['result'] {
  const { status, created_at: createdAt, inquiry_id: id } = row;
  if (status === null || createdAt === null || id === null) return null;
  const isOld = isExpired({ status, created_at: createdAt, hasCoverage: row.has_coverage === true }, now);
  return {
    status: isOld ? 'expired' : status,
    plan_status: row.plan_status,
    plan_state: row.plan_state,
    may_be_somebody_else: row.may_be_somebody_else === true,
    is_handled_elsewhere: row.is_handled_elsewhere,
    is_other_payer_first: row.is_other_payer_first,
    ...(openResult(keys, batchId, row.row, row.result) ?? { plan: null, money: [], flags: [] }),
    remote_errors: openContent(keys, id, 'remote_errors', row.remote_errors) ?? {},
  };
}

const ORDER = ['none', 'likely', 'decided', 'certain'];

/** What is to be decided first, then by how many rows name it. */
export function presentPayers(
  named: readonly NamedPayer[],
  rows: ReadonlyMap<number, number>,
  names: ReadonlyMap<string, string>,
): BatchPayer[] {
  const payer = (id: string) => ({ id, name: names.get(id) ?? '' });
  return named
    .map((one, place) => ({
      name: one.name,
      rows: rows.get(place) ?? 0,
      match: one.match,
      payer: one.payerId === null ? null : payer(one.payerId),
      candidates: one.candidates.map(payer),
    }))
    .filter(({ rows: many }) => many > 0)
    .toSorted((a, b) => ORDER.indexOf(a.match) - ORDER.indexOf(b.match) || b.rows - a.rows);
}
