/** The chain of seals over the log's rows: SHA-256 of the seal before and of the rows in id order (product.md 12.4). */
import { createHash } from 'node:crypto';
import type { RawAuditRow, StoredSeal } from './audit-log.repository.ts';

/** What the first seal follows. */
export const NO_SEAL = '0'.repeat(64);

/** Keys in order and without empty ones, so that a column added later changes no old row. */
export function canonicalRow(row: RawAuditRow): string {
  const keys = Object.keys(row).filter((key) => row[key] !== null && row[key] !== undefined);
  return JSON.stringify(keys.toSorted().map((key) => [key, row[key]]));
}

/** A row has no line break of its own in this form. */
export const sealOf = (before: string, rows: readonly RawAuditRow[]): string =>
  createHash('sha256')
    .update([before, ...rows.map(canonicalRow)].join('\n'))
    .digest('hex');

/** One seal against the rows it is said to cover; null where both fit, else what is wrong, in words. */
export function faultOfSeal(
  seal: StoredSeal,
  before: Pick<StoredSeal, 'number' | 'last_id' | 'seal'> | null,
  rows: readonly { id: string; row: RawAuditRow }[],
): string | null {
  const span = `rows ${Number(before?.last_id ?? 0) + 1} to ${seal.last_id}`;
  if (seal.number !== (before?.number ?? 0) + 1) return `seal ${(before?.number ?? 0) + 1} is missing`;
  if (rows.length !== seal.rows) return `${span}: ${seal.rows} were sealed, ${rows.length} are there`;
  if (rows.at(-1)?.id !== seal.last_id) return `${span}: the last row is missing`;
  const sealed = sealOf(
    before?.seal ?? NO_SEAL,
    rows.map(({ row }) => row),
  );
  return sealed === seal.seal ? null : `${span}: at least one row was changed, or the seal itself`;
}

/** What is kept outside the database of the newest seal. */
export interface OutsideSeal {
  number: number;
  seal: string;
}

/** Whether the database still holds the seal that was written outside; null where it does. */
export function faultOfOutsideSeal(outside: OutsideSeal, inside: Pick<StoredSeal, 'number' | 'seal'> | null): string | null {
  if (inside === null || inside.number !== outside.number) return `seal ${outside.number}, known outside the database, is missing`;
  return inside.seal === outside.seal ? null : `seal ${outside.number} differs from the one known outside the database`;
}
