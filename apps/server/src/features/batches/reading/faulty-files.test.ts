/** Lists with faults: each costs the row that has it, and no other (docs/product.md 19.1). */
import { expect, test } from 'vitest';
import { checkList } from '../../../../test/check-list.ts';
import { HEADER, patientList, ROW_FAULTS, withFaults, type PatientList } from '../../../../test/patient-lists.ts';
import { csvLine } from '#http/csv.ts';
import { writeXlsx } from '../export/write-xlsx.ts';
import { readTable, type ReadTable } from './read-table.ts';

const csvOf = ({ header, rows }: PatientList): Buffer => Buffer.from([header, ...rows].map(csvLine).join(''));

function read(bytes: Buffer, filename = 'list.csv'): ReadTable {
  const table = readTable({ bytes, filename });
  if ('refused' in table) throw new Error(table.refused);
  return table;
}
const allBut = (count: number, faulty: readonly number[]) =>
  Array.from({ length: count }, (_, at) => at).filter((at) => !faulty.includes(at));

test('a list of patients is read without a problem, as CSV and as XLSX', () => {
  const list = patientList(50);
  const csv = checkList(read(csvOf(list)).rows);
  const xlsx = checkList(read(writeXlsx([list.header, ...list.rows], 'Patients'), 'list.xlsx').rows);

  expect(csv.ready).toHaveLength(50);
  expect(csv.mapping.columns).toEqual([
    'external_id',
    'last',
    'first',
    'birth_date',
    'payer_name',
    'member_id',
    'group_number',
    'relationship',
    'appointment_at',
    'level_of_care',
  ]);
  expect(xlsx).toEqual(csv);
});

test.each(Object.entries(ROW_FAULTS))('%s keeps its own row alone', (_name, fault) => {
  const { list, faulty } = withFaults(patientList(9), [fault]);

  expect(checkList(read(csvOf(list)).rows).ready).toEqual(allBut(9, faulty));
});

test('of 10,000 rows with thirty faults 9,970 are ready', () => {
  const { list, faulty } = withFaults(patientList(10_000));
  const { ready, mapping } = checkList(read(csvOf(list)).rows);

  expect(mapping.date_orders).toEqual({ birth_date: 'mdy', appointment_at: 'mdy' });
  expect(faulty).toHaveLength(30);
  expect(ready).toEqual(allBut(10_000, faulty));
});

test('a column whose days come first is read so', () => {
  const { header, rows } = patientList(40);
  const turned = rows.map((row) => row.map((cell) => cell.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$2/$1/$3')));
  const { ready, mapping, rows: checked } = checkList(read(csvOf({ header, rows: turned })).rows);

  expect(mapping.date_orders.birth_date).toBe('dmy');
  expect(ready).toHaveLength(40);
  expect(checked.map(({ content }) => content.birth_date)).toEqual(
    rows.map((row) => row[3]?.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2')),
  );
});

test('the faults leave the heading as it is known', () => {
  expect(checkList([HEADER]).mapping.columns).not.toContain(null);
});
