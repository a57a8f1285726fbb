/**
 * Which payer a row of a list means (product.md 19.2). Certain is only what leaves no doubt: a practice's list sent to the wrong payer is a
 * breach. All else is proposed, best first.
 */
import { isOneEdit, nearForms, plainName, rankFound } from '../payers/payer-search.ts';
import { memberPrefix } from '../payers/member-prefix.ts';
import type { KnownPayer, PayerBook, PayerMatch, SaidPayer } from './known-payers.ts';
import { consonantsOf, isBeginning, isCommon, isState, SHORT_FROM, SHORTENED_FROM, payerWords, wordsKey } from './payer-words.ts';

const PROPOSED_AT_MOST = 5;
/** Share of the words, by their weight, from which a name is proposed. */
const ALIKE_FROM = 0.3;
const WHOLLY_FROM = 0.9;
/** What a word is worth that half the names have. */
const COMMON_WEIGHT = 0.15;
const OTHER_STATE = 0.3;
/** How sure it is that a word is the other: with a slip, shortened. */
const SLIPPED = 0.8;
const SHORTENED = 0.7;

/** 11 characters, without the letters that read like digits: 1EG4-TE5-MK73. */
const MEDICARE_ID = (() => {
  const letter = '[AC-HJKMNP-RT-Y]';
  const either = '[0-9AC-HJKMNP-RT-Y]';
  return new RegExp(String.raw`^[1-9]${letter}${either}\d${letter}${either}\d${letter}{2}\d{2}$`);
})();
/** What a list may say beside 'Medicare' and still mean the original one. */
const OF_MEDICARE = new Set('medicare part a b original traditional fee service ffs cms'.split(' '));
const OF_BLUE = new Set('blue cross shield ppo hmo insurance plan health'.split(' '));

export const isMedicareId = (memberId: string): boolean => MEDICARE_ID.test(memberId.toUpperCase().replaceAll(/[\s-]/g, ''));

/** Under which a person's decision is remembered: how a name is written does not matter. */
export const decidedKey = (name: string): string => plainName(name);

const plainCode = (code: string): string => code.toUpperCase().replaceAll(/\s/g, '');
const certain = (id: string): PayerMatch => ({ kind: 'certain', id });

/** What is known of payers is read once for thousands of rows; what was found for a name is kept for its next row. */
export function payerMatcher(book: PayerBook): (said: SaidPayer) => PayerMatch {
  const known = new Map(book.payers.map((payer) => [payer.id, payer]));
  const byCode = indexOf(book.payers, (payer) => payer.codes.map(plainCode));
  const byShortCode = indexOf(book.payers, (payer) => payer.codes.map((code) => plainCode(code).replace(/^0+/, '')));
  const byName = indexOf(book.payers, (payer) => payer.names.map((name) => plainName(name).replaceAll(' ', '')));
  const byWords = indexOf(book.payers, (payer) => payer.names.map(wordsKey));
  const medicare = book.payers.filter((payer) => payer.isMedicare).map(({ id }) => id);
  // Made when the first name leaves a doubt: of thousands of payers it takes a while.
  let alike: ReturnType<typeof alikeFinder> | undefined;
  const proposed = new Map<string, string[]>();

  const named = (name: string): string[] => idsOf(byName, plainName(name).replaceAll(' ', ''));
  const proposalsOf = (name: string): string[] => {
    const key = plainName(name);
    const before = proposed.get(key) ?? (alike ??= alikeFinder(book.payers))(name);
    proposed.set(key, before);
    return before;
  };

  return ({ name, code, memberId }) => {
    const coded = code === '' ? [] : idsOf(byCode, plainCode(code));
    const exact = name === '' ? [] : named(name);
    const first: string[] = [];
    if (coded.length === 1 && (exact.length === 0 || exact.includes(coded[0] ?? ''))) return certain(coded[0] ?? '');
    // A code that says one thing and a name that says another: nobody knows which is meant.
    first.push(...coded, ...exact);
    const isContradicted = coded.length > 0;
    if (!isContradicted && exact.length === 1) return certain(exact[0] ?? '');

    const decided = name === '' ? undefined : book.decided.get(decidedKey(name));
    if (!isContradicted && decided !== undefined && known.has(decided)) return certain(decided);

    const words = payerWords(name);
    if (isMedicareId(memberId) && medicare.length > 0) {
      if (!isContradicted && medicare.length === 1 && words.includes('medicare') && words.every((word) => OF_MEDICARE.has(word)))
        return certain(medicare[0] ?? '');
      if (words.length === 0 || words.includes('medicare')) first.push(...medicare);
    }
    const ofPrefix = book.prefixes.get(memberPrefix(memberId) ?? '');
    if (ofPrefix !== undefined && known.has(ofPrefix)) {
      if (!isContradicted && exact.length === 0 && words.includes('blue') && words.every((word) => OF_BLUE.has(word)))
        return certain(ofPrefix);
      if (words.length === 0 || words.includes('blue')) first.push(ofPrefix);
    }

    const key = wordsKey(name);
    const same = key === '' ? [] : idsOf(byWords, key);
    if (!isContradicted && exact.length === 0 && first.length === 0 && same.length === 1) return certain(same[0] ?? '');
    first.push(...same);
    // Lists have the code where the name should stand, and spreadsheets take its zeros away.
    if (name !== '') first.push(...idsOf(byCode, plainCode(name)));
    if (code !== '') first.push(...idsOf(byShortCode, plainCode(code).replace(/^0+/, '')));
    const ids = [...new Set([...first, ...(name === '' ? [] : proposalsOf(name))])].slice(0, PROPOSED_AT_MOST);
    return ids.length === 0 ? { kind: 'none' } : { kind: 'likely', ids };
  };
}

type Index = ReadonlyMap<string, ReadonlySet<string>>;

function indexOf(payers: readonly KnownPayer[], keysOf: (payer: KnownPayer) => readonly string[]): Index {
  const index = new Map<string, Set<string>>();
  for (const payer of payers) {
    for (const key of keysOf(payer)) {
      if (key === '') continue;
      const ids = index.get(key) ?? new Set();
      index.set(key, ids.add(payer.id));
    }
  }
  return index;
}

const idsOf = (index: Index, key: string): string[] => [...(index.get(key) ?? [])];

interface NamedWords {
  id: string;
  words: readonly string[];
  weight: number;
}

/** Payers whose names are alike, best first: by the words they share, each worth the more the fewer names have it. */
function alikeFinder(payers: readonly KnownPayer[]): (name: string) => string[] {
  const names = payers.flatMap(({ id, names: all }) => all.map((name) => ({ id, words: [...new Set(payerWords(name))] })));
  const namesWith = new Map<string, number[]>();
  for (const [at, { words }] of names.entries()) for (const word of words) push(namesWith, word, at);
  const byNearForm = new Map<string, string[]>();
  for (const word of namesWith.keys()) {
    if (word.length < 4 || isState(word)) continue;
    for (const form of nearForms(word)) push(byNearForm, form, word);
  }
  const weigh = (word: string): number =>
    isCommon(word) ? COMMON_WEIGHT : Math.log(1 + names.length / (namesWith.get(word)?.length ?? 1)) / Math.log(1 + names.length);
  const read: NamedWords[] = names.map((name) => ({ ...name, weight: sum(name.words.map(weigh)) }));
  const candidates = payers.flatMap(({ id, names: all }) =>
    all.map((name) => ({ payer: { id, name: all[0] ?? name }, name, kind: 'name' as const })),
  );

  const byConsonants = new Map<string, string[]>();
  for (const word of namesWith.keys()) if (word.length >= SHORTENED_FROM) push(byConsonants, consonantsOf(word), word);
  /** Words of names of which the typed one is short, or which are short for it. */
  const shortenedFrom = (typed: string): string[] => {
    const isPart = (word: string) => !isState(word) && word !== typed && (isBeginning(typed, word) || isBeginning(word, typed));
    return [...[...namesWith.keys()].filter(isPart), ...(typed.length >= SHORT_FROM ? (byConsonants.get(typed) ?? []) : [])];
  };

  const meant = new Map<string, ReadonlyMap<string, number>>();
  /** Which words of names a typed word may be, and how surely. */
  const meaningsOf = (typed: string): ReadonlyMap<string, number> => {
    const before = meant.get(typed);
    if (before !== undefined) return before;
    const found = new Map<string, number>();
    if (!isState(typed)) {
      for (const word of shortenedFrom(typed)) found.set(word, SHORTENED);
      if (typed.length >= 4)
        for (const form of nearForms(typed))
          for (const word of byNearForm.get(form) ?? []) if (isOneEdit(typed, word)) found.set(word, SLIPPED);
    }
    if (namesWith.has(typed)) found.set(typed, 1);
    meant.set(typed, found);
    return found;
  };

  return (typed) => {
    const words = [...new Set(payerWords(typed, (word) => namesWith.has(word)))];
    const shared = new Map<number, number>();
    let weight = 0;
    for (const word of words) {
      const meanings = meaningsOf(word);
      weight += meanings.size === 0 ? weigh(word) : Math.max(...[...meanings.keys()].map(weigh));
      const given = new Map<number, number>();
      for (const [meaning, sureness] of meanings)
        for (const at of namesWith.get(meaning) ?? []) given.set(at, Math.max(given.get(at) ?? 0, sureness * weigh(meaning)));
      for (const [at, worth] of given) shared.set(at, (shared.get(at) ?? 0) + worth);
    }
    const best = new Map<string, number>();
    for (const [at, worth] of shared) {
      const name = read[at];
      if (name === undefined) continue;
      const alike = ((2 * worth) / (weight + name.weight)) * (isElsewhere(words, name.words) ? OTHER_STATE : 1);
      // All that was typed stands in a name that says more.
      if (alike >= ALIKE_FROM || worth >= weight * WHOLLY_FROM) best.set(name.id, Math.max(best.get(name.id) ?? 0, alike));
    }
    const ids = [...best].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([id]) => id);
    // Initials, and words that are written as one.
    return (ids.length > 0 ? ids : rankFound(candidates, typed).map(({ id }) => id)).slice(0, PROPOSED_AT_MOST);
  };
}

function push<T>(lists: Map<string, T[]>, key: string, one: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [one]);
  else list.push(one);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Both name a state, and not the same. */
function isElsewhere(one: readonly string[], other: readonly string[]): boolean {
  const [ours, theirs] = [one.filter(isState), other.filter(isState)];
  return ours.length > 0 && theirs.length > 0 && !ours.some((word) => theirs.includes(word));
}
