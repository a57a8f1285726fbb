import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inquirySearchTerms, samePlainMemberId, searchTermsOf, type TypedSearch } from './search-terms.ts';

const ids = { provider_id: '0'.repeat(26), payer_id: '1'.repeat(26) };
const patient = {
  ...ids,
  patientFirstName: 'Zoë Anne',
  patientLastName: "O'Neill-Smith",
  memberId: 'XQZ 12-345',
  patientBirthDate: '1980-02-29',
};

function isFound(typed: TypedSearch): boolean {
  const stored = new Set(inquirySearchTerms(patient).map((term) => `${term.field}|${term.value}`));
  return searchTermsOf(typed).every((term) => stored.has(`${term.field}|${term.value}`));
}

test.each<[string, TypedSearch]>([
  ['the beginning of a first name', { patient_first_name: 'zo' }],
  ['a second first name', { patient_first_name: 'ann' }],
  ['a name without its accent', { patient_first_name: 'ZOE' }],
  ['a name with its accent', { patient_first_name: 'zoë' }],
  ['a name without its apostrophe', { patient_last_name: 'oneill' }],
  ['one half of a double name', { patient_last_name: 'smith' }],
  ['the whole double name', { patient_last_name: "o'neill-smith" }],
  ['both words in any order', { patient_first_name: 'anne zoe' }],
  ['the start of a member id without blanks', { member_id: 'xqz12' }],
  ['a member id with other hyphens', { member_id: 'XQZ-12345' }],
  ['the birth date', { patient_dob: '1980-02-29' }],
  ['several terms that all hold', { patient_last_name: 'smi', member_id: 'XQZ' }],
])('%s finds the inquiry', (_, typed) => {
  expect(isFound(typed)).toBe(true);
});

test.each<[string, TypedSearch]>([
  ['the middle of a name', { patient_first_name: 'oe' }],
  ['the first name as a last name', { patient_last_name: 'zoe' }],
  ['the end of a member id', { member_id: '345' }],
  ['another birth date', { patient_dob: '1980-02-28' }],
  ['one term that does not hold', { patient_last_name: 'smi', member_id: 'ABC' }],
])('%s does not find it', (_, typed) => {
  expect(isFound(typed)).toBe(false);
});

test('what is too short to search by is left out', () => {
  expect(searchTermsOf({ patient_first_name: 'z', member_id: 'XQ' })).toEqual([]);
});

test('every beginning of at least two letters of any word finds it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[A-Za-z]{2,30}$/), { minLength: 1, maxLength: 3 }),
      fc.nat(),
      fc.integer({ min: 2, max: 30 }),
      (words, pick, length) => {
        const stored = new Set(inquirySearchTerms({ ...ids, patientLastName: words.join(' ') }).map((term) => term.value));
        const word = words[pick % words.length] ?? '';
        const [term] = searchTermsOf({ patient_last_name: word.slice(0, length) });
        expect(term !== undefined && stored.has(term.value)).toBe(true);
      },
    ),
  );
});

test('member ids are compared without blanks, hyphens and case', () => {
  expect(samePlainMemberId('abc-1 2', 'ABC12')).toBe(true);
  expect(samePlainMemberId('ABC12', 'ABC123')).toBe(false);
});
