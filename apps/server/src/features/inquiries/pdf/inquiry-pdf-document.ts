/** A printed document as data: what the contents decide and the layout draws. Crosses into a worker thread, so plain values only. */

/** `muted` is small print; `strong` leads; `quote` are the payer's own words. */
export type TextTone = 'plain' | 'strong' | 'muted' | 'quote';

export interface TextPart {
  text: string;
  tone: TextTone;
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
  | { kind: 'paragraph'; text: string; tone: TextTone }
  /** Framed, so that nobody misses it. */
  | { kind: 'notice'; text: string }
  | { kind: 'list'; items: Cell[] }
  | { kind: 'facts'; facts: { label: string; value: string }[] }
  /** The first cell of a row is its heading. */
  | { kind: 'table'; caption: string; columns: Column[]; rows: Cell[][] };

export interface PrintedDocument {
  /** Shown by readers in the window's title: holds nothing of the patient. */
  title: string;
  /** At the top of every page. */
  running: { practice: string; payer: string; patient: string; checked: string };
  /** At the foot of every page. */
  reminder: string;
  blocks: Block[];
}

export const plain = (text: string): TextPart => ({ text, tone: 'plain' });
export const strong = (text: string): TextPart => ({ text, tone: 'strong' });
export const muted = (text: string): TextPart => ({ text, tone: 'muted' });
export const heading = (level: 1 | 2 | 3 | 4, text: string): Block => ({ kind: 'heading', level, text });
export const paragraph = (text: string, tone: TextTone = 'plain'): Block => ({ kind: 'paragraph', text, tone });
