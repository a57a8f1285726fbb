/** What is wrong with a file, and where. Everything else in it is still read. */

export type ProblemCode =
  | 'too-large'
  | 'too-many-segments'
  | 'no-x12'
  | 'text-outside'
  | 'no-interchange-header'
  | 'interchange-header-length'
  | 'interchange-header-elements'
  | 'unusual-delimiters'
  | 'missing-terminator'
  | 'line-break-in-segment'
  | 'blank-segment'
  | 'lower-case-segment'
  | 'interchange-trailer'
  | 'group-header'
  | 'group-trailer'
  | 'transaction-header'
  | 'transaction-trailer'
  | 'control-number'
  | 'count'
  | 'functional-code'
  | 'version'
  | 'stray-segment'
  | 'hierarchy'
  | 'loop'
  | 'unknown-segment'
  | 'unreadable-value'
  | 'too-many-values'
  | 'wrong-transaction';

/** `text` is plain English and holds no value of the file but control numbers and counts. */
export interface Problem {
  code: ProblemCode;
  text: string;
  /** Characters before it in the decoded file, the byte order mark counted; null where it is about the file as a whole. */
  position: number | null;
}

export const problem = (code: ProblemCode, text: string, position: number | null = null): Problem => ({ code, text, position });

/** A control number or count as it may be quoted; other content of such an element is not repeated. */
export const quoted = (value: string): string => (/^[\w .-]{1,20}$/.test(value) ? `"${value}"` : 'something else');
