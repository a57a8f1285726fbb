import type { Cell } from '@coverlight/domain/batches/cell.ts';
import { expect, test } from 'vitest';
import { entriesOf, partsOfWorkbook, textRow, workbookOf, type WorkbookParts, zipOf } from '../../../../test/workbooks.ts';
import { writeXlsx } from '../export/write-xlsx.ts';
import { readTable, type ReadTable } from './read-table.ts';

function read(parts: WorkbookParts, sheet?: string): ReadTable {
  const table = readTable({ bytes: workbookOf(parts), filename: 'list.xlsx', ...(sheet === undefined ? {} : { sheet }) });
  if ('refused' in table) throw new Error(table.refused);
  return table;
}
const rowsOf = (data: string, more: Partial<WorkbookParts> = {}): Cell[][] => read({ sheets: { List: data }, ...more }).rows;

test('texts are read from the shared list, in pieces, inline and of formulas', () => {
  const data = `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><r><t>in </t></r><r><t>two</t></r></is></c><c r="C1" t="str"><f>A1</f><v>worked out</v></c></row>`;
  const strings =
    '<sst><si><t>unused</t></si><si><r><t>Zoë </t></r><r><t xml:space="preserve">&amp; Co</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si></sst>';

  expect(rowsOf(data, { parts: { 'xl/sharedStrings.xml': strings } })).toEqual([['Zoë & Co', 'in two', 'worked out']]);
});

test('cells and rows stand where their places say, and empty ones are left out', () => {
  const table = read({
    sheets: {
      List: '<row r="2"/><row r="3"><c r="B3" t="str"><v>b</v></c><c r="D3" s="0"/></row><row r="7"><c t="str"><v>a</v></c><c t="str"><v>b</v></c></row>',
    },
  });

  expect(table.rows).toEqual([
    ['', 'b'],
    ['a', 'b'],
  ]);
  expect(table.lines).toEqual([3, 7]);
});

test('numbers are days where their format says so, counted from 1900 or from 1904', () => {
  const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
  const data = `<row>${cell(0, '30779')}${cell(1, '30779')}${cell(2, '30779.5')}${cell(3, '30779')}${cell(4, '30779')}</row>`;
  const formats = [0, 14, 'm/d/yyyy h:mm AM/PM', '[$-409]mmm "day" d', '[h]:mm:ss'];

  expect(rowsOf(data, { formats })).toEqual([
    [{ number: '30779' }, { day: '1984-04-07' }, { day: '1984-04-07T12:00' }, { day: '1984-04-07' }, { number: '30779' }],
  ]);
  expect(rowsOf(data, { formats, is1904: true })[0]?.slice(0, 2)).toEqual([{ number: '30779', from: 1904 }, { day: '1988-04-08' }]);
});

test('the first days of 1900 are counted as a spreadsheet counts them', () => {
  const days = ['0', '1', '59', '60', '61'].map((value) => `<c s="0"><v>${value}</v></c>`).join('');

  expect(rowsOf(`<row>${days}</row>`, { formats: [14] })).toEqual([
    [{ day: '1899-12-31' }, { day: '1900-01-01' }, { day: '1900-02-28' }, { day: '1900-02-28' }, { day: '1900-03-01' }],
  ]);
});

test('zeros that a format puts before a number are part of it', () => {
  expect(rowsOf('<row><c s="0"><v>123</v></c><c s="1"><v>123</v></c></row>', { formats: ['000000000', '#,##0'] })).toEqual([
    ['000000123', { number: '123' }],
  ]);
});

test('whole numbers are told with all their digits, and what has lost some as it is stored', () => {
  const values = ['4.071984E6', '4071984.0', '123456789012345', '1234567890123456', '1.23456789012345E+17', '0.5'];

  expect(rowsOf(`<row>${values.map((value) => `<c><v>${value}</v></c>`).join('')}</row>`)).toEqual([
    [
      { number: '4071984' },
      { number: '4071984' },
      { number: '123456789012345' },
      { number: '1234567890123456' },
      { number: '1.23456789012345E+17' },
      { number: '0.5' },
    ],
  ]);
});

test('days as ISO text, truth values and errors are read as what they show', () => {
  expect(rowsOf('<row><c t="d"><v>2026-12-01T14:30:00Z</v></c><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row>')).toEqual([
    [{ day: '2026-12-01T14:30' }, 'TRUE', '#REF!'],
  ]);
});

test('of several sheets the first that is shown is read, or the one that is named', () => {
  const sheets = { '.hidden': textRow('no'), Monday: textRow('m'), 'Tue & Wed': textRow('t') };

  expect(read({ sheets })).toMatchObject({ kind: 'xlsx', sheets: ['Monday', 'Tue & Wed'], sheet: 'Monday', rows: [['m']] });
  expect(read({ sheets }, 'Tue & Wed').rows).toEqual([['t']]);
  expect(readTable({ bytes: workbookOf({ sheets }), filename: 'x.xlsx', sheet: 'Friday' })).toEqual({
    refused: 'The workbook has no sheet of that name.',
  });
});

test('what is exported is read as it was, formulas defused', () => {
  const rows = [
    ['Last', 'Note'],
    ['O’Neil <&> "Núñez"', '=HYPERLINK("http://x")'],
    ['', 'a\nb'],
    ['0012', '-5'],
  ];
  const table = readTable({ bytes: writeXlsx(rows, 'Results: 12/1'), filename: 'results.xlsx' });

  expect(table).toMatchObject({
    sheet: 'Results  12 1',
    rows: [
      ['Last', 'Note'],
      ['O’Neil <&> "Núñez"', `'=HYPERLINK("http://x")`],
      ['', 'a\nb'],
      ['0012', "'-5"],
    ],
  });
});

test('a small file that is written as a large one is read', () => {
  const entries = entriesOf(partsOfWorkbook({ sheets: { List: textRow('a') } }));

  expect(readTable({ bytes: zipOf(entries.map((entry) => ({ ...entry, isLong: true }))), filename: 'list.xlsx' })).toMatchObject({
    rows: [['a']],
  });
});
