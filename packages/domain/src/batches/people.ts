/** Names, relationships and sexes as lists write them (product.md 19.1). */
import { nameLetters, withoutSuffix } from '../inquiries/patient-name.ts';

export interface SplitName {
  first: string;
  last: string;
  suffix: string;
  /** More than one way of splitting was possible. */
  isUnsure: boolean;
}

/** Words that belong to the last name behind them. */
const PARTICLES = new Set(
  'DE DEL DELA DELOS LA LAS LOS DA DAS DO DOS DI DU LE VAN VON DER DEN TER TEN ST SAN SANTA EL AL BIN BEN ABU MAC MC O'.split(' '),
);

const wordsOf = (name: string): string[] => name.split(/\s+/).filter((word) => word !== '');

function takeSuffix(words: readonly string[]): { words: string[]; suffix: string } {
  const kept = withoutSuffix(words.map(nameLetters)).length;
  // A V alone is as likely a middle initial.
  const isSuffix = kept < words.length && !(nameLetters(words.at(-1) ?? '') === 'V' && words.length < 3);
  return isSuffix ? { words: words.slice(0, -1), suffix: (words.at(-1) ?? '').replaceAll(/[.,]/g, '') } : { words: [...words], suffix: '' };
}

/** A middle initial is of no use to a payer, which compares first names. */
const withoutInitial = (words: readonly string[]): string[] =>
  words.length > 1 && /^\p{L}\.?$/u.test(words.at(-1) ?? '') ? words.slice(0, -1) : [...words];

/** 'Last, First M.', 'Last Jr., First', 'Last, First, Jr' and 'First M. Last Jr'. Null where there is one word only. */
export function splitName(name: string): SplitName | null {
  const pieces = name
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const [front = '', ...behind] = pieces;
  // 'First Last, Jr'.
  const isSuffixBehind = behind.length === 1 && takeSuffix(['x', ...wordsOf(behind[0] ?? '')]).words.length === 1;
  if (behind.length === 0 || isSuffixBehind) return splitWords(wordsOf(pieces.join(' ')));
  const last = takeSuffix(wordsOf(front));
  const first = takeSuffix(wordsOf(behind.join(' ')));
  const firstName = withoutInitial(first.words).join(' ');
  if (last.words.length === 0 || firstName === '') return null;
  return { first: firstName, last: last.words.join(' '), suffix: first.suffix || last.suffix, isUnsure: behind.length > 2 };
}

function splitWords(all: readonly string[]): SplitName | null {
  const { words, suffix } = takeSuffix(all);
  if (words.length < 2) return null;
  let from = words.length - 1;
  while (from > 1 && PARTICLES.has(nameLetters(words[from - 1] ?? ''))) from -= 1;
  const first = withoutInitial(words.slice(0, from));
  return { first: first.join(' '), last: words.slice(from).join(' '), suffix, isUnsure: first.length > 1 };
}

/** X12 codes of the relationship to the subscriber. */
const RELATIONSHIPS: readonly [code: string, words: RegExp][] = [
  [
    '18',
    /^(18|self|se|subscriber|insured|policy ?holder|patient|patient is (the )?(insured|subscriber)|holder|member|me|primary|employee is patient)$/,
  ],
  ['01', /^(01|spouse|sp|wife|husband)$/],
  ['19', /^(19|child|ch|son|daughter|step ?child|stepson|stepdaughter|natural child|adopted child|foster child|minor)$/],
  ['20', /^(20|employee|ee)$/],
  ['53', /^(53|life partner|domestic partner|partner|significant other)$/],
  ['G8', /^(g8|other|oth|other relationship|dependent|dependant|dep|parent|mother|father|ward|grandchild|handicapped dependent)$/],
];

/** Null where the words are none that we know, or may be one of two: S is self, spouse or son. */
export function relationshipCode(typed: string): string | null {
  const plain = typed
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return RELATIONSHIPS.find(([, words]) => words.test(plain))?.[0] ?? null;
}

/** X12's letter; null where the word is none that we know. */
export function genderCode(typed: string): string | null {
  const plain = typed.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (/^(m|male|man|boy)$/.test(plain)) return 'M';
  return /^(f|female|woman|girl)$/.test(plain) ? 'F' : null;
}
