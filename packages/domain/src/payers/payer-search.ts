/**
 * How a payer is found by what somebody types (product.md 15.10): by words of a name in any order, by initials, and with one slip of the finger
 * in a word. An index narrows names down by `nameKeys`; what is found and in which order is decided by `rankFound` alone.
 */

/** They stand in many names, and nobody counts them among the initials. */
const SMALL_WORDS = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'the']);
/** Slips are forgiven in words from this length on. */
const FORGIVEN_FROM = 4;
/** No payer has such a word; its variants would only fill the index. */
const FORGIVEN_TO = 40;
const WORDS_AT_MOST = 8;

/** Accents, case and punctuation do not matter when a payer is searched. */
export function plainName(name: string): string {
  const bare = /^[ -~]*$/.test(name) ? name : name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return bare
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const wordsOf = (plain: string): string[] => plain.split(' ').filter((word) => word !== '');

/** UnitedHealthcare and BLUECROSS are written as one word and read as several. */
export function partsOf(name: string): string[] {
  const apart = name.replaceAll(/(\p{Ll})(?=\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$2 ');
  return wordsOf(plainName(apart)).flatMap((word) => wordsOf(word.replace(/^(health|blue)(?=\p{L}{4})/u, '$1 ')));
}

function initialsOf(words: readonly string[]): string[] {
  const counted = words.filter((word) => !SMALL_WORDS.has(word));
  return counted.length < 2 ? [] : [counted.map((word) => Array.from(word)[0]).join('')];
}

interface ReadName {
  plain: string;
  /** As written. */
  words: string[];
  /** As read. */
  parts: () => string[];
  initials: () => string[];
  /** Without blanks, for whoever types two words as one. */
  joined: () => string;
}

/** Most names are known by their written words alone: the rest is made where it is asked for. */
function readName(name: string): ReadName {
  const plain = plainName(name);
  const words = wordsOf(plain);
  let parts: string[] | null = null;
  const readParts = () => (parts ??= partsOf(name));
  return {
    plain,
    words,
    parts: readParts,
    initials: () => [...new Set([...initialsOf(words), ...initialsOf(readParts())])],
    joined: () => plain.replaceAll(' ', ''),
  };
}

/** The word itself and what is left of it without one of its letters. Two words that are one edit apart have one of these in common. */
export function nearForms(word: string): string[] {
  const letters = Array.from(word);
  return [...new Set([word, ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])];
}

export interface NameKeys {
  /** Everything a typed word may be a part of; a blank stands before each word. */
  text: string;
  /** Forms of the words in which slips are forgiven. */
  near: string[];
}

/** What the index keeps of a name. */
export function nameKeys(name: string): NameKeys {
  const { plain, words, parts, initials, joined } = readName(name);
  const forgiven = [...words, ...parts()].filter((word) => isForgiven(word));
  return {
    text: ` ${[...new Set([plain, ...parts(), ...initials(), joined()])].join(' ')}`,
    near: [...new Set(forgiven.flatMap(nearForms))],
  };
}

const lengthOf = (word: string): number => Array.from(word).length;
const isForgiven = (word: string): boolean => lengthOf(word) >= FORGIVEN_FROM && lengthOf(word) <= FORGIVEN_TO;

export interface WordKeys {
  /** A part of `NameKeys.text`; of a word of one or two letters with the blank before it. */
  part: string;
  /** None where no slip is forgiven: the word is too short for it. */
  near: string[];
}

/** What the index is asked for each typed word: a name that is found has, for every word, its part or one of its near forms. */
export const searchKeys = (typed: string): WordKeys[] =>
  typedWords(typed).map((word) => {
    const length = lengthOf(word);
    return {
      part: length < 3 ? ` ${word}` : word,
      near: length >= FORGIVEN_FROM - 1 && length <= FORGIVEN_TO + 1 ? nearForms(word) : [],
    };
  });

function typedWords(typed: string): string[] {
  const words = [...new Set(wordsOf(plainName(typed)))];
  const counted = words.filter((word) => !SMALL_WORDS.has(word));
  return (counted.length > 0 ? counted : words).slice(0, WORDS_AT_MOST);
}

/** Whether one letter put in, left out, replaced or swapped with its neighbour makes the one word of the other. */
export function isOneEdit(one: string, other: string): boolean {
  const [short, long] = [Array.from(one), Array.from(other)].toSorted((a, b) => a.length - b.length) as [string[], string[]];
  if (one === other || long.length - short.length > 1) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  const rest = (letters: string[], start: number) => letters.slice(start).join('');
  if (long.length > short.length) return rest(short, from) === rest(long, from + 1);
  const isSwapped = short[from] === long[from + 1] && short[from + 1] === long[from];
  return rest(short, from + 1) === rest(long, from + 1) || (isSwapped && rest(short, from + 2) === rest(long, from + 2));
}

/** Best first. */
const RANKS = ['exact', 'prefix', 'words', 'parts', 'initials', 'typo'] as const;
export type NameRank = (typeof RANKS)[number];

function rankWord(name: ReadName, word: string): NameRank | null {
  const length = lengthOf(word);
  const begins = (one: string): boolean => one.startsWith(word);
  if (name.words.some(begins) || name.parts().some(begins)) return 'words';
  if (length >= 3 && (name.plain.includes(word) || (length >= 6 && name.joined().includes(word)))) return 'parts';
  if (length >= 2 && name.initials().some((initials) => (length < 3 ? initials.startsWith(word) : initials.includes(word))))
    return 'initials';
  return [...name.words, ...name.parts()].some((one) => isForgiven(one) && isOneEdit(one, word)) ? 'typo' : null;
}

/** How well a name is what was typed; null where it is not, or where nothing was typed. */
export function rankName(name: string, typed: string): NameRank | null {
  return rankerOf(typed)(name);
}

/** What was typed is read once for thousands of names. */
function rankerOf(typed: string): (name: string) => NameRank | null {
  const query = plainName(typed);
  const joined = query.replaceAll(' ', '');
  const words = typedWords(typed);
  return (name) => {
    const read = readName(name);
    if (words.length === 0) return null;
    if (read.plain === query || read.joined() === joined) return 'exact';
    if (read.plain.startsWith(query)) return 'prefix';
    let worst = 0;
    for (const word of words) {
      const rank = rankWord(read, word);
      if (rank === null) return null;
      worst = Math.max(worst, RANKS.indexOf(rank));
    }
    return RANKS[worst] ?? null;
  };
}

/** `name`: it goes or went by it; `also`: a clearinghouse calls it so; `internal`: admins do, which practices are not shown. */
export type NameKind = (typeof KINDS)[number];
/** Of one name that is known in several ways the first is told. */
const KINDS = ['name', 'also', 'internal'] as const;

export interface CandidateName<Payer extends { id: string; name: string } = { id: string; name: string }> {
  payer: Payer;
  name: string;
  kind: NameKind;
}

/** Why a payer was found whose own name does not show it; `internal` tells no name. */
export type FoundBy = { kind: 'formerly' | 'also'; name: string } | { kind: 'internal'; name: null };

export interface FoundPayer {
  id: string;
  rank: NameRank;
  foundBy: FoundBy | null;
}

const byName = new Intl.Collator('en');

/** Each payer once, by its best name: its own before any other name, slips last. Payers that are equally good stand by name. */
export function rankFound(candidates: readonly CandidateName[], typed: string): FoundPayer[] {
  const best = new Map<string, { payer: CandidateName['payer']; place: number; found: FoundPayer }>();
  const rankOf = rankerOf(typed);
  for (const { payer, name, kind } of candidates) {
    const rank = rankOf(name);
    if (rank === null) continue;
    const foundBy = plainName(name) === plainName(payer.name) ? null : foundByOf(name, kind);
    const place = placeOf({ rank, kind, isOwn: foundBy === null });
    const before = best.get(payer.id);
    if (before === undefined || place < before.place) best.set(payer.id, { payer, place, found: { id: payer.id, rank, foundBy } });
  }
  return [...best.values()]
    .toSorted((a, b) => a.place - b.place || byName.compare(a.payer.name, b.payer.name) || (a.payer.id < b.payer.id ? -1 : 1))
    .map(({ found }) => found);
}

/** Smaller is better: own names, other names, slips in own names, slips in other names; in each the better match. */
function placeOf({ rank, kind, isOwn }: { rank: NameRank; kind: NameKind; isOwn: boolean }): number {
  const section = (rank === 'typo' ? 2 : 0) + (isOwn ? 0 : 1);
  return (section * RANKS.length + RANKS.indexOf(rank)) * KINDS.length + (isOwn ? 0 : KINDS.indexOf(kind));
}

function foundByOf(name: string, kind: NameKind): FoundBy {
  if (kind === 'internal') return { kind, name: null };
  return { kind: kind === 'name' ? 'formerly' : 'also', name };
}
