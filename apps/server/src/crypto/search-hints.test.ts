import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { BUCKETS, hintsFor, hintToFind } from './search-hints.ts';

const key = randomBytes(32);
const ORGANIZATIONS = ['01JD0000000000000000000002', '01JE7Q3ZK9WXVT5R8M4N2P6HBC', 'ZZZZZZZZZZZZZZZZZZZZZZZZZZ'];
const name = (value: string) => ({ field: 'last_name', value });

/** As the table answers a search: what is stored in the term's bucket, whichever term it was stored for. */
function holdersOf(stored: ReturnType<typeof hintsFor>, term: { field: string; value: string }): string[] {
  const { bucket, holdersIn } = hintToFind(key, term);
  return holdersIn(Buffer.concat(stored.filter((hint) => hint.bucket === bucket).map(({ holder }) => holder)));
}

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const patients = fc.record({
  patientFirstName: text,
  patientLastName: text,
  memberId: text,
  patientBirthDate: fc.constantFrom('1979-03-05', '1979-03-06', '2001-11-30'),
});

test('whichever term a patient was stored under, the organization is among the holders', () => {
  fc.assert(
    fc.property(patients, fc.constantFrom(...ORGANIZATIONS), (patient, organizationId) => {
      const terms = inquirySearchTerms({ provider_id: '', payer_id: '', ...patient });
      const stored = hintsFor(key, organizationId, terms);

      for (const term of terms) expect(holdersOf(stored, term)).toEqual([organizationId]);
    }),
  );
});

test('a longer name is told from another by its first eight letters, a birth date by all of it', () => {
  const [one = '', other = ''] = ORGANIZATIONS;
  const date = (value: string) => ({ field: 'birth_date', value });
  const stored = [
    ...hintsFor(key, one, [name('QUILLFEATHER'), date('1979-03-05')]),
    ...hintsFor(key, other, [name('QUILLFEN'), date('1979-03-06')]),
  ];

  expect(holdersOf(stored, name('QUILLFEATHERS'))).toEqual([one]);
  expect(holdersOf(stored, name('QUILLFEN'))).toEqual([other]);
  expect(holdersOf(stored, date('1979-03-05'))).toEqual([one]);
  expect(holdersOf(stored, { field: 'first_name', value: 'QUILLFEN' })).toEqual([]);
});

test('what other terms have stored in the same bucket names nobody', () => {
  const [one = ''] = ORGANIZATIONS;
  const foreign = Array.from({ length: 200 }, (_, at) => hintsFor(key, one, [name(`NAME${at}`)])).flat();

  expect(hintToFind(key, name('QUILLFEATHER')).holdersIn(Buffer.concat(foreign.map(({ holder }) => holder)))).toEqual([]);
});

test('a hint is stored once, in the order of all hints, and shows its organization under no other term', () => {
  const [one = ''] = ORGANIZATIONS;
  const terms = ['QUILL', 'QUILLF', 'QUILLFE', 'ABERNATHY', 'Q', 'QUILL'].map(name);

  const hints = hintsFor(key, one, terms);

  expect(hints).toEqual(hintsFor(key, one, terms.toReversed()));
  expect(hints).toHaveLength(3);
  expect(new Set(hints.map(({ holder }) => holder.toString('hex'))).size).toBe(3);
  expect(hints.map(({ bucket }) => bucket)).toEqual(hints.map(({ bucket }) => bucket).toSorted((a, b) => a - b));
  expect(hints.every(({ bucket, holder }) => bucket >= 0 && bucket < BUCKETS && holder.length === 32)).toBe(true);
});

test('another key makes other buckets and opens no holder', () => {
  const [one = ''] = ORGANIZATIONS;
  const many = Array.from({ length: 20 }, (_, at) => name(`NAME${at}`));
  const other = randomBytes(32);

  const mine = many.flatMap((term) => hintsFor(key, one, [term]));

  expect(many.flatMap((term) => hintsFor(other, one, [term]).map(({ bucket }) => bucket))).not.toEqual(mine.map(({ bucket }) => bucket));
  expect(many.flatMap((term, at) => hintToFind(other, term).holdersIn(mine[at]?.holder ?? Buffer.alloc(0)))).toEqual([]);
});
