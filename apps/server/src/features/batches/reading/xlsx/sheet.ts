/** The cells of one sheet as they are stored; nothing is worked out. */
import { COLUMNS_AT_MOST } from '@coverlight/contract/batches/columns.schema.ts';
import type { Cell } from '@coverlight/domain/batches/cell.ts';
import { momentOfDays } from '@coverlight/domain/batches/dates.ts';
import { CannotRead, DAMAGED } from '../refusal.ts';
import type { RowTaker } from '../table-rows.ts';
import type { ZipParts } from './open-zip.ts';
import { readXml } from './read-xml.ts';
import { openText } from './shared-strings.ts';
import type { NumberForm } from './styles.ts';

export interface SheetFacts {
  strings: readonly string[];
  forms: readonly NumberForm[];
  daysFrom: 1900 | 1904;
}

/** Columns of the largest sheet there is. */
const COLUMNS_OF_A_SHEET = 16_384;
/** The last day that a spreadsheet has, 9999-12-31. */
const LAST_DAY = 2_958_465;

export function readSheet(zip: ZipParts, part: string, facts: SheetFacts, rows: RowTaker): void {
  const text = openText();
  let line = 0;
  let row: (Cell | undefined)[] = [];
  let column = 0;
  let cell: { type: string; style: number } | null = null;
  let value: string | null = null;
  let isValue = false;
  const isThere = readXml(zip, part, {
    open(name, attributes) {
      if (name === 'row') {
        const number = attributes.r === undefined ? line + 1 : Number(attributes.r);
        if (!Number.isInteger(number) || number <= line) throw new CannotRead(DAMAGED);
        line = number;
        row = [];
        column = 0;
      } else if (name === 'c') {
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        cell = { type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        value = null;
      } else if (name === 'v') {
        isValue = true;
        value = '';
      } else if (cell !== null) text.open(name);
    },
    text(piece) {
      if (isValue) value = (value ?? '') + piece;
      else text.text(piece);
    },
    close(name) {
      text.close(name);
      if (name === 'v') isValue = false;
      else if (name === 'c' && cell !== null) {
        const inline = text.take();
        const read = cell.type === 'inlineStr' ? inline : value === null ? '' : cellOf(cell, value, facts);
        if (read !== '') putCell(row, column, read, line);
        cell = null;
      } else if (name === 'row') rows.take(row, line);
    },
  });
  if (!isThere) throw new CannotRead(DAMAGED);
}

function putCell(row: (Cell | undefined)[], column: number, cell: Cell, line: number): void {
  if (column > COLUMNS_AT_MOST) throw new CannotRead(`The list has more than ${COLUMNS_AT_MOST} columns (row ${line}).`);
  row[column - 1] = cell;
}

/** 'B5' is column 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  if (column === 0 || column > COLUMNS_OF_A_SHEET) throw new CannotRead(DAMAGED);
  return column;
}

function cellOf({ type, style }: { type: string; style: number }, value: string, facts: SheetFacts): Cell {
  if (type === 's') return facts.strings[Number(value)] ?? missing();
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'str' || type === 'e') return value;
  if (type === 'd') return { day: value.slice(0, 16).replace(/T00:00$/, '') };
  return numberCell(value.trim(), facts.forms[style] ?? null, facts.daysFrom);
}

const missing = (): never => {
  throw new CannotRead(DAMAGED);
};

function numberCell(stored: string, form: NumberForm, daysFrom: 1900 | 1904): Cell {
  const number = Number(stored);
  if (stored === '' || !Number.isFinite(number)) return stored;
  if (form === 'days' && number >= 0 && number < LAST_DAY) return { day: momentOfDays(number, daysFrom) };
  // Some programs write 4071984.0 and 4.071984E6. Beyond this size digits are lost, and what is stored says so.
  const digits = Number.isSafeInteger(number) && Math.abs(number) < 1e15 ? String(number) : stored;
  if (typeof form === 'number' && /^\d+$/.test(digits)) return digits.padStart(form, '0');
  return daysFrom === 1904 ? { number: digits, from: 1904 } : { number: digits };
}
