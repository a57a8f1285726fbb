/**
 * What an inquiry can be found by, reduced to terms that are compared for equality only: of each term a keyed digest is stored
 * (product.md 7.4, 12.3). Knows nothing of keys.
 */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { takeDate } from './search-dates.ts';

export interface SearchTerm {
  field: 'first_name' | 'last_name' | 'member_id' | 'birth_date';
  value: string;
}

/** As the list's query sends them. */
export interface TypedSearch {
  patient_first_name?: string | undefined;
  patient_last_name?: string | undefined;
  member_id?: string | undefined;
  patient_dob?: string | undefined;
}

const NAME_FROM = 2;
const MEMBER_ID_FROM = 3;
/** Longer beginnings are cut, when storing and when searching alike. */
const LONGEST = 24;

/** Upper-case letters and digits; accents, punctuation and blanks gone. */
const plain = (typed: string): string =>
  typed
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Words as a name has them: parted by blanks, and by hyphens besides. */
function wordsOf(name: string): string[] {
  const words = name.split(/\s+/u).flatMap((word) => [word, ...word.split(/[-‐‑–—]/u)]);
  return [...new Set(words.map(plain).filter((word) => word !== ''))];
}

/** A short whole word stands for itself, so that names of one letter can be stored. */
function beginnings(word: string, from: number): string[] {
  const letters = [...word].slice(0, LONGEST);
  return letters.flatMap((_, index) => (index + 1 >= from ? [letters.slice(0, index + 1).join('')] : []));
}

const terms = (field: SearchTerm['field'], values: readonly string[]): SearchTerm[] =>
  [...new Set(values)].map((value) => ({ field, value }));

/** Everything the inquiry is to be found by. */
export function inquirySearchTerms(submission: Submission): SearchTerm[] {
  const name = (typed: string | undefined) => wordsOf(typed ?? '').flatMap((word) => beginnings(word, NAME_FROM));
  return [
    ...terms('first_name', name(submission.patientFirstName)),
    ...terms('last_name', name(submission.patientLastName)),
    ...terms('member_id', beginnings(plain(submission.memberId ?? ''), MEMBER_ID_FROM)),
    ...terms('birth_date', submission.patientBirthDate ? [submission.patientBirthDate] : []),
  ];
}

/** All must hold. Words too short to search by are left out beside longer ones; a whole term of them is refused (`shortTerms`). */
export function searchTermsOf(typed: TypedSearch): SearchTerm[] {
  const cut = (word: string, from: number): string[] => ([...word].length < from ? [] : [[...word].slice(0, LONGEST).join('')]);
  // A typed word is one word: "smith-jones" means the whole, which is stored beside its halves.
  const words = (name: string | undefined) =>
    (name ?? '')
      .split(/\s+/u)
      .map(plain)
      .flatMap((word) => cut(word, NAME_FROM));
  return [
    ...terms('first_name', words(typed.patient_first_name)),
    ...terms('last_name', words(typed.patient_last_name)),
    ...terms('member_id', cut(plain(typed.member_id ?? ''), MEMBER_ID_FROM)),
    ...terms('birth_date', typed.patient_dob ? [typed.patient_dob] : []),
  ];
}

/** One word of a search in all fields: one of the terms must hold, or the payer's name contain it. */
export interface AnyWord {
  terms: SearchTerm[];
  payerName: string | null;
}

/** The whole is the beginning of a member id, which people type in groups; where it is none, every word must hold. */
export interface AnySearch {
  words: AnyWord[];
  whole: SearchTerm | null;
}

const memberIds = (typed: string): SearchTerm[] => {
  const id = [...plain(typed)].slice(0, LONGEST).join('');
  return id.length < MEMBER_ID_FROM ? [] : [{ field: 'member_id', value: id }];
};

function anyWord(typed: string): AnyWord {
  const name = [...plain(typed)].slice(0, LONGEST).join('');
  return { terms: [...terms('first_name', [name]), ...terms('last_name', [name]), ...memberIds(typed)], payerName: typed };
}

/** What is typed into the one box: names, member id, birth date in any common form, payer. Null: too short to find anything by. */
export function anySearchOf(typed: string): AnySearch | null {
  const dated = takeDate(typed);
  const words = [...new Set((dated?.rest ?? typed).split(/\s+/u))].filter((word) => [...plain(word)].length >= NAME_FROM);
  const all = [
    ...(dated === null ? [] : [{ terms: [...terms('birth_date', dated.date.days), ...memberIds(dated.date.typed)], payerName: null }]),
    ...words.map(anyWord),
  ];
  if (all.length === 0) return null;
  const [whole] = dated === null && words.length > 1 && /\d/.test(typed) ? memberIds(typed) : [];
  return { words: all, whole: whole ?? null };
}

const TOO_SHORT = {
  patient_first_name: `Please enter at least ${NAME_FROM} letters.`,
  patient_last_name: `Please enter at least ${NAME_FROM} letters.`,
  member_id: `Please enter at least ${MEMBER_ID_FROM} letters or digits.`,
} as const;

/** Terms that were sent but are too short to find anything by, each with its words. */
export function shortTerms(typed: TypedSearch & { payer_name?: string | undefined; q?: string | undefined }): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of ['patient_first_name', 'patient_last_name', 'member_id'] as const) {
    const term = typed[field];
    if (term !== undefined && searchTermsOf({ [field]: term }).length === 0) errors[field] = [TOO_SHORT[field]];
  }
  if (typed.q !== undefined && anySearchOf(typed.q) === null) errors.q = [`Please enter at least ${NAME_FROM} letters or digits.`];
  if (typed.payer_name === '') errors.payer_name = ['Please enter at least 1 letter.'];
  return errors;
}

/** Whether two member ids are the same but for blanks, hyphens and case. */
export const samePlainMemberId = (a: string, b: string): boolean => plain(a) === plain(b);
