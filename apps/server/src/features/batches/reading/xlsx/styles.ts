/** What the number formats of a workbook make of a number. */
import type { ZipParts } from './open-zip.ts';
import { readXml } from './read-xml.ts';

/** `days`: a number of days; a number: so many digits, with zeros before it; null: as it is. */
export type NumberForm = 'days' | number | null;

/** Formats that every program knows by number alone. */
const DAYS: readonly [from: number, to: number][] = [
  [14, 17],
  [22, 22],
  [27, 31],
  [34, 36],
  [50, 58],
];
const FORMATS_AT_MOST = 70_000;

/** By the number of a cell's style. */
export function readNumberForms(zip: ZipParts, part: string | null): NumberForm[] {
  const forms: NumberForm[] = [];
  const own = new Map<string, NumberForm>();
  let isOfCells = false;
  if (part === null) return forms;
  readXml(zip, part, {
    open(name, { numFmtId: id = '0', formatCode: code = '' }) {
      if (name === 'numFmt') own.set(id, formOfCode(code));
      if (name === 'cellXfs') isOfCells = true;
      if (name === 'xf' && isOfCells && forms.length < FORMATS_AT_MOST) forms.push(own.get(id) ?? formOfNumber(Number(id)));
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return forms;
}

const formOfNumber = (id: number): NumberForm => (DAYS.some(([from, to]) => id >= from && id <= to) ? 'days' : null);

/** Of a format of the workbook's own: a day has a day or a year; a month alone may be minutes. */
export function formOfCode(code: string): NumberForm {
  const plain = (code.split(';')[0] ?? '')
    .replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .toLowerCase();
  if (/^0{2,20}$/.test(plain)) return plain.length;
  if (/general|#|0|\?|@/.test(plain.replaceAll(/\.0+/g, ''))) return null;
  return /[dy]/.test(plain) || (/m/.test(plain) && !/[hs]/.test(plain)) ? 'days' : null;
}
