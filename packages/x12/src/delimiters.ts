/** The four characters that a file is cut by. Its own header says which they are; they are never constants. */

export interface Delimiters {
  element: string;
  /** Between the parts of a composite; '' where the file shows none. */
  component: string;
  /** Between repeated values; null in versions before 00402, where element 11 of the header meant something else. */
  repetition: string | null;
  /** One character; '\n' stands for any line end. */
  terminator: string;
}

export interface HeaderReading {
  delimiters: Delimiters;
  /** False where the header's 16 elements could not be counted as they should. */
  isRegular: boolean;
  /** The header's length with its terminator; 106 by rule. */
  length: number;
}

const HEADER_ELEMENTS = 16;
/** A header squeezed or padded stays well below this. */
const HEADER_REACH = 400;
const FOLLOWS_HEADER = /^\s*(?:GS|TA1|IEA|ST|ISA)/i;
const isAlphanumeric = (character: string) => /^[A-Za-z0-9]$/.test(character);

const asTerminator = (character: string) => (/^[\r\n]/.test(character) ? '\n' : character);

function repetitionOf(version: string, element11: string): string | null {
  const sign = element11.trim();
  return version >= '00402' && sign.length === 1 && !isAlphanumeric(sign) ? sign : null;
}

/** Positions of the header's first 16 element separators from `at`; fewer where the text ends. */
function separatorsFrom(text: string, at: number, element: string): number[] {
  const found: number[] = [];
  let from = at;
  while (found.length < HEADER_ELEMENTS) {
    const next = text.indexOf(element, from);
    if (next < 0 || next > at + HEADER_REACH) break;
    found.push(next);
    from = next + 1;
  }
  return found;
}

const nextLine = (text: string, from: number) => /^[^\r\n]*/.exec(text.slice(from, from + HEADER_REACH))?.[0].trimEnd() ?? '';

function fromCount(text: string, at: number, element: string): HeaderReading | null {
  const places = separatorsFrom(text, at, element);
  const last = places[HEADER_ELEMENTS - 1];
  if (last === undefined) return null;
  // Blanks between the component separator and the terminator are padding.
  const tail = /^(\S)[ \t]*(\S|\r\n|\n|\r)/.exec(text.slice(last + 1, last + 12));
  if (tail === null) return null;
  const [whole, component = '', terminator = ''] = tail;
  const end = last + 1 + whole.length;
  if (!FOLLOWS_HEADER.test(text.slice(end, end + 40)) && text.slice(end).trim() !== '') return null;
  if (isAlphanumeric(component) || isAlphanumeric(terminator)) return null;
  const part = (index: number) => text.slice((places[index - 1] ?? 0) + 1, places[index]);
  const repetition = repetitionOf(part(12).trim(), part(11));
  // An empty element 16 shows the terminator in its place, and then every line ends with it.
  if (/[\r\n]/.test(terminator) && nextLine(text, end).endsWith(component)) {
    return { delimiters: { element, component: ':', repetition, terminator: component }, isRegular: false, length: last + 2 - at };
  }
  return {
    delimiters: { element, component, repetition, terminator: asTerminator(terminator) },
    isRegular: true,
    length: end - at,
  };
}

/** Where the 16 cannot be counted: the character before the segment that follows ends the header. */
function fromNextSegment(text: string, at: number, element: string): HeaderReading | null {
  const reach = text.slice(at, at + HEADER_REACH);
  const quoted = element.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
  const next = new RegExp(String.raw`([^\sA-Za-z0-9]?)([ \t]*)(\r\n|\n|\r)?\s*(?:GS|TA1|IEA)${quoted}`, 'i').exec(reach);
  if (next === null) return null;
  const [, character = '', , lineEnd = ''] = next;
  const terminator = character === '' || character === element ? lineEnd : character;
  if (terminator === '') return null;
  const parts = reach.slice(0, next.index).split(element);
  const last = parts.at(-1)?.trim() ?? '';
  const component = last.length === 1 && !isAlphanumeric(last) ? last : ':';
  const version = parts.find((part) => /^00[2-9]\d\d$/.test(part.trim()))?.trim() ?? '00501';
  const sign = parts.slice(1, -1).find((part) => /^[^\w\s]$/.test(part.trim()) && part.trim() !== component);
  return {
    delimiters: { element, component, repetition: repetitionOf(version, sign ?? '^'), terminator: asTerminator(terminator[0] ?? '~') },
    isRegular: false,
    length: next.index + character.length,
  };
}

/** Null where what stands at `at` is no header ("ISA" of a word). */
export function readHeader(text: string, at: number): HeaderReading | null {
  const element = text[at + 3] ?? '';
  if (element === '' || /[A-Za-z0-9\s]/.test(element)) return null;
  return fromCount(text, at, element) ?? fromNextSegment(text, at, element);
}

const FRAGMENT = /(?<![A-Za-z0-9])(?:GS|ST|BHT|HL|NM1|EB|TA1|AK1)([^A-Za-z0-9\s])/i;
const LATER_SEGMENT = '(?:GS|ST|BHT|HL|NM1|TRN|REF|DMG|INS|DTP|EB|EQ|AAA|SE|GE|AK[1-9]|IK[3-5])';

/** For text that begins below the interchange header, as examples in manuals do. Null where it looks like no X12 at all. */
export function guessDelimiters(text: string): { delimiters: Delimiters; at: number } | null {
  const first = FRAGMENT.exec(text.slice(0, 5000));
  const element = first?.[1];
  if (first === null || element === undefined) return null;
  const quoted = element.replace(/[\\^$.*+?()[\]{}|/-]/, String.raw`\$&`);
  const later = new RegExp(String.raw`([^\sA-Za-z0-9])?[ \t]*((?:\r\n|\n|\r)?)\s*${LATER_SEGMENT}${quoted}`, 'i');
  const rest = text.slice(first.index + first[0].length, first.index + 5000);
  const next = later.exec(rest);
  const character = next?.[1] ?? '';
  const ends = character !== '' && character !== element ? character : next?.[2] ? '\n' : rest.includes('~') ? '~' : '\n';
  const component = element === ':' || ends === ':' ? '>' : ':';
  const repetition = [element, ends].includes('^') ? null : '^';
  return { delimiters: { element, component, repetition, terminator: ends }, at: first.index };
}
