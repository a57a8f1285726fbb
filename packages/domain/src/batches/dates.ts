/** Days as lists have them: the column's order says what is month and what is day (product.md 19.1). */
import type { DateColumn, DateOrder } from '@coverlight/contract/batches/columns.schema.ts';
import { addDays, isDay } from '../inquiries/calendar-day.ts';
import { takeDate } from '../inquiries/search-dates.ts';
import { type Cell, cellText } from './cell.ts';

/** The American one first: it is taken where several fit as well. */
const ORDERS = ['mdy', 'dmy', 'ymd'] as const satisfies readonly DateOrder[];
const OLDEST_YEARS = 125;
/** Day 0 of a spreadsheet whose days are counted from 1900, which has a 29 February 1900 that never was; and from 1904. */
const DAY_ZERO = { 1900: '1899-12-30', 1904: '1904-01-01' } as const;
/** Smaller ones are years or ages rather than days, larger ones days written without anything between. */
const SERIAL = { from: 10_000, to: 99_999 };

const NUMERIC = /^(\d{1,4})([-/. ]+)(\d{1,2})[-/. ]+(\d{1,4})$/;
const TIME = /[T ,]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?m?\.?(?:\s*(?:Z|UTC|[+-]\d{2}:?\d{2}))?$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*[.,]?\s+/i;

/** How the years of a column may lie: nobody was born after today, and appointments are of this century. */
interface Years {
  today: string;
  isBirth: boolean;
}

const yearsOf = (column: DateColumn, today: string): Years => ({ today, isBirth: column !== 'appointment_at' });

/** The day in a cell under an order; null where that is none. A time behind it is left out. */
export function dayOf(cell: Cell | undefined, order: DateOrder, column: DateColumn, today: string): string | null {
  return momentOf(cell, order, column, today)?.slice(0, 10) ?? null;
}

/** The same with the time, where there is one that is not midnight: YYYY-MM-DDTHH:MM. */
export function momentOf(cell: Cell | undefined, order: DateOrder, column: DateColumn, today: string): string | null {
  const years = yearsOf(column, today);
  if (cell !== undefined && typeof cell !== 'string') {
    if ('day' in cell) return isPossible(cell.day.slice(0, 10), years) ? withoutMidnight(cell.day) : null;
    if (isSerial(cell.number)) return momentOfSerial(cell.number, cell.from ?? 1900, years);
  }
  const text = cellText(cell);
  // An eighth digit that a spreadsheet took for a leading zero.
  if (isSerial(text)) return momentOfSerial(text, 1900, years);
  const time = TIME.exec(text);
  const typed = (time === null ? text : text.slice(0, time.index)).replace(WEEKDAY, '').trim();
  const day = /\p{L}/u.test(typed) ? dayInWords(typed, years) : dayInDigits(typed, order, years);
  return day === null || time === null ? day : withTime(day, time);
}

const isSerial = (text: string): boolean => /^\d{5}(?:\.\d+)?$/.test(text) && Number(text) >= SERIAL.from && Number(text) < SERIAL.to + 1;

function momentOfSerial(digits: string, from: 1900 | 1904, years: Years): string | null {
  const moment = momentOfDays(Number(digits), from);
  return isPossible(moment.slice(0, 10), years) ? moment : null;
}

/** What a spreadsheet means by a number of days. A time that is not midnight stands behind the day. */
export function momentOfDays(days: number, from: 1900 | 1904): string {
  const minutes = Math.round((days - Math.floor(days)) * 24 * 60);
  const whole = Math.floor(days) + (minutes === 24 * 60 ? 1 : 0);
  // Before its 29 February the count of 1900 is one behind.
  const day = addDays(DAY_ZERO[from], whole + (from === 1900 && whole < 60 ? 1 : 0));
  const within = minutes % (24 * 60);
  return withoutMidnight(`${day}T${twoDigits(Math.floor(within / 60))}:${twoDigits(within % 60)}`);
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const withoutMidnight = (moment: string): string => moment.replace(/T00:00$/, '');

function withTime(day: string, [, hours = '', minutes = '', half]: RegExpExecArray): string | null {
  const typed = Number(hours);
  if (typed > (half === undefined ? 23 : 12) || Number(minutes) > 59) return null;
  const hour = half === undefined ? typed : (typed % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return withoutMidnight(`${day}T${twoDigits(hour)}:${minutes}`);
}

function dayInWords(typed: string, years: Years): string | null {
  const found = takeDate(typed);
  if (found === null || found.rest.trim() !== '') return null;
  return nearest(found.date.days, years);
}

/** Two digits of a year are two days: nobody is born after today, and of two that are left the later one is meant. */
function nearest(days: readonly string[], years: Years): string | null {
  return (
    days
      .filter((day) => isPossible(day, years))
      .toSorted()
      .at(-1) ?? null
  );
}

function isPossible(day: string, { today, isBirth }: Years): boolean {
  const year = Number(day.slice(0, 4));
  const now = Number(today.slice(0, 4));
  if (isBirth) return day <= today && year >= now - OLDEST_YEARS;
  return year >= 2000 && year <= now + 10;
}

function dayInDigits(typed: string, order: DateOrder, years: Years): string | null {
  const parts = partsOf(typed);
  if (parts === null) return null;
  const [a, b, c] = parts;
  // A year of four digits in front leaves no question, whatever the column's order.
  const [year, month, day] = a.length === 4 || order === 'ymd' ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a];
  if ((year.length !== 4 && year.length !== 2) || month.length > 2 || day.length > 2) return null;
  const full = year.length === 4 ? [year] : [`19${year}`, `20${year}`];
  return nearest(full.map((one) => `${one}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`).filter(isDay), years);
}

/** Three groups of digits, or eight or six without anything between; of seven the leading zero is lost. */
function partsOf(typed: string): [string, string, string] | null {
  const apart = NUMERIC.exec(typed);
  if (apart !== null) return [apart[1] ?? '', apart[3] ?? '', apart[4] ?? ''];
  const digits = typed.length === 7 ? `0${typed}` : typed;
  if (!/^(?:\d{6}|\d{8})$/.test(digits)) return null;
  const isYearFirst = digits.length === 8 && /^(?:19|20)\d{2}(?:0\d|1[0-2])/.test(digits);
  const cut = isYearFirst ? 4 : 2;
  return [digits.slice(0, cut), digits.slice(cut, cut + 2), digits.slice(cut + 2)];
}

/** Share of a column, and cells of it, that must fit another order only before the American one is given up. */
const TURNS_FROM = { share: 0.1, cells: 2 };

/**
 * The order under which the most cells are days that can be. A cell that fits another order only stands as it is, to be mended, and never turns
 * the others: those would be read as other days without anybody noticing.
 */
export function dateOrderOf(cells: readonly (Cell | undefined)[], column: DateColumn, today: string): DateOrder {
  const counts = ORDERS.map((order) => cells.filter((cell) => dayOf(cell, order, column, today) !== null).length);
  const [american = 0] = counts;
  const most = Math.max(...counts);
  const needed = american === 0 ? 1 : Math.max(TURNS_FROM.cells, most * TURNS_FROM.share);
  return most - american < needed ? 'mdy' : (ORDERS[counts.indexOf(most)] ?? 'mdy');
}
