import { expect, test } from 'vitest';
import { readTable, type ReadTable } from './read-table.ts';

function read(bytes: string | Buffer): ReadTable {
  const table = readTable({ bytes: Buffer.from(bytes), filename: 'list.csv' });
  if ('refused' in table) throw new Error(table.refused);
  return table;
}
const refusal = (bytes: string | Buffer) => readTable({ bytes: Buffer.from(bytes), filename: 'list.csv' });

const NAMES = [
  ['Last', 'First', 'DOB'],
  ['Lisle, Jr', 'Ada', '1/2/1980'],
  ['Quill', 'Ben', '3/4/1981'],
];

test.each([
  ['commas', ','],
  ['semicolons', ';'],
  ['tabs', '\t'],
  ['bars', '|'],
])('columns are parted by %s without being told', (_name, delimiter) => {
  const text = NAMES.map((row) => row.map((cell) => (cell.includes(',') ? `"${cell}"` : cell)).join(delimiter)).join('\r\n');

  expect(read(text).rows).toEqual(NAMES);
});

test('commas inside cells do not part columns that semicolons part', () => {
  expect(read('Name;DOB;ID\nLisle, Ada;1/2/1980;1\nQuill, Ben;3/4/1981;2\n').rows).toEqual([
    ['Name', 'DOB', 'ID'],
    ['Lisle, Ada', '1/2/1980', '1'],
    ['Quill, Ben', '3/4/1981', '2'],
  ]);
});

test('the delimiter that Excel names is taken, and is no row', () => {
  expect(read('sep=;\r\na;b,c\r\n')).toMatchObject({ rows: [['a', 'b,c']], lines: [2] });
});

test.each([
  ['UTF-8', Buffer.from('Zoë,O’Neil')],
  ['UTF-8 with its mark', Buffer.from('\u{FEFF}Zoë,O’Neil')],
  ['UTF-16, little end first', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Zoë,O’Neil', 'utf16le')])],
  ['UTF-16, big end first', Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from('Zoë,O’Neil', 'utf16le').swap16()])],
  ['Windows-1252', Buffer.from([0x5a, 0x6f, 0xeb, 0x2c, 0x4f, 0x92, 0x4e, 0x65, 0x69, 0x6c])],
])('text in %s is read', (_name, bytes) => {
  expect(read(bytes).rows).toEqual([['Zoë', 'O’Neil']]);
});

test('a cell may go on in the next line, and rows are counted as a spreadsheet counts them', () => {
  expect(read('a,b\n"x\ny",z\n\n,,\nc,d')).toMatchObject({
    rows: [
      ['a', 'b'],
      ['x\ny', 'z'],
      ['c', 'd'],
    ],
    lines: [1, 2, 5],
  });
});

test('rows may be of different lengths, and a quotation mark may stand inside a cell', () => {
  expect(read('a,b,c\n1\n5\'10" tall,2\n').rows).toEqual([['a', 'b', 'c'], ['1'], ['5\'10" tall', '2']]);
});

test('a quotation mark that is not closed is told by its row, and never by what stands there', () => {
  const table = refusal('a,b\nc,"Lisle\nd,e\n');

  expect(table).toEqual({ refused: 'A quotation mark is opened and not closed (row 2).' });
});

test('what was pasted is read like a file, up to 2,000 rows', () => {
  const pasted = (count: number) => ['First Name\tDOB', ...Array.from({ length: count }, (_, n) => `A${n}\t1/2/1980`)].join('\n');

  expect(readTable({ text: 'First Name\tDOB\n"Ada\nMary"\t1/2/1980' })).toMatchObject({
    kind: 'paste',
    rows: [
      ['First Name', 'DOB'],
      ['Ada\nMary', '1/2/1980'],
    ],
  });
  expect(readTable({ text: pasted(2000) })).toMatchObject({ kind: 'paste' });
  expect(readTable({ text: pasted(2001) })).toEqual({ refused: 'The list has more than 2,000 rows. Please send it in parts.' });
});

test('10,000 rows and a heading below a title are read, and not one more', () => {
  const file = (count: number) => ['Appointments', '', 'Last,DOB', ...Array.from({ length: count }, (_, n) => `B${n},1/2/1980`)].join('\n');

  expect(read(file(10_000)).rows).toHaveLength(10_002);
  expect(refusal(file(10_001))).toEqual({ refused: 'The list has more than 10,000 rows. Please send it in parts.' });
});

test('what stands too far out, or holds too much, is told by its place', () => {
  expect(read(`${'a,'.repeat(199)}b`).rows[0]).toHaveLength(200);
  expect(refusal(`x\n${'a,'.repeat(200)}b`)).toEqual({ refused: 'The list has more than 200 columns (row 2).' });
  expect(read('y'.repeat(500)).rows).toEqual([['y'.repeat(500)]]);
  expect(refusal(`a,b\nc,${'y'.repeat(501)}`)).toEqual({ refused: 'A cell holds more than 500 characters (row 2, column 2).' });
});

test.each([
  ['an empty file', '', 'There is nothing in it.'],
  ['blank lines alone', '\n\n,,\n', 'There is nothing in it.'],
  ['100,001 rows of nothing', `a,b\n${',\n'.repeat(100_001)}`, 'There are too many empty rows. Please delete those below the list.'],
  ['bytes that are no text', Buffer.from('a\0b,c'), 'The file is not text. Please save it as XLSX or CSV.'],
  ['UTF-8 that breaks off', Buffer.from([0xef, 0xbb, 0xbf, 0x41, 0xc3]), 'The file is damaged. Please save it anew, as XLSX or CSV.'],
  ['a file above 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'The file is larger than 5 MB.'],
])('%s is refused', (_name, bytes, refused) => {
  expect(refusal(bytes)).toEqual({ refused });
});
