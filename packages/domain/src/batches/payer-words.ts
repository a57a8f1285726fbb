/** The words of a payer's name as lists and clearinghouses write them, each in one form (product.md 19.2). */
import { isOneEdit, partsOf } from '../payers/payer-search.ts';

const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  `al alabama|ak alaska|az arizona|ar arkansas|ca california|co colorado|ct connecticut|de delaware|dc district of columbia|fl florida|ga georgia|hi hawaii|
  id idaho|il illinois|in indiana|ia iowa|ks kansas|ky kentucky|la louisiana|me maine|md maryland|ma massachusetts|mi michigan|mn minnesota|ms mississippi|
  mo missouri|mt montana|ne nebraska|nv nevada|nh new hampshire|nj new jersey|nm new mexico|ny new york|nc north carolina|nd north dakota|oh ohio|ok oklahoma|
  or oregon|pa pennsylvania|pr puerto rico|ri rhode island|sc south carolina|sd south dakota|tn tennessee|tx texas|ut utah|vt vermont|va virginia|
  wa washington|wv west virginia|wi wisconsin|wy wyoming|ca calif|fl fla|nc n carolina|nd n dakota|nm n mexico|sc s carolina|sd s dakota|wv w virginia`
    .split('|')
    .map((entry) => entry.trim())
    .map((entry) => [entry.slice(3), entry.slice(0, 2)]),
);
const CODES = new Set(Object.values(STATES));
/** Codes that are words as well: they are a state behind 'of' alone. */
const WORDS_TOO = new Set(['al', 'co', 'de', 'hi', 'id', 'in', 'la', 'ma', 'me', 'mo', 'ok', 'or', 'pa']);

/** Letters of a state's name in which a slip is forgiven. */
const SLIPPED_FROM = 5;

/** What is short for one thing only. */
const SHORT: Readonly<Record<string, string>> = {
  bcbs: 'blue cross blue shield',
  bxbs: 'blue cross blue shield',
  bcbsa: 'blue cross blue shield',
  bluecross: 'blue cross',
  blueshield: 'blue shield',
  bcross: 'blue cross',
  bshield: 'blue shield',
  uhc: 'united healthcare',
  hlth: 'health',
  hlthcare: 'healthcare',
  hlthcr: 'healthcare',
  ins: 'insurance',
  insur: 'insurance',
  insce: 'insurance',
  mut: 'mutual',
  mutl: 'mutual',
  natl: 'national',
  assn: 'association',
  assoc: 'association',
  mgmt: 'management',
  grp: 'group',
  svc: 'services',
  svcs: 'services',
  emp: 'employees',
  empl: 'employees',
  mcaid: 'medicaid',
  mcd: 'medicaid',
  mcare: 'medicare',
  mcr: 'medicare',
  adv: 'advantage',
  behav: 'behavioral',
  behavioural: 'behavioral',
  bh: 'behavioral health',
  benf: 'benefit',
  corp: 'corporation',
  co: 'company',
  inc: 'incorporated',
};
const SMALL = new Set(['a', 'an', 'and', 'for', 'in', 'of', 'the']);
/** Whether they stand there says nothing of who it is. */
const LEGAL = new Set(['incorporated', 'llc', 'ltd', 'corporation', 'company', 'lp', 'pllc']);
/** They stand in every other name. */
const COMMON = new Set('insurance plan health healthcare group services service benefit program network care system life'.split(' '));

/** A state is told by its code with a sign before it, so that Washington is no word of a name. */
const state = (code: string): string => `@${code}`;
export const isState = (word: string): boolean => word.startsWith('@');
export const isCommon = (word: string): boolean => COMMON.has(word) || LEGAL.has(word);

/** In their order, without small words. `isKnown`: where it is given, what is no such word may be a state with one slip; for likeness alone. */
export function payerWords(name: string, isKnown?: (word: string) => boolean): string[] {
  const parts = joinedLetters(partsOf(name.replaceAll(/\bB[/.]?C[/.]?B[/.]?S\b/gi, 'BCBS')));
  const words: string[] = [];
  for (let at = 0; at < parts.length;) {
    const found = stateAt(parts, at) ?? (isKnown === undefined ? null : slippedStateAt(parts, at, isKnown));
    words.push(...(found === null ? wordOf(parts[at] ?? '', parts[at - 1]) : [state(found.code)]));
    at += found?.length ?? 1;
  }
  return words.filter((word) => !SMALL.has(word));
}

interface FoundState {
  code: string;
  /** In words. */
  length: number;
}

const runsFrom = (parts: readonly string[], at: number): string[][] =>
  [3, 2, 1].map((count) => parts.slice(at, at + count)).filter((run, place) => run.length === 3 - place);

function stateAt(parts: readonly string[], at: number): FoundState | null {
  for (const run of runsFrom(parts, at)) {
    const code = STATES[run.join(' ')];
    if (code !== undefined) return { code, length: run.length };
  }
  return null;
}

function slippedStateAt(parts: readonly string[], at: number, isKnown: (word: string) => boolean): FoundState | null {
  for (const run of runsFrom(parts, at)) {
    const text = run.join(' ');
    if (text.length < SLIPPED_FROM || run.every(isKnown)) continue;
    const meant = Object.keys(STATES).filter((name) => isOneEdit(name, text));
    const [code] = meant.map((name) => STATES[name]);
    if (code !== undefined && meant.length === 1) return { code, length: run.length };
  }
  return null;
}

function wordOf(part: string, before: string | undefined): string[] {
  if (CODES.has(part) && (!WORDS_TOO.has(part) || before === 'of')) return [state(part)];
  // 'bcbstx' and 'bcbsofnc'.
  const blue = /^(bcbs)(?:of)?([a-z]{2})$/.exec(part);
  if (blue !== null && CODES.has(blue[2] ?? '')) return [...wordOf('bcbs', undefined), state(blue[2] ?? '')];
  return (SHORT[part] ?? singular(part)).split(' ');
}

const singular = (word: string): string => (word.length > 4 && /[^s]s$/.test(word) && !/(us|is)$/.test(word) ? word.slice(0, -1) : word);

/** 'b c b s' is 'bcbs'. */
function joinedLetters(parts: readonly string[]): string[] {
  const joined: string[] = [];
  let run = '';
  for (const part of [...parts, '  ']) {
    if (/^[a-z]$/.test(part)) run += part;
    else {
      if (run !== '') joined.push(...(run.length > 2 ? [run] : run));
      run = '';
      if (part !== '  ') joined.push(part);
    }
  }
  return joined;
}

/** The same for names that are one but for legal forms, plurals, abbreviations and how a state is written. '' where nothing is left. */
export const wordsKey = (name: string): string =>
  payerWords(name)
    .filter((word) => !LEGAL.has(word))
    .join(' ');

/** Letters of a shortened word, and of one that is shortened to its consonants: 'mtl' is 'mutual'. */
export const SHORT_FROM = 3;
export const SHORTENED_FROM = 5;

export const consonantsOf = (word: string): string => (word[0] ?? '') + word.slice(1).replaceAll(/[aeiouy]/g, '');

export const isBeginning = (short: string, word: string): boolean => short.length >= SHORT_FROM && word.startsWith(short);
