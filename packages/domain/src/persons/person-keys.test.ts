import { expect, test } from 'vitest';
import { isNoMemberId, isNoName, memberIdKey, nameKey, soundex } from './key-values.ts';
import { keysOf, linksByItself, sharedKinds, type Identity } from './person-keys.ts';

const ada: Identity = { memberId: 'XZA 900-100', birthDate: '1984-04-07', firstName: 'Ada', lastName: 'Quillfeather' };

test.each([
  ["Núñez-O'Neil, Jr.", 'NUNEZONEIL'],
  ['quill  feather III', 'QUILLFEATHER'],
  ['Ⅳana 2nd', 'IVANAND'],
  ['Sr.', 'SR'],
  ['', ''],
])('a name %j is compared as %j', (typed, key) => {
  expect(nameKey(typed)).toBe(key);
});

test('a member id keeps every letter and digit, a Blue prefix, too', () => {
  expect(memberIdKey(' xza-900 100.01 ')).toBe('XZA90010001');
  expect(memberIdKey('００１２')).toBe('0012');
});

test.each([
  ['ROBERT', 'R163'],
  ['RUPERT', 'R163'],
  ['ASHCRAFT', 'A261'],
  ['TYMCZAK', 'T522'],
  ['PFISTER', 'P236'],
  ['LEE', 'L000'],
  ['ЖАННА', ''],
])('%s sounds like %s', (name, code) => {
  expect(soundex(name)).toBe(code);
});

test.each([
  '',
  'BABY',
  'Baby Boy',
  'baby girl B',
  'BabyBoy',
  'BOY A',
  'Girl',
  'Boy 2',
  'INFANT',
  'Newborn',
  'Twin B',
  'Unknown',
  'TEST',
  'J',
  'J.',
  'A B',
  'FNU',
  'Baby of Ines',
])('nobody is told apart by the first name %j', (name) => {
  expect(isNoName(name)).toBe(name !== 'A B');
  expect(linksByItself({ ...ada, firstName: name }, { ...ada, firstName: name })).toBe(name === 'A B');
});

test.each(['Jo', 'Boyd', 'Babette', 'Testa', 'Girlie', 'Li', 'Newton', 'Boy George'])('%s is a name', (name) => {
  expect(isNoName(name)).toBe(false);
});

test.each(['', 'X', '0000000', 'UNKNOWN', 'NA', '123456789'])('%j is no member id', (id) => {
  expect(isNoMemberId(memberIdKey(id))).toBe(true);
  expect(sharedKinds({ ...ada, memberId: id }, { ...ada, memberId: id })).not.toContain('id_dob');
});

const LINKED: [string, Identity][] = [
  ['written otherwise', { ...ada, memberId: 'xza900100', firstName: 'ADA ' }],
  ['with another last name', { ...ada, lastName: 'Harbor' }],
  ['without a last name', { ...ada, lastName: undefined }],
  ['with the names the other way round', { ...ada, firstName: 'Quillfeather', lastName: 'Ada' }],
];
test.each(LINKED)('a check of the same person %s is linked by itself', (_how, other) => {
  expect([linksByItself(ada, other), linksByItself(other, ada)]).toEqual([true, true]);
});

const PROPOSED: [string, Identity, string[]][] = [
  ['a twin', { ...ada, firstName: 'Ann' }, ['id_dob', 'initial_dob', 'id_last']],
  ['somebody with another member id', { ...ada, memberId: 'ABC1' }, ['name_dob', 'initial_dob', 'sound_dob']],
  [
    'names the other way round and another member id',
    { ...ada, memberId: '', firstName: 'Quillfeather', lastName: 'Ada' },
    ['name_dob', 'initial_dob', 'sound_dob'],
  ],
  ['a slip in the birth date', { ...ada, birthDate: '1984-04-08' }, ['id_name', 'id_last', 'id_first']],
  ['a slip in the first name', { ...ada, firstName: 'Aida' }, ['id_dob', 'initial_dob', 'sound_dob', 'id_last']],
  ['only the family name and id in common', { ...ada, birthDate: '1960-01-01', firstName: 'Ines' }, ['id_last']],
  ['half a swap', { ...ada, firstName: 'Harbor', lastName: 'Ada' }, ['id_dob', 'id_last']],
];
test.each(PROPOSED)('%s is proposed and not linked', (_who, other, kinds) => {
  expect(linksByItself(ada, other)).toBe(false);
  expect(sharedKinds(ada, other).toSorted()).toEqual(kinds.toSorted());
});

test('the practice’s own number links whatever else was typed', () => {
  expect(linksByItself({ externalId: ' mrn-77 ' }, { ...ada, externalId: 'MRN-77' })).toBe(true);
  expect(linksByItself({ externalId: '7-7' }, { externalId: '77' })).toBe(false);
});

test('nothing is made of what was not said', () => {
  expect(keysOf({}).stored).toEqual([]);
  expect(keysOf({ memberId: null, birthDate: '', firstName: ' ', lastName: undefined }).stored).toEqual([]);
});
