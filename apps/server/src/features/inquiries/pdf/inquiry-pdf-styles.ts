/** Sizes and colours of print, and a cell's text in them. */
import type { Cell, TextTone } from './inquiry-pdf-document.ts';
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
export const BODY_LINE = lineHeight(BODY_STYLES.plain);

export const wordsOf = (tone: TextTone, text: string) => (tone === 'quote' ? `“${text}”` : text);

export function linesOf(sheet: Sheet, cell: Cell, width: number): Line[] {
  return cell.flatMap(({ text, tone }) => sheet.wrap(wordsOf(tone, text), BODY_STYLES[tone], width));
}
