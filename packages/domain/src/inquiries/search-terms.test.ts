import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anySearchOf, inquirySearchTerms, samePlainMemberId, searchTermsOf, shortTerms, type TypedSearch } from './search-terms.ts';

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

test.each<[string, Parameters<typeof shortTerms>[0], string[]]>([
  ['one letter of a first name', { patient_first_name: 'z' }, ['patient_first_name']],
  ['two letters', { patient_first_name: 'zo' }, []],
  ['one letter beside a longer word', { patient_last_name: 'o neill' }, []],
  ['punctuation alone', { patient_last_name: '--' }, ['patient_last_name']],
  ['two characters of a member id', { member_id: 'X-1' }, ['member_id']],
  ['three characters of a member id', { member_id: 'X-12' }, []],
  ['an empty payer', { payer_name: '' }, ['payer_name']],
  ['one letter of a payer', { payer_name: 'a' }, []],
  ['a birth date', { patient_dob: '1980-02-29' }, []],
])('%s is refused as too short, or not', (_, typed, refused) => {
  expect(Object.keys(shortTerms(typed))).toEqual(refused);
});

test('a name and a member id are cut at 24 characters, when storing and when searching alike', () => {
  const long = 'A'.repeat(30);
  const values = (terms: ReturnType<typeof searchTermsOf>) => terms.map(({ value }) => value.length);
  expect(values(searchTermsOf({ patient_last_name: long, member_id: long }))).toEqual([24, 24]);
  expect(Math.max(...values(inquirySearchTerms({ ...ids, patientLastName: long, memberId: long })))).toBe(24);
});

test('each beginning is one term, named after its field', () => {
  expect(
    inquirySearchTerms({ ...ids, patientFirstName: 'Ann', patientLastName: 'X', memberId: 'A-12', patientBirthDate: '1980-02-29' }),
  ).toEqual([
    { field: 'first_name', value: 'AN' },
    { field: 'first_name', value: 'ANN' },
    { field: 'member_id', value: 'A12' },
    { field: 'birth_date', value: '1980-02-29' },
  ]);
});

test('a word of a search in all fields may begin a name or a member id, or be part of a payer name', () => {
  expect(anySearchOf('Xqz12')).toEqual({
    words: [
      {
        terms: [
          { field: 'first_name', value: 'XQZ12' },
          { field: 'last_name', value: 'XQZ12' },
          { field: 'member_id', value: 'XQZ12' },
        ],
        payerName: 'Xqz12',
      },
    ],
    whole: null,
  });
});

test('a date in a search of all fields is a birth date, and its digits may begin a member id', () => {
  const search = anySearchOf('quill 4/7/1984');
  expect(search?.words).toHaveLength(2);
  expect(search?.words[0]).toEqual({
    terms: [
      { field: 'birth_date', value: '1984-04-07' },
      { field: 'member_id', value: '471984' },
    ],
    payerName: null,
  });
});

test('a member id typed in groups is looked for as a whole, too', () => {
  expect(anySearchOf('XQZ 12 345')?.whole).toEqual({ field: 'member_id', value: 'XQZ12345' });
  expect(anySearchOf('Blue Cross')?.whole).toBeNull();
});

test.each(['', ' ', 'Q', 'J. K', '-', '7'])('"%s" is too short to be searched for in all fields', (typed) => {
  expect(anySearchOf(typed)).toBeNull();
  expect(shortTerms({ q: typed })).toEqual({ q: ['Please enter at least 2 letters or digits.'] });
});
