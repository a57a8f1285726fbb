/** A table of the clipboard as text with tabs, where a program put no text beside it (product.md 19.1). */

/** As wide as a table may be, whatever its cells say of themselves. */
const COLUMNS_AT_MOST = 200;

/** The first table that has rows; null where there is none. Parsed apart from the page: nothing of it is loaded or run. */
export function tsvOfHtml(html: string): string | null {
  const tables = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('table');
  const table = [...tables].find(({ rows }) => rows.length > 0);
  if (table === undefined) return null;
  return [...table.rows].map((row) => [...row.cells].flatMap(cellsOf).slice(0, COLUMNS_AT_MOST).join('\t')).join('\n');
}

/** A cell over several columns stands in the first of them. */
function cellsOf(cell: HTMLTableCellElement): string[] {
  const text = textOf(cell);
  const quoted = /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [quoted, ...Array.from({ length: Math.min(cell.colSpan, COLUMNS_AT_MOST) - 1 }, () => '')];
}

/** Lines end where the page would end them; other blanks are one. */
function textOf(cell: HTMLTableCellElement): string {
  for (const end of cell.querySelectorAll('br')) end.replaceWith('\u{2028}');
  return (cell.textContent ?? '')
    .replaceAll(/[^\S\u{2028}]+/gu, ' ')
    .replaceAll(/ ?\u{2028} ?/gu, '\n')
    .trim();
}
