import type { BatchColumn, BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Cell } from './cell.ts';
import { splitName } from './people.ts';
import { formOf, rowOf, rowOfTyped } from './row.ts';

const TODAY = '2026-11-24';
const rowWith = (cells: Partial<Record<BatchColumn, Cell>>) =>
  rowOf(Object.values(cells), { columns: Object.keys(cells) as BatchColumn[], date_orders: {} }, TODAY);
const fieldsOf = (remarks: readonly { field: string }[]) => remarks.map(({ field }) => field);

test('a clean row is read into the values of the form', () => {
  const row = rowWith({
    full_name: 'Lisle, Montgomery J.',
    birth_date: '7/7/1971',
    member_id: ' LMT 904471136 ',
    payer_name: 'Kestrel Mutual',
    relationship: 'Self',
    gender: 'male',
    service_type: 'Mental Health; 30',
    level_of_care: 'IOP, Residential',
    group_number: { number: '20451' },
  });

  expect(row.problems).toEqual([]);
  expect(row.warnings).toEqual([]);
  expect(formOf(row.content)).toEqual({
    memberId: 'LMT 904471136',
    patientFirstName: 'Montgomery',
    patientLastName: 'Lisle',
    patientBirthDate: '1971-07-07',
    patientGender: 'M',
    subscriberRelationship: '18',
    groupNumber: '20451',
    serviceType: ['MH', '30'],
    careLevels: ['iop', 'rtc'],
  });
});

test('an id that a spreadsheet kept as a number is warned of, and one that it cut is to be mended', () => {
  expect(rowWith({ member_id: { number: '90447113' } })).toMatchObject({
    problems: [],
    warnings: [{ field: 'member_id', words: 'Excel may have dropped leading zeros.' }],
  });
  for (const cell of [
    { number: '1234567890123450' },
    { number: '1.23456789012345E+17' },
    '1.23457E+14',
    { number: '12.5' },
    { day: '2020-01-01' },
  ])
    expect(fieldsOf(rowWith({ member_id: cell }).problems)).toEqual(['member_id']);
  expect(rowWith({ member_id: '1234567890123456' })).toMatchObject({ problems: [], warnings: [] });
});

test('what cannot be read stays as it was typed, with words that do not repeat it', () => {
  const typed = {
    birth_date: '13/32/1980',
    relationship: 'nephew-in-law',
    gender: 'plenty',
    provider_npi: '1234567890',
    service_type: 'ZZ9',
    level_of_care: 'spa',
  };
  const row = rowWith(typed);

  expect(row.content).toEqual(typed);
  expect(fieldsOf(row.problems).toSorted()).toEqual(Object.keys(typed).toSorted());
  for (const { words } of row.problems) for (const value of Object.values(typed)) expect(words).not.toContain(value);
});

test('a day that fits another order than the column is told apart from one that cannot be', () => {
  const words = (cell: string) => rowWith({ birth_date: cell }).problems[0]?.words;

  expect(words('31/12/1984')).toBe('This day does not fit the order of the column (month, day, year). Please type it as MM/DD/YYYY.');
  expect(words('32/12/1984')).toBe('This is no day that can be. Please type it as MM/DD/YYYY.');
});

test('placeholders are nothing, but people may be called so', () => {
  expect(rowWith({ member_id: 'N/A', birth_date: '-', payer_name: 'none', last: 'Null', first: 'Nil' }).content).toEqual({
    last: 'Null',
    first: 'Nil',
  });
});

test('an error of the spreadsheet is a problem of its field', () => {
  const row = rowWith({ last: '#REF!', payer_name: '#N/A' });

  expect(row.content).toEqual({});
  expect(fieldsOf(row.problems).toSorted()).toEqual(['last', 'payer_name']);
});

test('what the form would not take is told before it is sent', () => {
  expect(fieldsOf(rowWith({ first: 'x'.repeat(61), last: 'y', member_id: 'z'.repeat(81) }).problems).toSorted()).toEqual([
    'first',
    'member_id',
  ]);
});

test('the subscriber stands in for a patient who is the subscriber, and lends the member id to everybody', () => {
  const subscriber = { subscriber_full_name: 'Ada Quill', subscriber_birth_date: '1/2/1960', subscriber_member_id: 'QQ1' };

  expect(rowWith({ relationship: 'self', ...subscriber }).content).toMatchObject({
    first: 'Ada',
    last: 'Quill',
    birth_date: '1960-01-02',
    member_id: 'QQ1',
  });
  const child = rowWith({ first: 'Ben', last: 'Quill', relationship: 'son', ...subscriber }).content;
  expect(child).toMatchObject({ first: 'Ben', member_id: 'QQ1', relationship: '19' });
  expect(child.birth_date).toBeUndefined();
  expect(rowWith({ first: 'Ben', last: 'Quill', ...subscriber }).content.relationship).toBeUndefined();
  expect(rowWith({ first: 'Ada', last: 'QUILL', birth_date: '1/2/60', ...subscriber }).content.relationship).toBe('18');
});

const names: [string, string, string, string, boolean][] = [
  ['Lisle, Montgomery', 'Montgomery', 'Lisle', '', false],
  ['LISLE, MONTGOMERY Q', 'MONTGOMERY', 'LISLE', '', false],
  ['Lisle Jr., Montgomery', 'Montgomery', 'Lisle', 'Jr', false],
  ['Lisle, Montgomery, III', 'Montgomery', 'Lisle', 'III', false],
  ['Montgomery Lisle, Jr.', 'Montgomery', 'Lisle', 'Jr', false],
  ['Montgomery Q. Lisle', 'Montgomery', 'Lisle', '', false],
  ['Mary Ann Lisle', 'Mary Ann', 'Lisle', '', true],
  ['Ana de la Cruz', 'Ana', 'de la Cruz', '', false],
  ['Vincent van Dyke Sr', 'Vincent', 'van Dyke', 'Sr', false],
  ['de la Cruz, Ana Maria', 'Ana Maria', 'de la Cruz', '', false],
  ["O'Neil-Núñez, Zoë", 'Zoë', "O'Neil-Núñez", '', false],
];

test.each(names)('the name %j is split', (name, first, last, suffix, isUnsure) => {
  expect(splitName(name)).toEqual({ first, last, suffix, isUnsure });
});

test('a name of one word is to be mended', () => {
  expect(rowWith({ full_name: 'Cher' })).toMatchObject({ content: { last: 'Cher' }, problems: [{ field: 'first' }] });
});

test('what was read is read again as the same', () => {
  const content = fc.record<BatchContent>(
    {
      first: fc.constantFrom('Ada', 'Zoë'),
      last: fc.constantFrom('Quill', 'de la Cruz'),
      birth_date: fc.constantFrom('1/2/80', '1984-04-07', '31/31/31'),
      member_id: fc.constantFrom('QQ1', 'LMT 90'),
      relationship: fc.constantFrom('wife', 'self', 'cousin'),
      gender: fc.constantFrom('F', 'male', 'x'),
      appointment_at: fc.constantFrom('12/1/2026 2:30 PM', '12/2/26'),
      service_type: fc.constantFrom('MH', 'mental health, 30'),
      level_of_care: fc.constantFrom('php', 'Detox; IOP'),
      tag: fc.constantFrom('north', 'a, b'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(content, (typed) => {
      const once = rowOfTyped(typed, TODAY);

      expect(rowOfTyped(once.content, TODAY)).toEqual(once);
    }),
  );
});
