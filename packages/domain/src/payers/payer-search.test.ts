import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isOneEdit, nameKeys, plainName, rankFound, rankName, searchKeys, type CandidateName } from './payer-search.ts';

const letter = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const word = fc.array(letter, { minLength: 4, maxLength: 12 }).map((letters) => letters.join(''));
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 5 });
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** As an index decides: every typed word has its part in the text, or a form in common. */
const isCandidate = (name: string, typed: string): boolean => {
  const { text, near } = nameKeys(name);
  return searchKeys(typed).every((key) => text.includes(key.part) || key.near.some((form) => near.includes(form)));
};

type Slip = { kind: 'replace' | 'insert' | 'leave' | 'swap'; at: number; letter: string };
const slip = fc.record({ kind: fc.constantFrom<Slip['kind'][]>('replace', 'insert', 'leave', 'swap'), at: fc.nat(20), letter });

function withSlip(text: string, { kind, at, letter: other }: Slip): string {
  const letters = Array.from(text);
  const place = at % letters.length;
  if (kind === 'insert') letters.splice(place, 0, other);
  else if (kind === 'leave') letters.splice(place, 1);
  else if (kind === 'replace') letters[place] = other;
  else {
    const next = Math.min(place, letters.length - 2);
    [letters[next], letters[next + 1]] = [letters[next + 1] ?? '', letters[next] ?? ''];
  }
  return letters.join('');
}

test('a name is found with one slip in any of its words of four letters or more', () => {
  fc.assert(
    fc.property(words, fc.nat(4), slip, (named, which, made) => {
      const name = named.map(capital).join(' ');
      const typed = named.map((one, index) => (index === which % named.length ? withSlip(one, made) : one)).join(' ');

      expect(rankName(name, typed)).not.toBeNull();
      expect(isCandidate(name, typed)).toBe(true);
    }),
  );
});

test('one word with a slip is enough', () => {
  fc.assert(
    fc.property(words, fc.nat(4), slip, (named, which, made) => {
      const typed = withSlip(named[which % named.length] ?? '', made);

      expect(rankName(named.join(' '), typed)).not.toBeNull();
      expect(isCandidate(named.join(' '), typed)).toBe(true);
    }),
  );
});

test('a name is found by its initials, small words left out', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 6 }), (named) => {
      const initials = named.map((one) => one.charAt(0)).join('');

      expect(rankName(named.map(capital).join(' of '), initials.toUpperCase())).not.toBeNull();
      expect(isCandidate(named.map(capital).join(' of '), initials)).toBe(true);
    }),
  );
});

test('a name is found by its words in any order, and what is found the index finds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 12 }), (name, typed) => {
      const inOtherOrder = plainName(name).split(' ').slice(0, 8).toReversed().join(' ');

      expect(inOtherOrder === '' || rankName(name, inOtherOrder) !== null).toBe(true);
      expect(rankName(name, typed) === null || isCandidate(name, typed)).toBe(true);
    }),
  );
});

test.each([
  ['Blue Cross Blue Shield of Texas', 'BCBS', 'initials'],
  ['Blue Cross Blue Shield of Texas', 'bcbs of texas', 'initials'],
  ['Blue Cross and Blue Shield of Texas', 'bcbstx', null],
  ['BLUECROSS BLUESHIELD OF TEXAS', 'bcbs', 'initials'],
  ['Anthem Blue Cross Blue Shield', 'bcbs', 'initials'],
  ['United HealthCare', 'UHC', 'initials'],
  ['UnitedHealthcare', 'uhc', 'initials'],
  ['UnitedHealthcare', 'united health care', 'exact'],
  ['United HealthCare', 'unitedhealthcare', 'exact'],
  ['Sunflower Health', 'sunfolwer', 'typo'],
  ['Sunflower Health', 'health sun', 'words'],
  ['Sunflower Health', 'flower', 'parts'],
  ['Sunflower Health', 'sunflower', 'prefix'],
  ['Clínica Sol, Inc.', 'clinica sol inc', 'exact'],
  ['Sunflower Health', 'snflwer', null],
  ['Sol Health', 'sal', null],
  ['Sunflower Health', '', null],
  ['Sunflower Health', '...', null],
])('%s is found by "%s" as %s', (name, typed, rank) => {
  expect(rankName(name, typed)).toBe(rank);
});

test.each([
  ['aetna', 'aetan', true],
  ['aetna', 'aetn', true],
  ['aetna', 'aettna', true],
  ['aetna', 'axtna', true],
  ['aetna', 'aetna', false],
  ['aetna', 'axtnx', false],
  ['aetna', 'eatan', false],
  ['ab', 'ba', true],
])('%s and %s are one edit apart: %s', (one, other, expected) => {
  expect(isOneEdit(one, other)).toBe(expected);
  expect(isOneEdit(other, one)).toBe(expected);
});

const candidate = (id: string, name: string, over: Partial<Omit<CandidateName, 'payer'>> = {}): CandidateName => ({
  payer: { id, name },
  name,
  kind: 'name',
  ...over,
});

test('exact and prefix come first, then words, initials, other names, and slips last', () => {
  const candidates = [
    candidate('slip', 'Oskar Group'),
    candidate('former', 'Meridian', { name: 'Oscar' }),
    candidate('initials', 'Ohio State Care and Rest'),
    candidate('words', 'The Oscar Plan'),
    candidate('prefix', 'Oscar Health'),
    candidate('exact', 'OSCAR'),
    candidate('nobody', 'Cedar Mutual'),
  ];

  expect(rankFound(candidates, 'oscar').map(({ id }) => id)).toEqual(['exact', 'prefix', 'words', 'former', 'slip']);
  expect(rankFound(candidates, 'oscr').map(({ id }) => id)).toContain('initials');
});

test('a payer is found once, by its own name before any other, and says why only where its name does not show it', () => {
  const found = rankFound(
    [
      candidate('1', 'Aster Health'),
      candidate('1', 'Aster Health', { name: 'Aster Mutual' }),
      candidate('2', 'Cedar', { name: 'Aster of Ohio' }),
      candidate('2', 'Cedar', { name: 'Aster of Ohio', kind: 'also' }),
      candidate('3', 'Birch', { name: 'ASTER HLTH', kind: 'also' }),
      candidate('4', 'Elm', { name: 'aster (do not use)', kind: 'internal' }),
      candidate('5', 'ASTER, Inc.', { name: 'Aster Inc', kind: 'also' }),
    ],
    'aster',
  );

  expect(new Map(found.map(({ id, foundBy }) => [id, foundBy]))).toEqual(
    new Map([
      ['1', null],
      ['5', null],
      ['2', { kind: 'formerly', name: 'Aster of Ohio' }],
      ['3', { kind: 'also', name: 'ASTER HLTH' }],
      ['4', { kind: 'internal', name: null }],
    ]),
  );
});
