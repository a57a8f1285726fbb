/** Mends a row in place, leaves it out, or says that it is dealt with. One that was refused is asked again with it (product.md 19.3, 19.5). */
import type { RowChanges, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import type { BatchContent, ContentField } from '@coverlight/contract/batches/columns.schema.ts';
import { rowOfTyped } from '@coverlight/domain/batches/row.ts';
import { latestToday } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findPayer } from '#features/payers/payers.repository.ts';
import { conflict, invalid, notFound } from '#http/app-error.ts';
import { closeRemarks, closeRowContent, openRemarks, openRowContent } from '../batch-contents.ts';
import { withBatch, type BatchContext } from '../batch-context.ts';
import { sendWhatIsReady, type ByPerson } from '../change-batch.ts';
import { findRow, updateRows, type StoredRow } from './batch-rows.repository.ts';
import { recheckRows, settleSame } from './recheck-rows.ts';

export interface RowChange {
  content?: RowChanges;
  payer?: string | null;
  left_out?: boolean;
  is_done?: boolean;
}

const ASKED: readonly RowState[] = ['queued', 'asking', 'answered', 'stopped'];

/** Throws 404; 409 for a row that is asked or answered, and where the batch is over; 422 under `payer`. */
export async function changeRow(deps: Deps, by: ByPerson, number: number, change: RowChange): Promise<void> {
  await withBatch(deps, by.viewer, by.id, async (context) => {
    const { tx, now } = context;
    const row = await findRow(tx, by.id, number);
    if (row === null) throw notFound();
    const { is_done: isDone = row.is_done, ...rest } = change;
    if (isDone !== row.is_done) await updateRows(tx, by.id, [{ ...row, is_done: isDone }]);
    if (Object.keys(rest).length > 0) await mend(context, { ...row, is_done: isDone }, rest);
    await recordAudit(tx, by.actor, now, {
      action: 'batch.row-update',
      objectType: 'batch',
      objectIds: [by.id],
      changedFields: [...Object.keys(rest.content ?? {}), ...Object.keys(change).filter((key) => key !== 'content')],
    });
  });
}

async function mend(context: BatchContext, row: StoredRow, change: Omit<RowChange, 'is_done'>): Promise<void> {
  const { tx, batch } = context;
  if (batch.state === 'stopped' || batch.emptied_at !== null) throw conflict('This batch has ended.');
  if (ASKED.includes(row.state)) throw conflict(row.state === 'answered' ? 'This row has an answer.' : 'This row is being asked.');
  const wasRefused = row.state === 'refused' || row.state === 'failed';
  if (change.left_out === true) {
    if (wasRefused) throw conflict('This row has been asked.');
    // Those that would have asked the same are looked at again.
    await updateRows(tx, batch.id, [{ ...row, state: 'left-out', duplicate_of: null, inquiry_id: null }]);
    if (row.same_key !== null) await settleSame(context, [row.same_key]);
  } else {
    const changed = { ...(await withPayer(context, withContent(context, row, change.content ?? {}), change.payer)), is_done: false };
    await recheckRows(context, [wasRefused ? changed : { ...changed, inquiry_id: null }]);
  }
  await sendWhatIsReady(context);
}

/** The cells that were typed are read as those of a file are; the others keep what was said of them. */
function withContent({ keys, batch, now }: BatchContext, row: StoredRow, changes: RowChanges): StoredRow {
  const content = openRowContent(keys, batch.id, row.row, row.content);
  if (content === null) throw conflict('This batch has ended.');
  const fields = Object.keys(changes) as ContentField[];
  if (fields.length === 0) return row;
  const typed: BatchContent = { ...content };
  for (const field of fields) {
    const value = changes[field];
    if (value == null || value === '') delete typed[field];
    else typed[field] = value;
  }
  const before = openRemarks(keys, batch.id, row.row, row.problems);
  const read = rowOfTyped(typed, latestToday(now));
  const isMended = ({ field }: { field: string }) => fields.includes(field as ContentField);
  const remarks = {
    problems: [...before.read.problems.filter((one) => !isMended(one)), ...read.problems.filter(isMended)],
    warnings: [...before.read.warnings.filter((one) => !isMended(one)), ...read.warnings.filter(isMended)],
  };
  // What was not touched stays as it stood: a day that did not fit its column's order is not read by another now.
  const kept: BatchContent = { ...content };
  for (const field of new Set([...fields, ...(Object.keys(read.content) as ContentField[])])) {
    const value = read.content[field];
    if (!fields.includes(field) && content[field] !== undefined) continue;
    if (value === undefined) delete kept[field];
    else kept[field] = value;
  }
  return {
    ...row,
    content: closeRowContent(keys, batch.id, row.row, kept),
    problems: closeRemarks(keys, batch.id, row.row, { read: remarks, checked: remarks }),
  };
}

async function withPayer({ tx }: BatchContext, row: StoredRow, payerId: string | null | undefined): Promise<StoredRow> {
  if (payerId === undefined || payerId === null) return row;
  const payer = await findPayer(tx, payerId);
  if (payer === null || payer.deleted_at !== null) throw invalid({ payer: ['Please choose a payer.'] });
  return { ...row, payer_id: payer.id, payer_name: null };
}
