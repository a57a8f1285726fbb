/** Draws a printed document: blocks below each other, tables that go on over pages, and on every page who, whom, when and how. */
import type { Block, Cell, PrintedDocument, TextTone } from './inquiry-pdf-document.ts';
import { openFaces } from './inquiry-pdf-fonts.ts';
import { createSheet, lineHeight, openDocument, PAGE, type Element, type Line, type Sheet } from './inquiry-pdf-sheet.ts';
import {
  BODY_LINE,
  BODY_STYLES,
  FULL_WIDTH,
  GREY,
  HEADING_STYLES,
  INK,
  LEADING_STYLE,
  linesOf,
  RULE,
  RUNNING_STYLE,
  wordsOf,
} from './inquiry-pdf-styles.ts';
import { printable } from './inquiry-pdf-text.ts';
import { drawFacts, drawTable, startOfTable } from './inquiry-pdf-table.ts';

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
  await openFaces(printable(JSON.stringify(printed)));
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
