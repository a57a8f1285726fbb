/** Tables in print: rows that go on over pages under their labels, which never stand alone. */
import type { Block, Cell, Column } from './inquiry-pdf-document.ts';
import { PAGE, type Element, type Line, type Sheet } from './inquiry-pdf-sheet.ts';
import { bodyLine, BODY_STYLES, drawMarks, FULL_WIDTH, GREY, linesOf, RULE } from './inquiry-pdf-styles.ts';

const CELL_PADDING = 4;

interface Placed {
  x: number;
  width: number;
}

function placeColumns(columns: readonly Column[]): Placed[] {
  let x: number = PAGE.left;
  return columns.map(({ share }) => {
    const placed = { x: x + CELL_PADDING, width: share * FULL_WIDTH - 2 * CELL_PADDING };
    x += share * FULL_WIDTH;
    return placed;
  });
}

const rule = (sheet: Sheet) =>
  sheet.decorate(() => sheet.doc.lineWidth(0.5).strokeColor(RULE).moveTo(PAGE.left, sheet.y).lineTo(PAGE.right, sheet.y).stroke());

/** The room that a row is given on a new page, under the labels; a higher one goes on over the next. */
const ROW_ROOM = PAGE.bottom - PAGE.top - 60;

const heightOf = (sheet: Sheet, cells: readonly { lines: readonly Line[] }[]) =>
  Math.max(1, ...cells.map(({ lines }) => lines.length)) * bodyLine(sheet);

/** Cells beside each other; a row that fits no page goes on over the next ones, under `onNewPage`. */
function drawRow(
  sheet: Sheet,
  row: Element,
  cells: readonly { lines: readonly Line[]; at: Placed; type: 'TH' | 'TD'; scope?: 'Row' | 'Column' }[],
  onNewPage: () => void,
): void {
  if (sheet.makeRoom(Math.min(heightOf(sheet, cells), ROW_ROOM) + 4)) onNewPage();
  const elements = cells.map(({ type, scope }) => sheet.element(row, type, scope === undefined ? {} : { scope }));
  const height = bodyLine(sheet);
  let rest = cells.map(({ lines }) => lines);
  sheet.y += 2;
  for (;;) {
    const fits = Math.max(1, Math.floor((PAGE.bottom - sheet.y) / height));
    const { y } = sheet;
    cells.forEach(({ at }, index) => {
      const [element, lines] = [elements[index], (rest[index] ?? []).slice(0, fits)];
      if (element === undefined || lines.length === 0) return;
      sheet.write(element, () => lines.forEach((line, place) => sheet.drawLine(line, at.x, y + place * height)));
      drawMarks(sheet, lines, at.x, y, height);
    });
    sheet.y += Math.min(fits, Math.max(0, ...rest.map((lines) => lines.length))) * height;
    rest = rest.map((lines) => lines.slice(fits));
    if (rest.every((lines) => lines.length === 0)) break;
    sheet.makeRoom(PAGE.bottom);
    onNewPage();
  }
  elements.forEach((element) => element.end());
  sheet.y += 2;
}

type TableBlock = Extract<Block, { kind: 'table' }>;

function layOutLabels(sheet: Sheet, { columns }: TableBlock) {
  const places = placeColumns(columns);
  return columns.map(({ label }, index) => {
    const at = places[index] ?? { x: PAGE.left, width: 0 };
    const lines = sheet.wrap(label, { ...BODY_STYLES.strong, color: GREY }, at.width);
    return { lines, at, type: 'TH' as const, scope: 'Column' as const };
  });
}

function layOutRow(sheet: Sheet, { columns }: TableBlock, cells: readonly Cell[]) {
  const places = placeColumns(columns);
  return cells.map((cell, index) => {
    const at = places[index] ?? { x: PAGE.left, width: 40 };
    const lines = linesOf(sheet, cell, at.width);
    return index === 0 ? { lines, at, type: 'TH' as const, scope: 'Row' as const } : { lines, at, type: 'TD' as const };
  });
}

/** Labels with the first row, which moves to the next page as a whole where it fits one: alone they would head nothing. */
export function startOfTable(sheet: Sheet, block: TableBlock): number {
  const [first] = block.rows;
  const row = first === undefined ? 0 : Math.min(heightOf(sheet, layOutRow(sheet, block, first)), ROW_ROOM);
  return heightOf(sheet, layOutLabels(sheet, block)) + row + 12;
}

export function drawTable(sheet: Sheet, root: Element, block: TableBlock): void {
  const labels = layOutLabels(sheet, block);
  const table = sheet.element(root, 'Table', { title: block.caption });
  sheet.makeRoom(startOfTable(sheet, block));
  const head = sheet.element(table, 'TR');
  drawRow(sheet, head, labels, () => undefined);
  head.end();
  rule(sheet);
  // Told once to those who listen, shown again to those who look.
  const repeatLabels = () => {
    sheet.decorate(() =>
      labels.forEach(({ lines, at }) => lines.forEach((line, index) => sheet.drawLine(line, at.x, sheet.y + index * bodyLine(sheet)))),
    );
    sheet.y += Math.max(1, ...labels.map(({ lines }) => lines.length)) * bodyLine(sheet) + 2;
    rule(sheet);
    sheet.y += 2;
  };
  for (const cells of block.rows) {
    const row = sheet.element(table, 'TR');
    drawRow(sheet, row, layOutRow(sheet, block, cells), repeatLabels);
    row.end();
    rule(sheet);
  }
  table.end();
  sheet.y += 5;
}

export function drawFacts(sheet: Sheet, root: Element, facts: readonly { label: string; value: string }[]): void {
  const [labelAt, valueAt] = placeColumns([
    { label: '', share: 0.24 },
    { label: '', share: 0.76 },
  ]);
  if (labelAt === undefined || valueAt === undefined) return;
  const table = sheet.element(root, 'Table');
  for (const { label, value } of facts) {
    const row = sheet.element(table, 'TR');
    const labelLines = sheet.wrap(label, BODY_STYLES.muted, labelAt.width);
    const valueLines = sheet.wrap(value, BODY_STYLES.plain, valueAt.width);
    drawRow(
      sheet,
      row,
      [
        { lines: labelLines, at: labelAt, type: 'TH', scope: 'Row' },
        { lines: valueLines, at: valueAt, type: 'TD' },
      ],
      () => undefined,
    );
    sheet.y -= 2;
    row.end();
  }
  table.end();
  sheet.y += 6;
}
