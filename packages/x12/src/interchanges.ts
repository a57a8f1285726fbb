/** A file as interchanges, groups and transactions. Whatever is wrong with it is told, and the rest still read. */
import type { Delimiters } from './delimiters.ts';
import type { Group, Interchange, Transaction } from './envelopes.ts';
import { checkGroup, checkInterchange, checkTransaction } from './envelope-checks.ts';
import { problem, type Problem } from './problems.ts';
import { cutSegments, joinSegments, type Segment } from './segments.ts';
import { decodeBytes, encodeText, type Encoding } from './text.ts';

export interface Reading {
  interchanges: Interchange[];
  problems: Problem[];
  /** Everything in the file in its order, text around the interchanges included. */
  segments: Segment[];
  encoding: Encoding;
}

export const MAX_BYTES = 10 * 1024 * 1024;

const value = (segment: Segment | null, at: number): string | null => segment?.elements[at]?.trim() || null;

interface Grouping {
  interchanges: Interchange[];
  problems: Problem[];
  interchange: Interchange | null;
  group: Group | null;
  transaction: Transaction | null;
}

function openInterchange(state: Grouping, header: Segment | null, delimiters: Delimiters): Interchange {
  closeInterchange(state, null);
  const party = (at: number) => (header === null ? null : { qualifier: value(header, at) ?? '', id: value(header, at + 1) ?? '' });
  state.interchange = {
    sender: party(5),
    receiver: party(7),
    controlNumber: value(header, 13),
    date: value(header, 9),
    time: value(header, 10),
    usage: value(header, 15),
    header,
    trailer: null,
    groups: [],
    acknowledgements: [],
    strays: [],
    delimiters,
  };
  state.interchanges.push(state.interchange);
  return state.interchange;
}

function closeInterchange(state: Grouping, trailer: Segment | null): void {
  closeGroup(state, null);
  const { interchange } = state;
  if (interchange === null) return;
  interchange.trailer = trailer;
  checkInterchange(interchange, state.problems);
  state.interchange = null;
}

function openGroup(state: Grouping, header: Segment | null, segment: Segment): Group {
  closeGroup(state, null);
  const interchange = state.interchange ?? openInterchange(state, null, segment.delimiters);
  state.group = {
    functionalCode: value(header, 1),
    sender: value(header, 2),
    receiver: value(header, 3),
    controlNumber: value(header, 6),
    version: value(header, 8),
    header,
    trailer: null,
    transactions: [],
  };
  interchange.groups.push(state.group);
  return state.group;
}

function closeGroup(state: Grouping, trailer: Segment | null): void {
  closeTransaction(state, null);
  const { group } = state;
  if (group === null) return;
  group.trailer = trailer;
  checkGroup(group, state.problems);
  state.group = null;
}

function openTransaction(state: Grouping, header: Segment | null, segment: Segment): Transaction {
  closeTransaction(state, null);
  const group = state.group ?? openGroup(state, null, segment);
  const transaction: Transaction = {
    code: value(header, 1) ?? '',
    controlNumber: value(header, 2),
    version: value(header, 3) ?? group.version,
    header,
    trailer: null,
    segments: header === null ? [] : [header],
    delimiters: segment.delimiters,
  };
  group.transactions.push(transaction);
  state.transaction = transaction;
  return transaction;
}

/** What a transaction without header is, by a segment that no other has. */
const TELLING: ReadonlyMap<string, string> = new Map([
  ['EB', '271'],
  ['EQ', '270'],
  ['AK5', '997'],
  ['IK5', '999'],
  ['AK9', '997'],
]);

function codeByContent(segments: Segment[]): string {
  for (const { id } of segments) {
    const code = TELLING.get(id);
    if (code !== undefined) return code;
  }
  // A refusal has neither.
  return segments.some(({ id }) => id === 'AAA') ? '271' : '';
}

function closeTransaction(state: Grouping, trailer: Segment | null): void {
  const { transaction, group } = state;
  if (transaction === null || group === null) return;
  if (trailer !== null) transaction.segments.push(trailer);
  transaction.trailer = trailer;
  if (transaction.code === '') transaction.code = codeByContent(transaction.segments);
  checkTransaction(transaction, group, state.problems);
  state.transaction = null;
}

function addStray(state: Grouping, segment: Segment, what: string): void {
  const interchange = state.interchange ?? openInterchange(state, null, segment.delimiters);
  interchange.strays.push(segment);
  state.problems.push(problem('stray-segment', what, segment.position));
}

function addSegment(state: Grouping, segment: Segment): void {
  switch (segment.id) {
    case '':
      return;
    case 'ISA':
      openInterchange(state, segment, segment.delimiters);
      return;
    case 'IEA':
      if (state.interchange === null) addStray(state, segment, 'IEA stands without an interchange.');
      else closeInterchange(state, segment);
      return;
    case 'TA1':
      (state.interchange ?? openInterchange(state, null, segment.delimiters)).acknowledgements.push(segment);
      return;
    case 'GS':
      openGroup(state, segment, segment);
      return;
    case 'GE':
      if (state.group === null) addStray(state, segment, 'GE stands without a group.');
      else closeGroup(state, segment);
      return;
    case 'ST':
      openTransaction(state, segment, segment);
      return;
    case 'SE':
      if (state.transaction === null) addStray(state, segment, 'SE stands without a transaction.');
      else closeTransaction(state, segment);
      return;
    default: {
      if (state.transaction !== null) {
        state.transaction.segments.push(segment);
        return;
      }
      // Text that only looks like a segment opens no transaction.
      const opens = ['BHT', 'HL', 'NM1', 'EB', 'AK1'].includes(segment.id);
      if (!opens) addStray(state, segment, 'A segment stands outside any transaction.');
      else openTransaction(state, null, segment).segments.push(segment);
    }
  }
}

/** Never throws, whatever the bytes. Above 10 MB nothing is read; after 200,000 segments the rest is not. */
export function readInterchanges(bytes: Uint8Array): Reading {
  if (bytes.length > MAX_BYTES) {
    const text = 'The file is larger than 10 MB and was not read.';
    return { interchanges: [], problems: [problem('too-large', text)], segments: [], encoding: 'utf-8' };
  }
  const { text, encoding } = decodeBytes(bytes);
  const { segments, problems } = cutSegments(text);
  const state: Grouping = { interchanges: [], problems, interchange: null, group: null, transaction: null };
  let isLowerCase = false;
  for (const segment of segments) {
    if (!isLowerCase && segment.id !== '' && segment.elements[0] !== segment.id && segment.elements[0]?.trim() !== segment.id) {
      isLowerCase = true;
      problems.push(problem('lower-case-segment', 'Segment names are not in upper case; they are read as if they were.', segment.position));
    }
    addSegment(state, segment);
  }
  closeInterchange(state, null);
  if (state.interchanges.length === 0) problems.push(problem('no-x12', 'This holds no X12 that could be read.'));
  return { interchanges: state.interchanges, problems, segments, encoding };
}

/** The bytes that were read; empty for a file that was too large to read. */
export function writeReading({ segments, encoding }: Pick<Reading, 'segments' | 'encoding'>): Uint8Array {
  return encodeText(joinSegments(segments), encoding);
}

export const transactionsOf = (reading: Pick<Reading, 'interchanges'>): Transaction[] =>
  reading.interchanges.flatMap(({ groups }) => groups.flatMap(({ transactions }) => transactions));
