/** What is wrong with the lines of an upload: the first ones by number, never their contents (docs/product.md 5.4, 15.3). */

const TOLD_LINES = 20;
export const MAX_LINES = 200_000;
export const MAX_BYTES = 32 * 1024 * 1024;

/** A cell that a spreadsheet would run: whoever exports the rows one day would hand it on. */
export const isFormula = (cell: string): boolean => /^[=+\-@]/.test(cell);

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
