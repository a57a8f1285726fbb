/** A typed or pasted list as cells, and as the text with tabs that is sent (docs/product.md 19.1). */

export type Cells = readonly (readonly string[])[];

/** What most lists have; of a list that is typed from nothing. */
export const USUAL_HEADINGS = ['Last name', 'First name', 'Date of birth', 'Member ID', 'Insurance'] as const;

/** Quoted cells may hold tabs, line ends and doubled quotation marks, as spreadsheets write them. All rows are equally wide. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [cell, next] = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
    row.push(cell);
    at = next;
    if (text[at] === '\t') {
      at += 1;
      if (at === text.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  if (row.length > 0) rows.push(row);
  return squared(rows);
}

function plainCell(text: string, from: number): [cell: string, next: number] {
  const length = text.slice(from).search(/[\t\r\n]/);
  const to = length < 0 ? text.length : from + length;
  return [text.slice(from, to), to];
}

/** What is never closed was no quoted cell. */
function quotedCell(text: string, from: number): [cell: string, next: number] {
  const pattern = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y;
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? plainCell(text, from) : [(found[1] ?? '').replaceAll('""', '"'), pattern.lastIndex];
}

function squared(rows: readonly string[][]): string[][] {
  const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  return rows.map((row) => [...row, ...Array.from({ length: width - row.length }, () => '')]);
}

/** Rows in which nothing stands are left out. */
export function textOf(cells: Cells): string {
  return cells
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => row.map((cell) => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');
}

/** With one cell changed. */
export function withCell(cells: Cells, row: number, column: number, value: string): string[][] {
  return cells.map((one, at) => (at === row ? one.map((cell, place) => (place === column ? value : cell)) : [...one]));
}

/** With what was pasted laid over it from one cell on; it grows where that is larger. */
export function withPasted(cells: Cells, row: number, column: number, pasted: Cells): string[][] {
  const grown: string[][] = cells.map((one) => [...one]);
  for (const [down, line] of pasted.entries()) {
    const target = (grown[row + down] ??= []);
    for (const [right, cell] of line.entries()) target[column + right] = cell;
  }
  return squared(grown.map((one) => Array.from(one, (cell) => cell ?? '')));
}

export const withRow = (cells: Cells): string[][] => [...cells.map((row) => [...row]), (cells[0] ?? USUAL_HEADINGS).map(() => '')];

/** Below its heading. */
export const countFilled = (cells: Cells): number => cells.slice(1).filter((row) => row.some((cell) => cell.trim() !== '')).length;
