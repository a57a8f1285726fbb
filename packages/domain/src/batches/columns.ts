/** What the columns of a practice's own list hold, guessed from their headings and some of their cells (product.md 19.1). */
import type { BatchColumn } from '@coverlight/contract/batches/columns.schema.ts';
import { type Cell, cellText } from './cell.ts';
import { COLUMN_NAMES, OF_COVERAGE, OF_FIRST, OF_OTHERS, OF_PATIENT, OF_SUBSCRIBER } from './column-names.ts';

/** The heading stands among the first so many rows; above it there may be a title. */
export const HEADER_WITHIN = 20;
const KNOWN_AT_LEAST = 2;

interface Guess {
  column: BatchColumn;
  /** Smaller is surer. */
  place: number;
}

const byName = new Map<string, Guess>();
for (const [column, names] of Object.entries(COLUMN_NAMES) as [BatchColumn, readonly string[]][]) {
  // These stand behind 'subscriber' only, but for the names of the person as a whole.
  if (column === 'subscriber_member_id') continue;
  for (const [place, name] of names.entries()) if (!byName.has(name)) byName.set(name, { column, place });
}

const OF_SUBSCRIBER_COLUMN: Partial<Record<BatchColumn, BatchColumn>> = {
  first: 'subscriber_first',
  last: 'subscriber_last',
  full_name: 'subscriber_full_name',
  birth_date: 'subscriber_birth_date',
  relationship: 'relationship',
  group_number: 'group_number',
};

/** 'Pt. First-Name *' and 'ptFirstName' are 'ptfirstname'. */
const plainHeading = (cell: Cell | undefined): string =>
  cellText(cell)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** What is left behind each of the words that the heading begins with. */
const behind = (heading: string, words: readonly string[]): string[] =>
  words.flatMap((word) => (heading.startsWith(word) && heading.length > word.length ? [heading.slice(word.length)] : []));

const firstOf = (guesses: readonly (Guess | null)[]): Guess | null => guesses.find((guess) => guess !== null) ?? null;

/** Null for a heading that says nothing we know. What had to be taken away makes it less sure. */
function guessPlain(heading: string): Guess | null {
  if (heading === '' || OF_OTHERS.test(heading)) return null;
  const known = byName.get(heading);
  if (known !== undefined) return known;
  if (heading === 'primary') return { column: 'payer_name', place: 1 };
  const ofSubscriber = [heading, ...behind(heading, OF_COVERAGE)].flatMap((rest) => behind(rest, OF_SUBSCRIBER));
  return less(
    firstOf([
      ...behind(heading, OF_FIRST).map(guessPlain),
      ...ofSubscriber.map(guessOfSubscriber),
      ...behind(heading, OF_PATIENT).map(guessPlain),
    ]),
  );
}

/** What stands in brackets says how, not what: 'DOB (MM/DD/YYYY)'. Of a first insurance the number is left out. */
function guessHeading(cell: Cell | undefined): Guess | null {
  const text = cellText(cell);
  const whole = plainHeading(text).replace(/^(insurance|ins|payer|payor)1(?=\D|$)/, '$1');
  return guessPlain(whole) ?? less(guessPlain(plainHeading(text.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' '))));
}

function guessOfSubscriber(rest: string): Guess | null {
  if (COLUMN_NAMES.subscriber_member_id.includes(rest)) return { column: 'subscriber_member_id', place: 0 };
  const own = byName.get(rest);
  const column = own === undefined ? undefined : OF_SUBSCRIBER_COLUMN[own.column];
  return own === undefined || column === undefined ? null : { column, place: own.place };
}

function less(guess: Guess | null): Guess | null {
  return guess && { ...guess, place: guess.place + 0.5 };
}

/** Index of the heading: the first row among the first with two headings that are known; null where there is none. */
export function findHeaderRow(rows: readonly (readonly Cell[])[]): number | null {
  const at = rows.slice(0, HEADER_WITHIN).findIndex((row) => {
    const known = row.flatMap((cell) => (typeof cell === 'string' ? (guessHeading(cell)?.column ?? []) : []));
    return new Set(known).size >= KNOWN_AT_LEAST;
  });
  return at === -1 ? null : at;
}

/** For each column what it holds; null where nobody can say. Nothing is held twice: the surer heading has it, of equals the one on the left. */
export function guessColumns(header: readonly Cell[], samples: readonly (readonly Cell[])[]): (BatchColumn | null)[] {
  const guesses = header.map((cell, at) => {
    const guess = guessHeading(cell);
    const cells = samples.map((row) => row[at]).filter((one) => cellText(one) !== '');
    return guess && { ...guess, column: asItsCellsSay(guess.column, plainHeading(cell), cells) };
  });
  return guesses.map((guess, at) => {
    if (guess === null) return null;
    const isBeaten = guesses.some(
      (other, place) => other?.column === guess.column && (other.place < guess.place || (other.place === guess.place && place < at)),
    );
    return isBeaten ? null : guess.column;
  });
}

/** 'Patient', 'Member', 'Subscriber' and 'Payer' head names in one list and numbers in another. */
function asItsCellsSay(column: BatchColumn, heading: string, cells: readonly (Cell | undefined)[]): BatchColumn {
  const numbers = cells.filter((cell) => /\d/.test(cellText(cell)) && !/\p{L}{3,} ?\p{L}/u.test(cellText(cell))).length;
  if (cells.length === 0 || numbers * 2 <= cells.length) return column;
  if (column === 'full_name') return heading.startsWith('member') ? 'member_id' : 'external_id';
  if (column === 'subscriber_full_name') return 'subscriber_member_id';
  return column === 'payer_name' ? 'payer_id' : column;
}

/** By which the columns of two files are the same; of two that read alike the second is told apart by its number. */
export function headingKeys(header: readonly Cell[]): string[] {
  const seen = new Map<string, number>();
  return header.map((cell) => {
    const heading = plainHeading(cell);
    const count = (seen.get(heading) ?? 0) + 1;
    seen.set(heading, count);
    return count === 1 ? heading : `${heading} ${count}`;
  });
}

/** The same for files with the same headings in whatever order; blank ones do not count. A mapping is remembered under its digest. */
export const headerDigestText = (header: readonly Cell[]): string =>
  headingKeys(header)
    .filter((heading) => heading.trim() !== '' && !/^\d+$/.test(heading.trim()))
    .toSorted()
    .join('\n');

/** What is remembered of a mapping: which heading stands over what. */
export const rememberedColumns = (header: readonly Cell[], columns: readonly (BatchColumn | null)[]): Record<string, BatchColumn | null> =>
  Object.fromEntries(headingKeys(header).map((heading, at) => [heading, columns[at] ?? null]));

/** The columns of a file whose headings are remembered. */
export const columnsAsRemembered = (
  header: readonly Cell[],
  remembered: Readonly<Record<string, BatchColumn | null>>,
): (BatchColumn | null)[] =>
  headingKeys(header).map((heading) => (Object.hasOwn(remembered, heading) ? (remembered[heading] ?? null) : null));
