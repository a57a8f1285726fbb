import type { BatchColumn } from '@coverlight/contract/batches/columns.schema.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnsAsRemembered, findHeaderRow, guessColumns, headerDigestText, rememberedColumns } from './columns.ts';

const headings: [string, BatchColumn | null][] = [
  ['First Name', 'first'],
  ['PatientFirstName', 'first'],
  ['pt_fname', 'first'],
  ['Last', 'last'],
  ['Client Last Name', 'last'],
  ["Patient's Name", 'full_name'],
  ['Name (Last, First)', 'full_name'],
  ['Client', 'full_name'],
  ['D.O.B.', 'birth_date'],
  ['DOB (MM/DD/YYYY)', 'birth_date'],
  ['Patient Birth Date', 'birth_date'],
  ['Member ID', 'member_id'],
  ['Primary Insurance Policy Number', 'member_id'],
  ['Insurance ID #', 'member_id'],
  ['Subscriber ID', 'subscriber_member_id'],
  ['Insured ID Number', 'subscriber_member_id'],
  ['Subscriber First Name', 'subscriber_first'],
  ['Policy Holder DOB', 'subscriber_birth_date'],
  ['Insurance Subscriber Name', 'subscriber_full_name'],
  ['Primary Insurance', 'payer_name'],
  ['Insurance 1 Name', 'payer_name'],
  ['Payor', 'payer_name'],
  ['Plan Name', 'payer_name'],
  ['Payer ID', 'payer_id'],
  ['Group #', 'group_number'],
  ['Insurance Group Number', 'group_number'],
  ['Patient Relationship to Insured', 'relationship'],
  ['Sex', 'gender'],
  ['MRN', 'external_id'],
  ['Patient ID', 'external_id'],
  ['Appt Date', 'appointment_at'],
  ['Facility', 'provider_name'],
  ['NPI', 'provider_npi'],
  ['Level of Care', 'level_of_care'],
  ['Service Type Code', 'service_type'],
  ['Case Manager', 'tag'],
  ['Secondary Insurance', null],
  ['Secondary Insurance ID', null],
  ['Emergency Contact Name', null],
  ['Referring Provider NPI', null],
  ['Phone', null],
  ['', null],
];

test.each(headings)('a column headed %j holds %s', (heading, column) => {
  expect(guessColumns([heading], [])).toEqual([column]);
});

test('a column is held once, by the surer heading', () => {
  expect(guessColumns(['Plan Name', 'Payer Name', 'Birth Date', 'DOB'], [])).toEqual([null, 'payer_name', null, 'birth_date']);
});

test('a heading that may mean a name or a number is read by its cells', () => {
  const header = ['Patient', 'Member', 'Subscriber', 'Payer'];

  expect(guessColumns(header, [['10023', 'XQA123456', 'W99120', '60054']])).toEqual([
    'external_id',
    'member_id',
    'subscriber_member_id',
    'payer_id',
  ]);
  expect(guessColumns(['Patient', 'Subscriber', 'Payer'], [['Lisle, Ada', 'Ada Lisle', 'Kestrel 3 Mutual']])).toEqual([
    'full_name',
    'subscriber_full_name',
    'payer_name',
  ]);
});

test('the heading is found below a title, and not where only one is known', () => {
  const rows = [['Appointments of the week'], [], ['Printed', 'DOB'], ['First Name', 'Last Name', 'DOB'], ['Ada', 'Lisle', '1/2/1980']];

  expect(findHeaderRow(rows)).toBe(3);
  expect(findHeaderRow([['Ada', 'Lisle', '1/2/1980']])).toBeNull();
  expect(findHeaderRow([...Array.from({ length: 20 }, () => ['x']), ['First Name', 'DOB']])).toBeNull();
});

test('the digest of the headings does not depend on order, case and punctuation', () => {
  const header = ['First Name', 'DOB', 'Member ID', 'Notes'];
  fc.assert(
    fc.property(fc.shuffledSubarray(header, { minLength: header.length }), (shuffled) => {
      const other = shuffled.map((heading) => `${heading.toUpperCase()}:`);
      expect(headerDigestText(other)).toBe(headerDigestText(header));
    }),
  );
  expect(headerDigestText([...header, 'Payer'])).not.toBe(headerDigestText(header));
});

test('a mapping comes back for the same headings in another order, the second of two alike included', () => {
  const header = ['Name', 'Name', 'DOB', ''];
  const remembered = rememberedColumns(header, ['full_name', 'subscriber_full_name', 'birth_date', null]);

  expect(columnsAsRemembered(['dob', 'name', 'NAME'], remembered)).toEqual(['birth_date', 'full_name', 'subscriber_full_name']);
});
