/** Workbooks as spreadsheet programs write them, and as nobody should; made by code, so that each test shows what is in its file. */
import { crc32, deflateRawSync } from 'node:zlib';

interface ZipEntry {
  name: string;
  /** Uncompressed. */
  bytes: Uint8Array;
  /** What the directory says instead of the truth. */
  says?: { size?: number; packed?: number; crc?: number; flags?: number; method?: number };
  isStored?: boolean;
  /** Its sizes stand in a field for numbers of eight bytes. */
  isLong?: boolean;
  packed?: Buffer;
}

/** A ZIP file; the directory may lie. */
export function zipOf(entries: readonly ZipEntry[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, says = {}, isStored = false, isLong = false, packed: given } of entries) {
    const packed = given ?? (isStored ? Buffer.from(bytes) : deflateRawSync(bytes, { level: 9 }));
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(says.flags ?? 0, 2);
    head.writeUInt16LE(says.method ?? (isStored ? 0 : 8), 4);
    head.writeUInt32LE(says.crc ?? crc32(bytes), 10);
    head.writeUInt32LE(says.packed ?? packed.length, 14);
    head.writeUInt32LE(says.size ?? bytes.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\u{3}\u{4}'), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    const long = Buffer.alloc(isLong ? 20 : 0);
    if (isLong) {
      long.writeUInt16LE(1, 0);
      long.writeUInt16LE(16, 2);
      long.writeBigUInt64LE(BigInt(bytes.length), 4);
      long.writeBigUInt64LE(BigInt(packed.length), 12);
      head.fill(0xff, 14, 22);
      head.writeUInt16LE(long.length, 24);
    }
    directory.push(Buffer.concat([Buffer.from('PK\u{1}\u{2}'), Buffer.from([20, 0]), head, tail, Buffer.from(name), long]));
    locals.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...locals, list, Buffer.from('PK\u{5}\u{6}'), end, Buffer.from(comment)]);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface WorkbookParts {
  /** XML of each sheet's data, by name; a name that begins with '.' is a hidden one. */
  sheets: Record<string, string>;
  strings?: readonly string[];
  /** Number formats by style, from 0; a number is one that every program knows. */
  formats?: readonly (string | number)[];
  is1904?: boolean;
  /** Instead of what would be made, or besides. */
  parts?: Record<string, string | Uint8Array>;
}

export function partsOfWorkbook({
  sheets,
  strings,
  formats = [0],
  is1904 = false,
  parts = {},
}: WorkbookParts): Record<string, string | Uint8Array> {
  const names = Object.keys(sheets);
  const own = formats.filter((format) => typeof format === 'string');
  const relation = (id: string, kind: string, target: string) => `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`;
  return {
    '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><workbookPr${is1904 ? ' date1904="1"' : ''}/><sheets>${names
      .map(
        (name, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"${name.startsWith('.') ? ' state="hidden"' : ''}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation('rId90', 'sharedStrings', 'sharedStrings.xml')}${relation('rId91', 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet><numFmts>${own.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${formats
      .map((format) => `<xf numFmtId="${typeof format === 'string' ? 164 + own.indexOf(format) : format}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    ...(strings === undefined
      ? {}
      : { 'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${escaped(text)}</t></si>`).join('')}</sst>` }),
    ...Object.fromEntries(
      names.map((name, at) => [`xl/worksheets/sheet${at + 1}.xml`, `<worksheet><sheetData>${sheets[name] ?? ''}</sheetData></worksheet>`]),
    ),
    ...parts,
  };
}

export const entriesOf = (parts: Record<string, string | Uint8Array>): ZipEntry[] =>
  Object.entries(parts).map(([name, part]) => ({ name, bytes: typeof part === 'string' ? Buffer.from(part) : part }));

export const workbookOf = (parts: WorkbookParts): Buffer => zipOf(entriesOf(partsOfWorkbook(parts)));

/** A row of texts, without a place for row and cell, as some programs write it. */
export const textRow = (...cells: readonly string[]): string =>
  `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`).join('')}</row>`;
