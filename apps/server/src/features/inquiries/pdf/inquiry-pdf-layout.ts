/** Draws a printed document: blocks below each other, tables that go on over pages, and on every page who, whom, when and how. */
import type { Block, Cell, Column, PrintedDocument, TextTone } from './inquiry-pdf-document.ts';
import { createSheet, lineHeight, openDocument, PAGE, type Element, type Line, type Sheet, type Style } from './inquiry-pdf-sheet.ts';

const INK = '#1a1b1e';
const GREY = '#495057';
const RULE = '#ced4da';
const FULL_WIDTH = PAGE.right - PAGE.left;
const CELL_PADDING = 4;

const HEADING_STYLES: Readonly<Record<1 | 2 | 3 | 4, Style>> = {
  1: { weight: 'semibold', size: 17, color: INK },
  2: { weight: 'semibold', size: 13, color: INK },
  3: { weight: 'semibold', size: 10.5, color: INK },
  4: { weight: 'semibold', size: 9, color: GREY },
};
const BODY_STYLES: Readonly<Record<TextTone, Style>> = {
  plain: { weight: 'regular', size: 9, color: INK },
  strong: { weight: 'semibold', size: 9, color: INK },
  muted: { weight: 'regular', size: 9, color: GREY },
  quote: { weight: 'regular', size: 9, color: INK },
};
const LEADING_STYLE: Style = { weight: 'semibold', size: 11, color: INK };
const RUNNING_STYLE: Style = { weight: 'regular', size: 8, color: GREY };
const BODY_LINE = lineHeight(BODY_STYLES.plain);

const wordsOf = (tone: TextTone, text: string) => (tone === 'quote' ? `“${text}”` : text);

function linesOf(sheet: Sheet, cell: Cell, width: number): Line[] {
  return cell.flatMap(({ text, tone }) => sheet.wrap(wordsOf(tone, text), BODY_STYLES[tone], width));
}

/** Lines below each other, over as many pages as they need. */
function writeLines(sheet: Sheet, element: Element, lines: readonly Line[], x: number): void {
  let rest = lines;
  while (rest.length > 0) {
    sheet.makeRoom(lineHeight(rest[0]?.style ?? BODY_STYLES.plain));
    let height = 0;
    let count = 0;
    for (const line of rest) {
      if (sheet.y + height + lineHeight(line.style) > PAGE.bottom) break;
      height += lineHeight(line.style);
      count += 1;
    }
    const fitting = rest.slice(0, count);
    sheet.write(element, () => {
      for (const line of fitting) {
        sheet.drawLine(line, x, sheet.y);
        sheet.y += lineHeight(line.style);
      }
    });
    rest = rest.slice(count);
  }
}

/** `below` is the height of what it heads that must stand on its page. */
function drawHeading(sheet: Sheet, root: Element, { level, text }: Extract<Block, { kind: 'heading' }>, below: number): void {
  const style = HEADING_STYLES[level];
  const lines = sheet.wrap(text, style, FULL_WIDTH);
  sheet.y += level === 1 ? 0 : style.size * (level === 4 ? 0.5 : 0.8);
  // A heading at the foot of a page would stand without what it heads.
  sheet.makeRoom(lines.length * lineHeight(style) + below);
  const element = sheet.element(root, `H${level}`);
  writeLines(sheet, element, lines, PAGE.left);
  element.end();
  sheet.y += 2;
}

function drawParagraph(sheet: Sheet, root: Element, tone: TextTone, text: string): void {
  const style = tone === 'strong' ? LEADING_STYLE : BODY_STYLES[tone];
  const element = sheet.element(root, 'P');
  writeLines(sheet, element, sheet.wrap(wordsOf(tone, text), style, FULL_WIDTH), PAGE.left);
  element.end();
  sheet.y += 3;
}

function drawNotice(sheet: Sheet, root: Element, text: string): void {
  const lines = sheet.wrap(text, LEADING_STYLE, FULL_WIDTH - 16);
  const height = lines.length * lineHeight(LEADING_STYLE);
  sheet.makeRoom(height + 12);
  sheet.decorate(() =>
    sheet.doc
      .lineWidth(1)
      .strokeColor(INK)
      .rect(PAGE.left, sheet.y, FULL_WIDTH, height + 8)
      .stroke(),
  );
  sheet.y += 4;
  const element = sheet.element(root, 'P');
  writeLines(sheet, element, lines, PAGE.left + 8);
  element.end();
  sheet.y += 8;
}

function drawList(sheet: Sheet, root: Element, items: readonly Cell[]): void {
  const list = sheet.element(root, 'L');
  for (const cell of items) {
    const item = sheet.element(list, 'LI');
    const body = sheet.element(item, 'LBody');
    const lines = linesOf(sheet, cell, FULL_WIDTH - 12);
    sheet.makeRoom(Math.min(lines.length, 2) * BODY_LINE);
    const { y } = sheet;
    sheet.decorate(() => sheet.doc.circle(PAGE.left + 3, y + BODY_LINE / 2, 1.3).fill(GREY));
    writeLines(sheet, body, lines, PAGE.left + 12);
    body.end();
    item.end();
    sheet.y += 2;
  }
  list.end();
  sheet.y += 2;
}

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

const heightOf = (cells: readonly { lines: readonly Line[] }[]) => Math.max(1, ...cells.map(({ lines }) => lines.length)) * BODY_LINE;

/** Cells beside each other; a row that fits no page goes on over the next ones, under `onNewPage`. */
function drawRow(
  sheet: Sheet,
  row: Element,
  cells: readonly { lines: readonly Line[]; at: Placed; type: 'TH' | 'TD'; scope?: 'Row' | 'Column' }[],
  onNewPage: () => void,
): void {
  if (sheet.makeRoom(Math.min(heightOf(cells), ROW_ROOM) + 4)) onNewPage();
  const elements = cells.map(({ type, scope }) => sheet.element(row, type, scope === undefined ? {} : { scope }));
  let rest = cells.map(({ lines }) => lines);
  sheet.y += 2;
  for (;;) {
    const fits = Math.max(1, Math.floor((PAGE.bottom - sheet.y) / BODY_LINE));
    const { y } = sheet;
    cells.forEach(({ at }, index) => {
      const [element, lines] = [elements[index], (rest[index] ?? []).slice(0, fits)];
      if (element === undefined || lines.length === 0) return;
      sheet.write(element, () => lines.forEach((line, place) => sheet.drawLine(line, at.x, y + place * BODY_LINE)));
    });
    sheet.y += Math.min(fits, Math.max(0, ...rest.map((lines) => lines.length))) * BODY_LINE;
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
function startOfTable(sheet: Sheet, block: TableBlock): number {
  const [first] = block.rows;
  const row = first === undefined ? 0 : Math.min(heightOf(layOutRow(sheet, block, first)), ROW_ROOM);
  return heightOf(layOutLabels(sheet, block)) + row + 12;
}

function drawTable(sheet: Sheet, root: Element, block: TableBlock): void {
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
      labels.forEach(({ lines, at }) => lines.forEach((line, index) => sheet.drawLine(line, at.x, sheet.y + index * BODY_LINE))),
    );
    sheet.y += Math.max(1, ...labels.map(({ lines }) => lines.length)) * BODY_LINE + 2;
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

function drawFacts(sheet: Sheet, root: Element, facts: readonly { label: string; value: string }[]): void {
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

/** How much of a block must stand on the page on which it starts; a heading takes what it heads along. */
function startOf(sheet: Sheet, [block, ...next]: readonly Block[]): number {
  if (block?.kind === 'table') return startOfTable(sheet, block);
  if (block?.kind !== 'heading') return 3 * BODY_LINE;
  return 2 * lineHeight(HEADING_STYLES[block.level]) + startOf(sheet, next.slice(0, 3));
}

function drawBlock(sheet: Sheet, root: Element, block: Block, next: readonly Block[]): void {
  switch (block.kind) {
    case 'heading':
      return drawHeading(sheet, root, block, startOf(sheet, next));
    case 'paragraph':
      return drawParagraph(sheet, root, block.tone, block.text);
    case 'notice':
      return drawNotice(sheet, root, block.text);
    case 'list':
      return drawList(sheet, root, block.items);
    case 'facts':
      return drawFacts(sheet, root, block.facts);
    case 'table':
      return drawTable(sheet, root, block);
  }
}

/** A single line, cut where it is too long: what runs along must not grow into the text. */
function drawRunning(sheet: Sheet, text: string, y: number, x: number, width: number): void {
  const [line] = sheet.wrap(text, RUNNING_STYLE, width);
  if (line) sheet.drawLine(line, x, y);
}

function drawRunningLines(sheet: Sheet, { running, reminder }: PrintedDocument): void {
  const { start, count } = sheet.doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.doc.switchToPage(start + page);
    sheet.decorate(() => {
      drawRunning(sheet, `Patient: ${running.patient}`, 30, PAGE.left, FULL_WIDTH);
      drawRunning(sheet, `Payer: ${running.payer}`, 40, PAGE.left, FULL_WIDTH);
      drawRunning(sheet, running.practice, 50, PAGE.left, FULL_WIDTH);
      drawRunning(sheet, running.checked, 60, PAGE.left, FULL_WIDTH);
      sheet.doc.lineWidth(0.5).strokeColor(RULE).moveTo(PAGE.left, 72).lineTo(PAGE.right, 72).stroke();
      sheet.doc.moveTo(PAGE.left, 746).lineTo(PAGE.right, 746).stroke();
      drawRunning(sheet, reminder, 752, PAGE.left, FULL_WIDTH - 60);
      drawRunning(sheet, `Page ${page + 1} of ${count}`, 752, PAGE.right - 56, 56);
    });
  }
}

export async function drawDocument(printed: PrintedDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  const doc = openDocument(printed.title, (bytes) => void chunks.push(bytes));
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });
  const sheet = createSheet(doc);
  const root = sheet.element(null, 'Document');
  printed.blocks.forEach((block, index) => drawBlock(sheet, root, block, printed.blocks.slice(index + 1, index + 4)));
  root.end();
  drawRunningLines(sheet, printed);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
