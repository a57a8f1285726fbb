/** Sizes and colours of print, and a cell's text in them. */
import type { Cell, Mark, TextTone } from './inquiry-pdf-document.ts';
import { lineHeight, PAGE, type Line, type Sheet, type Style } from './inquiry-pdf-sheet.ts';

export const INK = '#1a1b1e';
export const GREY = '#495057';
export const RULE = '#ced4da';
export const FULL_WIDTH = PAGE.right - PAGE.left;

export const HEADING_STYLES: Readonly<Record<1 | 2 | 3 | 4, Style>> = {
  1: { weight: 'semibold', size: 17, color: INK },
  2: { weight: 'semibold', size: 13, color: INK },
  3: { weight: 'semibold', size: 10.5, color: INK },
  4: { weight: 'semibold', size: 9, color: GREY },
};
export const BODY_STYLES: Readonly<Record<TextTone, Style>> = {
  plain: { weight: 'regular', size: 9, color: INK },
  strong: { weight: 'semibold', size: 9, color: INK },
  muted: { weight: 'regular', size: 9, color: GREY },
  quote: { weight: 'regular', size: 9, color: INK },
};
export const LEADING_STYLE: Style = { weight: 'semibold', size: 11, color: INK };
export const RUNNING_STYLE: Style = { weight: 'regular', size: 8, color: GREY };
/** Height of a line of the body. */
export const bodyLine = ({ scale }: Sheet) => lineHeight(BODY_STYLES.plain) * scale;

export const wordsOf = (tone: TextTone, text: string) => (tone === 'quote' ? `“${text}”` : text);

const MARK_WIDTH = 10;
/** The narrowest letter, in parts of the size: no more of a text that is cut need be measured than fits in such letters. */
const NARROWEST = 0.2;

/** A text in so many lines, cut after a word where it has more. A part of a figure is never left standing. */
export function linesWithin(sheet: Sheet, text: string, style: Style, width: number, maxLines: number | undefined): Line[] {
  if (maxLines === undefined) return sheet.wrap(text, style, width);
  const start = text.slice(0, Math.ceil((maxLines * width) / (style.size * sheet.scale * NARROWEST)));
  const lines = sheet.wrap(start, style, width);
  if (lines.length <= maxLines && start.length === text.length) return lines;
  const fits = (cut: string) => sheet.wrap(cut, style, width).length <= maxLines;
  const words = start.split(/\s+/).filter((word) => word !== '');
  const isWhole = words.length > 1 || /\d/.test(start);
  // Some scripts have no blanks.
  const units = isWhole ? words : [...start];
  const upTo = (count: number) => `${units.slice(0, count).join(isWhole ? ' ' : '')}${isWhole && count > 0 ? ' ' : ''}…`;
  // The last one may go on beyond the start.
  let [fitting, tooMany] = [0, units.length];
  while (tooMany - fitting > 1) {
    const middle = (fitting + tooMany) >> 1;
    if (fits(upTo(middle))) fitting = middle;
    else tooMany = middle;
  }
  return sheet.wrap(upTo(fitting), style, width);
}

export function linesOf(sheet: Sheet, cell: Cell, width: number): Line[] {
  return cell.flatMap(({ text, tone, mark, maxLines }) => {
    const indent = mark === undefined ? 0 : MARK_WIDTH * sheet.scale;
    const lines = linesWithin(sheet, wordsOf(tone, text), BODY_STYLES[tone], width - indent, maxLines);
    return mark === undefined ? lines : lines.map((line, index) => ({ ...line, indent, ...(index === 0 ? { mark } : {}) }));
  });
}

/** Told in words as well: nothing for those who listen. */
export function drawMarks(sheet: Sheet, lines: readonly Line[], x: number, y: number, height: number): void {
  lines.forEach(({ mark }, index) => {
    if (mark !== undefined) sheet.decorate(() => drawMark(sheet, mark, x, y + index * height + height * 0.47));
  });
}

function drawMark({ doc, scale }: Sheet, mark: Mark, left: number, y: number): void {
  const radius = 3 * scale;
  const x = left + radius + 0.5;
  doc.lineWidth(0.9).strokeColor(INK);
  if (mark === 'refused') {
    doc
      .lineWidth(1.6)
      .moveTo(x - radius, y - radius)
      .lineTo(x + radius, y + radius)
      .stroke();
    doc
      .moveTo(x - radius, y + radius)
      .lineTo(x + radius, y - radius)
      .stroke();
    return;
  }
  if (mark === 'elsewhere') doc.path(`M ${x} ${y - radius} A ${radius} ${radius} 0 0 0 ${x} ${y + radius} Z`).fill(INK);
  if (mark === 'said') doc.circle(x, y, radius).fillAndStroke(INK, INK);
  else doc.circle(x, y, radius).stroke();
}
