/** What is wrong with the lines of an upload: the first ones by number, never their contents (docs/product.md 5.4, 15.3). */

const TOLD_LINES = 20;
export const MAX_LINES = 200_000;
export const MAX_BYTES = 32 * 1024 * 1024;

/** A cell that a spreadsheet would run: whoever exports the rows one day would hand it on. */
export const isFormula = (cell: string): boolean => /^[=+\-@]/.test(cell);

/** What headings of such files are made of, in the words of whoever made them. */
const HEADING_WORDS = new Set(
  `3 allowable alpha average avg care carrier claim code codes company day detox dtx employer first group hosp hospitalization id ids inpatient
   insurance insurer intensive internal iop level local member name no number op outpatient partial payer payers payor percent percentage php
   plan prefix prefixes rate residential rtc three treatment`.split(/\s+/),
);
const COMPOUNDS = /(alpha|claim|employer|group|member|payer|payor|plan)(code|id|ids|name|no|number|prefix)\b/g;

/** The names of columns in place of a row's values, however they are written: nothing but words of headings. */
export function isHeading(cells: readonly string[]): boolean {
  const words = cells.map((cell) =>
    cell
      .replaceAll(/([a-z])(?=[A-Z])/g, '$1 ')
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, ' ')
      .replaceAll(COMPOUNDS, '$1 $2')
      .split(' ')
      .filter((word) => word !== ''),
  );
  return words.some((cell) => cell.length > 0) && words.flat().every((word) => HEADING_WORDS.has(word));
}

export interface LineErrors {
  add(line: number, words: string): void;
  /** Enough is known: reading on would add nothing that is told. */
  readonly isFull: boolean;
  readonly messages: string[];
}

export function createLineErrors(): LineErrors {
  const messages: string[] = [];
  return {
    add(line, words) {
      if (messages.length < TOLD_LINES) messages.push(`Line ${line}: ${words}`);
    },
    get isFull() {
      return messages.length >= TOLD_LINES;
    },
    messages,
  };
}
