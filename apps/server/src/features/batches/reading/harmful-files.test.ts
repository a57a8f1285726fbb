/** Files made to harm: each is refused in words, within the memory of a worker thread (docs/product.md 19.1). */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entriesOf, partsOfWorkbook, textRow, workbookOf, type WorkbookParts, zipOf } from '../../../../test/workbooks.ts';
import { createLog } from '#log.ts';
import { openBudget } from './limits.ts';
import { createTablePool } from './table-pool.ts';
import { openZip } from './xlsx/open-zip.ts';

const pool = createTablePool(createLog('silent'));
// A thread that reads TypeScript takes long to start.
beforeAll(async () => void (await pool.read({ text: 'a' })), 60_000);
afterAll(async () => await pool.close());

const MB = 1024 * 1024;
const LIST = textRow('First Name', 'DOB') + textRow('Ada', '1/2/1980');
const honest: WorkbookParts = { sheets: { List: LIST } };
const sheet = (xml: string) =>
  workbookOf({ sheets: {}, parts: partsOfWorkbook({ ...honest, parts: { 'xl/worksheets/sheet1.xml': xml } }) });
const rows = (xml: string) => workbookOf({ sheets: { List: xml } });
const strings = (xml: string) => workbookOf({ ...honest, parts: { 'xl/sharedStrings.xml': xml } });
const entries = () => entriesOf(partsOfWorkbook(honest));
const withEntry = (change: Parameters<typeof zipOf>[0][number]) => zipOf([...entries(), change]);
/** Something that does not shrink: letters out of a small alphabet. */
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex');

const DAMAGED = 'The file is damaged. Please save it anew, as XLSX or CSV.';
const FAR_MORE = 'The file holds far more than a list of patients. Please save the list alone, as XLSX or CSV.';
const SAVE = 'Please save it as XLSX or CSV.';
const LOCKED = `The file is locked with a password. ${SAVE}`;
const EMPTY_ROWS = 'There are too many empty rows. Please delete those below the list.';

const files: [string, () => Buffer, string][] = [
  ['a sheet of 16 MB in 16 kB', () => rows(`<row><c t="str"><v>${' '.repeat(16 * MB)}</v></c></row>`), FAR_MORE],
  ['a sheet that grows a thousandfold', () => rows(textRow('a').repeat(100_000)), FAR_MORE],
  ['XML 100,000 deep', () => sheet('<a>'.repeat(100_000)), DAMAGED],
  ['a million empty rows', () => rows(Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 1}"/>`).join('')), EMPTY_ROWS],
  ['a row of 16,384 columns', () => rows(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`), 'The list has more than 200 columns (row 1).'],
  [
    'shared texts that grow a hundredfold and more',
    () => strings(`<sst>${`<si><t>${'x'.repeat(60)}</t></si>`.repeat(200_000)}</sst>`),
    FAR_MORE,
  ],
  [
    'shared texts that do not shrink, and too many',
    () => strings(`<sst>${Array.from({ length: 600_000 }, (_, n) => `<si><t>${n % 1000}</t></si>`).join('')}</sst>`),
    FAR_MORE,
  ],
  ['a text without an end', () => strings(`<sst><si><t>${noise(4 * MB)}</t></si></sst>`), FAR_MORE],
  ['a tag without an end', () => sheet(`<worksheet a="${noise(4 * MB)}`), FAR_MORE],
  [
    'entities that multiply',
    () => sheet('<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>'),
    DAMAGED,
  ],
  ['an entity that names a file', () => sheet('<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet>&x;</worksheet>'), DAMAGED],
  ['an entity that nobody defined', () => rows('<row><c t="str"><v>&who;</v></c></row>'), DAMAGED],
  ['XML that breaks off', () => sheet('<worksheet><sheetData><row>'), DAMAGED],
  ['a part that is larger than it says', () => zipOf(entries().map((entry) => ({ ...entry, says: { size: 10 } }))), DAMAGED],
  [
    'a part that is smaller than it says',
    () => zipOf(entries().map((entry) => ({ ...entry, says: { size: entry.bytes.length + 1 } }))),
    DAMAGED,
  ],
  ['a part whose packed size is a lie', () => zipOf(entries().map((entry) => ({ ...entry, says: { packed: 0x7fffffff } }))), DAMAGED],
  ['a part with another sum', () => zipOf(entries().map((entry) => ({ ...entry, says: { crc: 1 } }))), DAMAGED],
  ['a part packed in a way that nobody uses', () => zipOf(entries().map((entry) => ({ ...entry, says: { method: 12 } }))), DAMAGED],
  ['parts locked with a password', () => zipOf(entries().map((entry) => ({ ...entry, says: { flags: 1 } }))), LOCKED],
  ['a part that leads out of its folder', () => withEntry({ name: '../../etc/cron.d/x', bytes: Buffer.from('x') }), DAMAGED],
  ['a part at the root of the disk', () => withEntry({ name: '/etc/passwd', bytes: Buffer.from('x') }), DAMAGED],
  ['a part of Windows’ own paths', () => withEntry({ name: 'C:\\x', bytes: Buffer.from('x') }), DAMAGED],
  ['two parts of one name', () => withEntry({ name: 'xl/workbook.xml', bytes: Buffer.from('x') }), DAMAGED],
  ['10,000 parts', () => zipOf(Array.from({ length: 10_000 }, (_, n) => ({ name: `p${n}`, bytes: Buffer.from('x') }))), DAMAGED],
  ['half a file', () => workbookOf(honest).subarray(0, 700), DAMAGED],
  ['the beginning of a file', () => Buffer.from('PK\u{3}\u{4}'), DAMAGED],
  ['an old workbook, or one with a password', () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), randomBytes(4096)]), SAVE],
  [
    'a ZIP file that is no workbook',
    () => zipOf([{ name: 'readme.txt', bytes: Buffer.from('x') }]),
    `This is no workbook that can be read. ${SAVE}`,
  ],
  [
    'a sheet outside the file',
    () =>
      workbookOf({
        ...honest,
        parts: {
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" TargetMode="External" Type="x/worksheet" Target="http://127.0.0.1/s"/></Relationships>',
        },
      }),
    'The workbook has no sheet that is shown.',
  ],
  [
    'a sheet that is not there',
    () =>
      workbookOf({
        ...honest,
        parts: {
          'xl/_rels/workbook.xml.rels':
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="../../else.xml"/></Relationships>',
        },
      }),
    DAMAGED,
  ],
  ['rows that stand above each other', () => rows('<row r="5"><c><v>1</v></c></row><row r="4"><c><v>1</v></c></row>'), DAMAGED],
  ['a text that the list does not have', () => rows('<row><c t="s"><v>7</v></c></row>'), DAMAGED],
];

test.each(files)('%s is refused', async (_name, make, refused) => {
  expect(await pool.read({ bytes: make(), filename: 'list.xlsx' })).toEqual({ refused });
});

test.each(['list.xls', 'list.numbers', 'list.ods', 'list.PDF'])('%s is to be saved otherwise', async (filename) => {
  expect(await pool.read({ bytes: workbookOf(honest), filename })).toEqual({ refused: SAVE });
});

test('after all of these a list is read as ever', async () => {
  expect(await pool.read({ bytes: workbookOf(honest), filename: 'list.xlsx' })).toMatchObject({
    rows: [
      ['First Name', 'DOB'],
      ['Ada', '1/2/1980'],
    ],
  });
});

test.each([
  ['64 MB', { size: 64 * MB + 1 }],
  ['200 times its size', { size: 2 * MB }],
])('a part that says itself that it is more than %s is not even begun', (_name, says) => {
  const budget = openBudget();
  let grown = 0;
  const zip = openZip(withEntry({ name: 'big', bytes: Buffer.from('x'), says }), {
    ...budget,
    grow: (bytes) => void (grown += bytes),
  });

  expect(() => zip.read('big', () => undefined)).toThrow(FAR_MORE);
  expect(grown).toBe(0);
});

test('64 MB in all are the most that is unpacked, however little each part grows', () => {
  const budget = openBudget();
  for (let mb = 0; mb < 64; mb += 1) budget.grow(MB, { from: MB, to: MB });

  expect(() => budget.grow(1, { from: MB, to: MB })).toThrow(FAR_MORE);
});
