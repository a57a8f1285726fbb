/** A printed document as data: what the contents decide and the layout draws. */

/** `muted` is small print; `strong` leads; `quote` are the payer's own words. */
export type TextTone = 'plain' | 'strong' | 'muted' | 'quote';

/** How sure a value is, drawn before it; its words say so, too, but for `said`. */
export type Mark = 'said' | 'plan' | 'elsewhere' | 'refused';

export interface TextPart {
  text: string;
  tone: TextTone;
  mark?: Mark;
  /** A longer text is cut at a word and ends in "…". Absent: all of it. */
  maxLines?: number;
}

/** Parts stand below each other. */
export type Cell = TextPart[];

export interface Column {
  label: string;
  /** Share of the table's width; those of a table add up to 1. */
  share: number;
}

export type Block =
  | { kind: 'heading'; level: 1 | 2 | 3 | 4; text: string }
  | { kind: 'paragraph'; text: string; tone: TextTone; maxLines?: number }
  /** Framed, so that nobody misses it. */
  | { kind: 'notice'; text: string }
  | { kind: 'list'; items: Cell[] }
  /** What marks mean, beside each other. */
  | { kind: 'legend'; marks: readonly { mark: Mark; text: string }[] }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  /** The first cell of a row is its heading. */
  | { kind: 'table'; caption: string; columns: Column[]; rows: Cell[][] };

/** A first page. `scale` is the size of its text, in parts of that of other pages. */
export interface PrintedSheet {
  scale: number;
  blocks: Block[];
}

export interface PrintedDocument {
  /** Shown by readers in the window's title: holds nothing of the patient. */
  title: string;
  /** At the top of every page, a line each. */
  running: readonly [string, string, string, string];
  /** What stands around the page's number; absent: in English. */
  labels?: { page: string; of: string };
  /** At the foot of every page. */
  reminder: string;
  /**
   * The first page in alternatives, from the fullest to the barest: the first that fits a page is drawn. Made when it is its turn; none has
   * words in a script that the first has not.
   */
  sheets: readonly (() => PrintedSheet)[];
  /** On the pages that follow; none: the sheet stands alone. */
  blocks: Block[];
}

/** One without a first page of its own, as it goes to a worker. */
export type PlainDocument = Omit<PrintedDocument, 'sheets'>;

export const plain = (text: string): TextPart => ({ text, tone: 'plain' });
export const strong = (text: string): TextPart => ({ text, tone: 'strong' });
export const muted = (text: string): TextPart => ({ text, tone: 'muted' });
export const heading = (level: 1 | 2 | 3 | 4, text: string): Block => ({ kind: 'heading', level, text });
export const paragraph = (text: string, tone: TextTone = 'plain', maxLines?: number): Block => ({
  kind: 'paragraph',
  text,
  tone,
  ...(maxLines === undefined ? {} : { maxLines }),
});
