/** A cell of a table as a spreadsheet or a text holds it (product.md 19.1). */

/**
 * Text; a number with its digits as stored, which counts days from 1904 where `from` says so if it is one; or a day, with its time where it
 * has one: YYYY-MM-DD or YYYY-MM-DDTHH:MM.
 */
export type Cell = string | { number: string; from?: 1904 } | { day: string };

// What nobody sees: control characters, halves of a character, changes of direction, characters without a width.
const INVISIBLE = /[\p{Cc}\p{Cs}\p{Cf}\u{2028}\u{2029}]/gu;

/** One line, as it is seen: blanks of every kind are one blank. */
export function cellText(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return 'number' in cell ? cell.number : cell.day;
  if (/^[!-~]*$/.test(cell)) return cell;
  return cell.replaceAll(/\s+/gu, ' ').replaceAll(INVISIBLE, '').trim();
}
