/** Where a batch's encrypted values are stored, and how they are opened. */
import type { ShownColumn, PayerMatchKind } from '@coverlight/contract/batches/batch.schema.ts';
import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import type { RowSummary } from '@coverlight/domain/batches/row-result.ts';
import type { RowProblem } from '@coverlight/domain/batches/row-form.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';

/** One of the payer names that the rows have; rows hold its place. */
export interface NamedPayer {
  name: string;
  /** The id that the file has for it; '' without one. */
  code: string;
  match: PayerMatchKind;
  /** Null: to be chosen. Of a likely one the proposal, which nobody has taken yet. */
  payerId: string | null;
  /** Ids of what else it may be. */
  candidates: string[];
}

/** What is known of the file as a whole. */
export interface BatchFacts {
  sheets: string[] | null;
  sheet: string | null;
  columns: ShownColumn[];
  isRemembered: boolean;
  payers: NamedPayer[];
}
export const NO_FACTS: BatchFacts = { sheets: null, sheet: null, columns: [], isRemembered: false, payers: [] };

export interface RowRemarks {
  /** Each keeps the row from being sent. */
  problems: RowProblem[];
  warnings: RowProblem[];
}

/** `read`: what reading found, which stands until the cell is mended. `checked`: all that is to be said of the row now. */
export interface StoredRemarks {
  read: RowRemarks;
  checked: RowRemarks;
}
const noRemarks = (): RowRemarks => ({ problems: [], warnings: [] });
const isNothing = ({ problems, warnings }: RowRemarks) => problems.length + warnings.length === 0;

const factsAt = (batchId: string) => ({ table: 'batches', row: batchId, column: 'content' });
const uploadAt = (batchId: string) => ({ table: 'batches', row: batchId, column: 'upload' });
const rowAt = (batchId: string, row: number, column: 'content' | 'problems' | 'result') => ({
  table: 'batch_rows',
  row: `${batchId}.${row}`,
  column,
});

export const closeFacts = (keys: OrganizationKeys, batchId: string, facts: BatchFacts): Buffer => keys.encryptJson(factsAt(batchId), facts);

// Authenticated: these are the bytes that were closed for this very row and column.
export const openFacts = (keys: OrganizationKeys, batchId: string, ciphertext: Buffer | null): BatchFacts =>
  ciphertext === null ? NO_FACTS : (keys.decryptJson(factsAt(batchId), ciphertext) as BatchFacts);

/** A file as it came, or the text of a paste. */
export type Upload = { bytes: Buffer; filename: string } | { text: string };

export function closeUpload(keys: OrganizationKeys, batchId: string, upload: Upload): Buffer {
  const kept = 'text' in upload ? upload : { base64: upload.bytes.toString('base64'), filename: upload.filename };
  return keys.encryptText(uploadAt(batchId), JSON.stringify(kept));
}

export function openUpload(keys: OrganizationKeys, batchId: string, ciphertext: Buffer): Upload {
  const kept = JSON.parse(keys.decryptText(uploadAt(batchId), ciphertext)) as { text: string } | { base64: string; filename: string };
  return 'text' in kept ? kept : { bytes: Buffer.from(kept.base64, 'base64'), filename: kept.filename };
}

export const closeRowContent = (keys: OrganizationKeys, batchId: string, row: number, content: BatchContent): Buffer =>
  keys.encryptJson(rowAt(batchId, row, 'content'), content);

/** Null once it is deleted. */
export const openRowContent = (keys: OrganizationKeys, batchId: string, row: number, ciphertext: Buffer | null): BatchContent | null =>
  ciphertext === null ? null : (keys.decryptJson(rowAt(batchId, row, 'content'), ciphertext) as BatchContent);

/** Most rows have none, and then nothing is stored. */
export const closeRemarks = (keys: OrganizationKeys, batchId: string, row: number, remarks: StoredRemarks): Buffer | null =>
  isNothing(remarks.read) && isNothing(remarks.checked) ? null : keys.encryptJson(rowAt(batchId, row, 'problems'), remarks);

export const openRemarks = (keys: OrganizationKeys, batchId: string, row: number, ciphertext: Buffer | null): StoredRemarks =>
  ciphertext === null
    ? { read: noRemarks(), checked: noRemarks() }
    : (keys.decryptJson(rowAt(batchId, row, 'problems'), ciphertext) as StoredRemarks);

export const closeResult = (keys: OrganizationKeys, batchId: string, row: number, result: RowSummary): Buffer =>
  keys.encryptJson(rowAt(batchId, row, 'result'), result);

export const openResult = (keys: OrganizationKeys, batchId: string, row: number, ciphertext: Buffer | null): RowSummary | null =>
  ciphertext === null ? null : (keys.decryptJson(rowAt(batchId, row, 'result'), ciphertext) as RowSummary);
