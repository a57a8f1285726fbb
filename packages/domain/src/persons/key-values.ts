/** Names and member ids as persons are compared by them (product.md 18.2). */
import { nameLetters } from '../inquiries/patient-name.ts';

const SUFFIXES: ReadonlySet<string> = new Set(['JR', 'SR', 'II', 'III', 'IV']);

const wordsOf = (name: string): string[] =>
  name
    .split(/[^\p{L}\p{M}\p{N}'’`]+/u)
    .map(nameLetters)
    .filter((word) => word !== '');

/** Letters only, upper case, without accents and suffix: "Núñez-O'Neil, Jr." is "NUNEZONEIL". A name that is nothing but a suffix keeps it. */
export function nameKey(name: string | null | undefined): string {
  const words = wordsOf(name ?? '');
  const kept = words.filter((word) => !SUFFIXES.has(word));
  return (kept.length === 0 ? words : kept).join('');
}

/** Letters and digits, upper case; nothing is cut, a Blue prefix least of all. */
export const memberIdKey = (memberId: string | null | undefined): string =>
  (memberId ?? '')
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** The practice's own number: blanks at its ends and case apart, it is compared as it is written. */
export const externalKey = (externalId: string | null | undefined): string => (externalId ?? '').normalize('NFKC').trim().toUpperCase();

/** Whatever else stands beside it: there is no name yet. */
const NO_NAME_AT_ALL: ReadonlySet<string> = new Set([
  'BABY',
  'BABYBOY',
  'BABYGIRL',
  'BB',
  'BG',
  'NB',
  'NEWBORN',
  'INFANT',
  'NEONATE',
  'FETUS',
  'UNKNOWN',
  'UNK',
  'UNNAMED',
  'NONAME',
  'NFN',
  'FNU',
  'LNU',
  'NMN',
  'ANONYMOUS',
  'UNIDENTIFIED',
  'PENDING',
  'PLACEHOLDER',
]);
/** No name where nothing else is said. */
const NO_NAME_ALONE: ReadonlySet<string> = new Set([
  'BOY',
  'GIRL',
  'TWIN',
  'TRIPLET',
  'MALE',
  'FEMALE',
  'SON',
  'DAUGHTER',
  'CHILD',
  'KID',
  'MULTIPLE',
  'ONE',
  'TWO',
  'THREE',
  'TEST',
  'TESTER',
  'TESTING',
  'PATIENT',
  'SAMPLE',
  'DUMMY',
  'FIRST',
  'NAME',
  'FIRSTNAME',
  'NONE',
  'NO',
  'NA',
  'NOT',
  'GIVEN',
  'AVAILABLE',
  'OF',
  'TBD',
]);

/** Written together, as "babyboya" and "newborngirl" are. */
const JOINED = /^(BABY|NEWBORN|INFANT)(BOY|GIRL|MALE|FEMALE|TWIN|OF)?([A-H]|ONE|TWO)?$/;
const JOINED_ALONE = /^(BOY|GIRL|TWIN|TRIPLET)[AB]$/;
/** Typed where something has to stand. */
const FILLED_UP = /^(X{2,}|Z{2,})$/;

/** Stands where no first name is known: BABY BOY, Girl B, Unknown, Test. */
export function isPlaceholderName(name: string | null | undefined): boolean {
  const words = wordsOf(name ?? '');
  if (words.length === 0) return true;
  if (words.some((word) => NO_NAME_AT_ALL.has(word) || JOINED.test(word))) return true;
  if (NO_NAME_ALONE.has(words.join(''))) return true;
  const saysNothing = (word: string) => NO_NAME_ALONE.has(word) || JOINED_ALONE.test(word) || FILLED_UP.test(word);
  const isFiller = (word: string) => word.length === 1 || SUFFIXES.has(word) || saysNothing(word);
  // Initials alone are too little to link by, and enough to propose by.
  return words.every(isFiller) && words.some((word) => word.length > 1);
}

/** A name by which nobody is told apart: a placeholder, or initials. */
export function isNoName(name: string | null | undefined): boolean {
  return isPlaceholderName(name) || [...nameKey(name)].length < 2;
}

const NO_MEMBER_IDS: ReadonlySet<string> = new Set([
  'UNKNOWN',
  'UNK',
  'NONE',
  'NA',
  'NO',
  'PENDING',
  'TBD',
  'TEST',
  'SELF',
  'SELFPAY',
  'CASH',
  'NOTAVAILABLE',
  'NOTONFILE',
  'MEMBERID',
  '123456789',
  '1234567890',
  '12345678',
  '987654321',
]);

/** Stands where no member id is known: it would make strangers one. `key` as `memberIdKey` gives it. */
export const isNoMemberId = (key: string): boolean => key.length < 2 || /^(.)\1*$/u.test(key) || NO_MEMBER_IDS.has(key);

const SOUNDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'BFPV'].map((letter) => [letter, '1'])),
  ...Object.fromEntries([...'CGJKQSXZ'].map((letter) => [letter, '2'])),
  ...Object.fromEntries([...'DT'].map((letter) => [letter, '3'])),
  L: '4',
  ...Object.fromEntries([...'MN'].map((letter) => [letter, '5'])),
  R: '6',
};

/** American Soundex of a name as `nameKey` gives it, "R163"; '' for one that does not begin with a Latin letter. */
export function soundex(key: string): string {
  const first = key.charAt(0);
  if (!/[A-Z]/.test(first)) return '';
  let code = first;
  let last = SOUNDS[first] ?? '';
  for (const letter of key.slice(1)) {
    const sound = SOUNDS[letter] ?? '';
    if (sound !== '' && sound !== last) code += sound;
    // H and W part nothing; a vowel lets a sound be heard twice.
    if (letter !== 'H' && letter !== 'W') last = sound;
    if (code.length === 4) break;
  }
  return code.padEnd(4, '0');
}
