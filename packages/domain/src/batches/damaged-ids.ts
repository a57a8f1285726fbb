/** Ids that a spreadsheet took for numbers (product.md 19.1). */
import { type Cell, cellText } from './cell.ts';

/** A spreadsheet keeps so many digits of a number; the rest it makes zeros. */
const DIGITS_KEPT = 15;
const E_NOTATION = /^-?\d(?:[.,]\d+)?E\+\d{1,3}$/i;

/** Its leading zeros would be gone. */
export const isNumber = (cell: Cell | undefined): boolean => cell !== undefined && typeof cell !== 'string' && 'number' in cell;

/** Digits of it are gone for good, or it is something else than the id. In a text only the notation tells. */
export function isCutId(cell: Cell | undefined): boolean {
  if (cell === undefined) return false;
  if (typeof cell === 'string') return E_NOTATION.test(cellText(cell));
  if (!('number' in cell)) return true;
  return !/^\d+$/.test(cell.number) || cell.number.length > DIGITS_KEPT;
}
