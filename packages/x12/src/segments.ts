/**
 * Cuts the text of a file into segments, losing no character: `joinSegments` gives the text again. Values stay as they were sent; only line
 * breaks in the middle of a segment, which wrapped files have, are left out of its elements.
 */
import { type Delimiters, guessDelimiters, readHeader } from './delimiters.ts';
import { problem, type Problem } from './problems.ts';

export interface Segment {
  /** In upper case ("EB"); '' for text that is no segment, such as what surrounds the interchange. */
  id: string;
  /** The id as sent, then the values: `elements[3]` of an EB is EB03. */
  elements: string[];
  /** Characters before the id in the decoded text. */
  position: number;
  delimiters: Delimiters;
  /** Blanks and line ends before the id. */
  lead: string;
  /** What stood between `lead` and `ending`, where the elements joined do not give it. */
  raw: string | null;
  /** The terminator as sent; '' where it was missing. */
  ending: string;
}

/** How many words "ISA" that begin no interchange are looked at. */
const MAX_TRIES = 1000;

export const MAX_SEGMENTS = 200_000;

const KNOWN_IDS =
  'ISA GS ST BHT HL TRN NM1 N2 N3 N4 REF PER PRV DMG INS HI DTP MPI EQ AMT III EB HSD MSG AAA LS LE SE GE IEA TA1 TA3 AK1 AK2 AK3 AK4 AK5 AK9 IK3 IK4 IK5 CTX VEH PDI PDP EDI BPR CLP CAS SVC DTM N1 PLB LX';
const IDS = new Map(KNOWN_IDS.split(' ').map((id) => [id, id]));
/** Words that begin with an id are none: the separator must follow. */
const INTERCHANGE = /(?<![A-Za-z0-9])ISA(?=[^A-Za-z0-9\s])/gi;

/** The one string of a known id, so that comparing ids compares pointers. */
function idOf(sent: string): string {
  return IDS.get(sent) ?? IDS.get(sent.trim().toUpperCase()) ?? sent.trim().toUpperCase();
}

const isBlank = (code: number) => code === 32 || (code >= 9 && code <= 13) || code === 0xfeff;

export function joinSegments(segments: readonly Segment[]): string {
  return segments
    .map(({ lead, raw, elements, delimiters, ending }) => `${lead}${raw ?? elements.join(delimiters.element)}${ending}`)
    .join('');
}

interface Cutter {
  text: string;
  segments: Segment[];
  problems: Problem[];
}

const lineBreakIn = (body: string) => body.includes('\n') || body.includes('\r');
const isLineBreak = (code: number) => code === 10 || code === 13;

/** Line ends after which a known segment begins: there a terminator was forgotten. Other line breaks are those of a wrapped file. */
function forgottenEnds(body: string, element: string): { at: number; length: number }[] {
  const found: { at: number; length: number }[] = [];
  for (let at = 0; at < body.length; at += 1) {
    if (!isLineBreak(body.charCodeAt(at))) continue;
    let next = at;
    while (next < body.length && isBlank(body.charCodeAt(next))) next += 1;
    const separator = body.indexOf(element, next);
    const begins = separator >= next + 2 && separator <= next + 3 && IDS.has(body.slice(next, separator).toUpperCase());
    if (begins) found.push({ at, length: body.charCodeAt(at) === 13 && body.charCodeAt(at + 1) === 10 ? 2 : 1 });
    at = next - 1;
  }
  return found;
}

/** What stands between two terminators: one segment, or several where terminators were forgotten. */
function addBody(cutter: Cutter, from: number, to: number, ending: string, delimiters: Delimiters): void {
  const { text, problems } = cutter;
  const start = skipBlanks(text, from, to);
  const body = text.slice(start, to);
  if (!lineBreakIn(body)) {
    addSegment(cutter, { from, start, body, ending, delimiters });
    return;
  }
  let done = 0;
  for (const { at, length } of forgottenEnds(body, delimiters.element)) {
    problems.push(problem('missing-terminator', 'A line ends without the segment terminator.', start + at));
    const own = skipBlanks(text, start + done, to);
    const sign = body.slice(at, at + length);
    addSegment(cutter, {
      from: done === 0 ? from : start + done,
      start: own,
      body: text.slice(own, start + at),
      ending: sign,
      delimiters,
    });
    done = at + length;
  }
  const last = skipBlanks(text, start + done, to);
  addSegment(cutter, { from: done === 0 ? from : start + done, start: last, body: text.slice(last, to), ending, delimiters });
}

function skipBlanks(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

interface Piece {
  /** Where its blanks begin, and where its text does. */
  from: number;
  start: number;
  body: string;
  ending: string;
  delimiters: Delimiters;
}

function addSegment({ text, segments, problems }: Cutter, { from, start, body, ending, delimiters }: Piece): void {
  const lead = start === from ? '' : start === from + 1 && text.charCodeAt(from) === 10 ? '\n' : text.slice(from, start);
  if (body === '') {
    segments.push({ id: '', elements: [], position: start, delimiters, lead, raw: '', ending });
    if (ending === delimiters.terminator && ending !== '\n')
      problems.push(problem('blank-segment', 'Nothing stands between two terminators.', start));
    return;
  }
  if (!lineBreakIn(body)) {
    const elements = body.split(delimiters.element);
    segments.push({ id: idOf(elements[0] ?? ''), elements, position: start, delimiters, lead, raw: null, ending });
    return;
  }
  const trimmed = body.trimEnd();
  const elements = trimmed.replaceAll(/[\r\n]/g, '').split(delimiters.element);
  if (lineBreakIn(trimmed))
    problems.push(problem('line-break-in-segment', 'A line break stands inside a segment; it was left out.', start));
  segments.push({ id: idOf(elements[0] ?? ''), elements, position: start, delimiters, lead, raw: body, ending });
}

/** Blanks, the byte order mark, and what old systems end a file with. */
const isPadding = (code: number) => isBlank(code) || code === 0 || code === 26;

function isAllPadding(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (!isPadding(text.charCodeAt(at))) return false;
  return true;
}

function addText(cutter: Cutter, from: number, to: number, delimiters: Delimiters): void {
  if (from >= to) return;
  const raw = cutter.text.slice(from, to);
  cutter.segments.push({ id: '', elements: [], position: from, delimiters, lead: '', raw, ending: '' });
  if (!isAllPadding(raw)) cutter.problems.push(problem('text-outside', 'Text stands outside the interchange.', from));
}

/** The end of the line from `from`. Searching for both signs separately would read the file once for each line. */
function lineEnd(text: string, from: number): { at: number; sign: string } | null {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10) return { at, sign: '\n' };
    if (code === 13) return { at, sign: text.charCodeAt(at + 1) === 10 ? '\r\n' : '\r' };
  }
  return null;
}

function nextEnd(text: string, from: number, terminator: string): { at: number; sign: string } | null {
  if (terminator === '\n') return lineEnd(text, from);
  const at = text.indexOf(terminator, from);
  return at < 0 ? null : { at, sign: terminator };
}

/** Cuts from `at` until the interchange has ended, a new one begins or nothing is left. Returns where it stopped. */
function cutInterchange(cutter: Cutter, at: number, delimiters: Delimiters): number {
  const { text, segments, problems } = cutter;
  let from = at;
  while (from < text.length) {
    if (segments.length >= MAX_SEGMENTS) {
      problems.push(problem('too-many-segments', `Only the first ${MAX_SEGMENTS.toLocaleString('en-US')} segments are read.`, from));
      return from;
    }
    const start = skipBlanks(text, from, text.length);
    if (start === text.length) return from;
    if (start > at && isHeaderAt(text, start, delimiters)) return from;
    const end = nextEnd(text, start, delimiters.terminator);
    if (end === null) {
      addBody(cutter, from, text.length, '', delimiters);
      return text.length;
    }
    const before = segments.length;
    addBody(cutter, from, end.at, end.sign, delimiters);
    from = end.at + end.sign.length;
    if (segments[segments.length - 1]?.id === 'IEA' && segments.length > before) return from;
  }
  return from;
}

/** A header in the middle: the interchange before it has no trailer, and this one may have delimiters of its own. */
function isHeaderAt(text: string, at: number, delimiters: Delimiters): boolean {
  const code = text.charCodeAt(at) | 32;
  if (code !== 105 || text.slice(at, at + 3).toUpperCase() !== 'ISA') return false;
  return text[at + 3] === delimiters.element || readHeader(text, at) !== null;
}

export const NO_DELIMITERS: Delimiters = { element: '*', component: ':', repetition: '^', terminator: '~' };

function nextInterchange(text: string, from: number): { at: number; header: ReturnType<typeof readHeader> } | null {
  INTERCHANGE.lastIndex = from;
  let tries = 0;
  for (let match = INTERCHANGE.exec(text); match !== null && tries < MAX_TRIES; match = INTERCHANGE.exec(text), tries += 1) {
    const header = readHeader(text, match.index);
    if (header !== null) return { at: match.index, header };
  }
  return null;
}

function noteHeader(cutter: Cutter, at: number, { isRegular, length }: { isRegular: boolean; length: number }): void {
  if (!isRegular) {
    const text = 'The interchange header has not its 16 elements; the delimiters were read from what follows it.';
    cutter.problems.push(problem('interchange-header-elements', text, at));
  }
  const signs = cutter.text.slice(at, at + length).trimEnd().length;
  if (signs !== 106 && signs !== 105)
    cutter.problems.push(problem('interchange-header-length', `The interchange header has ${signs} characters instead of 106.`, at));
}

/** All segments of a file in their order, with what stands around them. */
export function cutSegments(text: string): { segments: Segment[]; problems: Problem[] } {
  const cutter: Cutter = { text, segments: [], problems: [] };
  let from = 0;
  let delimiters = NO_DELIMITERS;
  for (let next = nextInterchange(text, 0); next?.header; next = nextInterchange(text, from)) {
    addText(cutter, from, next.at, delimiters);
    noteHeader(cutter, next.at, next.header);
    ({ delimiters } = next.header);
    from = cutInterchange(cutter, next.at, delimiters);
    if (cutter.segments.length >= MAX_SEGMENTS) break;
  }
  const fragment = cutter.segments.some(({ id }) => id !== '') ? null : guessDelimiters(text);
  if (fragment !== null) {
    cutter.segments.length = 0;
    addText(cutter, 0, fragment.at, fragment.delimiters);
    from = cutInterchange(cutter, fragment.at, fragment.delimiters);
    ({ delimiters } = fragment);
  }
  addText(cutter, from, text.length, delimiters);
  return cutter;
}
