/** Draws a printed document: blocks below each other, tables that go on over pages, and on every page who, whom, when and how. */
import type { Block, Cell, PrintedDocument, PrintedSheet } from './inquiry-pdf-document.ts';
import { openFaces } from './inquiry-pdf-fonts.ts';
import { createSheet, lineHeight, openDocument, PAGE, type Element, type Line, type Sheet } from './inquiry-pdf-sheet.ts';
import {
  bodyLine,
  BODY_STYLES,
  drawMarks,
  FULL_WIDTH,
  GREY,
  HEADING_STYLES,
  INK,
  LEADING_STYLE,
  linesOf,
  linesWithin,
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
  sheet.y += level === 1 ? 0 : style.size * sheet.scale * (level === 4 ? 0.5 : 0.8);
  // A heading at the foot of a page would stand without what it heads.
  sheet.makeRoom(lines.length * lineHeight(style) * sheet.scale + below);
  const element = sheet.element(root, `H${level}`);
  writeLines(sheet, element, lines, PAGE.left);
  element.end();
  sheet.y += 2;
}

function drawParagraph(sheet: Sheet, root: Element, { tone, text, maxLines }: Extract<Block, { kind: 'paragraph' }>): void {
  const style = tone === 'strong' ? LEADING_STYLE : BODY_STYLES[tone];
  const element = sheet.element(root, 'P');
  writeLines(sheet, element, linesWithin(sheet, wordsOf(tone, text), style, FULL_WIDTH, maxLines), PAGE.left);
  element.end();
  sheet.y += 3;
}

function drawNotice(sheet: Sheet, root: Element, text: string): void {
  const lines = sheet.wrap(text, LEADING_STYLE, FULL_WIDTH - 16);
  const height = lines.length * lineHeight(LEADING_STYLE) * sheet.scale;
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
    sheet.makeRoom(Math.min(lines.length, 2) * bodyLine(sheet));
    const { y } = sheet;
    sheet.decorate(() => sheet.doc.circle(PAGE.left + 3, y + bodyLine(sheet) / 2, 1.3).fill(GREY));
    writeLines(sheet, body, lines, PAGE.left + 12);
    body.end();
    item.end();
    sheet.y += 2;
  }
  list.end();
  sheet.y += 2;
}

const LEGEND_GAP = 12;

function drawLegend(sheet: Sheet, root: Element, marks: Extract<Block, { kind: 'legend' }>['marks']): void {
  const height = bodyLine(sheet);
  sheet.makeRoom(height);
  let x: number = PAGE.left;
  for (const { mark, text } of marks) {
    const lines = linesOf(sheet, [{ text, tone: 'muted', mark, maxLines: 1 }], FULL_WIDTH);
    const width = Math.max(0, ...lines.map((line) => sheet.widthOf(line)));
    if (x > PAGE.left && x + width > PAGE.right) {
      x = PAGE.left;
      sheet.y += height;
      sheet.makeRoom(height);
    }
    const element = sheet.element(root, 'P');
    sheet.write(element, () => lines.forEach((line) => sheet.drawLine(line, x, sheet.y)));
    element.end();
    drawMarks(sheet, lines, x, sheet.y, height);
    x += width + LEGEND_GAP;
  }
  sheet.y += height + 3;
}

/** How much of a block must stand on the page on which it starts; a heading takes what it heads along. */
function startOf(sheet: Sheet, [block, ...next]: readonly Block[]): number {
  if (block?.kind === 'table') return startOfTable(sheet, block);
  if (block?.kind !== 'heading') return 3 * bodyLine(sheet);
  return 2 * lineHeight(HEADING_STYLES[block.level]) + startOf(sheet, next.slice(0, 3));
}

function drawBlock(sheet: Sheet, root: Element, block: Block, next: readonly Block[]): void {
  switch (block.kind) {
    case 'heading':
      return drawHeading(sheet, root, block, startOf(sheet, next));
    case 'paragraph':
      return drawParagraph(sheet, root, block);
    case 'notice':
      return drawNotice(sheet, root, block.text);
    case 'list':
      return drawList(sheet, root, block.items);
    case 'legend':
      return drawLegend(sheet, root, block.marks);
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

interface Started {
  sheet: Sheet;
  root: Element;
  /** The file so far. */
  chunks: Buffer[];
}

function begin({ title }: PrintedDocument, { scale, blocks }: PrintedSheet): Started {
  const chunks: Buffer[] = [];
  const sheet = createSheet(openDocument(title, (bytes) => void chunks.push(bytes)));
  const root = sheet.element(null, 'Document');
  sheet.scale = scale;
  drawBlocks(sheet, root, blocks);
  sheet.scale = 1;
  return { sheet, root, chunks };
}

const pagesOf = ({ sheet }: Started) => sheet.doc.bufferedPageRange().count;

/** A document whose first page is done: drawn as it will be, since nothing else tells for sure what fits. */
function startWithSheet(printed: PrintedDocument, fullest: PrintedSheet): Started {
  const last = printed.sheets.length - 1;
  let at = 0;
  let started = begin(printed, fullest);
  while (pagesOf(started) > 1 && at < last) {
    // What is pages too long will not fit when a little is left out.
    at = Math.min(at + pagesOf(started) - 1, last);
    started = begin(printed, printed.sheets[at]?.() ?? fullest);
  }
  return started;
}

function drawBlocks(sheet: Sheet, root: Element, blocks: readonly Block[]): void {
  blocks.forEach((block, index) => drawBlock(sheet, root, block, blocks.slice(index + 1, index + 4)));
}

const ENGLISH = { page: 'Page', of: 'of' };

function drawRunningLines(sheet: Sheet, { running, reminder, labels = ENGLISH }: PrintedDocument): void {
  const { start, count } = sheet.doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    sheet.doc.switchToPage(start + page);
    sheet.decorate(() => {
      running.forEach((line, at) => drawRunning(sheet, line, 30 + at * 10, PAGE.left, FULL_WIDTH));
      sheet.doc.lineWidth(0.5).strokeColor(RULE).moveTo(PAGE.left, 72).lineTo(PAGE.right, 72).stroke();
      sheet.doc.moveTo(PAGE.left, 746).lineTo(PAGE.right, 746).stroke();
      drawRunning(sheet, reminder, 752, PAGE.left, FULL_WIDTH - 74);
      drawRunning(sheet, `${labels.page} ${page + 1} ${labels.of} ${count}`, 752, PAGE.right - 70, 70);
    });
  }
}

export async function drawDocument(printed: PrintedDocument): Promise<Buffer> {
  const fullest = printed.sheets[0]?.() ?? { scale: 1, blocks: [] };
  await openFaces(printable(JSON.stringify([printed, fullest])));
  const { sheet, root, chunks } = startWithSheet(printed, fullest);
  const { doc } = sheet;
  const ended = new Promise<void>((resolve, reject) => {
    doc.once('end', resolve);
    doc.once('error', reject);
  });
  if (printed.sheets.length > 0 && printed.blocks.length > 0) sheet.makeRoom(PAGE.bottom);
  drawBlocks(sheet, root, printed.blocks);
  root.end();
  drawRunningLines(sheet, printed);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
