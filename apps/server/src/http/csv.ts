/** Lines of a CSV file. Every cell is quoted; one that a spreadsheet would run as a formula is defused (product.md 12.4). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${defused(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

/** Without what a spreadsheet would run. */
export const defused = (cell: string): string => (/^\s*[=+\-@]|^[\t\r]/.test(cell) ? `'${cell}` : cell);
