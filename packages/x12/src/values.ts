/** Values of elements: days and shares are read, all else stays as sent. */
import type { AnswerDate } from './payer-answer.ts';
import { DATE_NAMES } from './code-names.ts';

/** YYYY-MM-DD of CCYYMMDD; null where that is no day. */
export function dayOf(sent: string): string | null {
  if (!/^\d{8}$/.test(sent)) return null;
  const [year, month, day] = [Number(sent.slice(0, 4)), Number(sent.slice(4, 6)), Number(sent.slice(6, 8))];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  if (month < 1 || month > 12 || day < 1 || day > days || year < 1000) return null;
  return `${sent.slice(0, 4)}-${sent.slice(4, 6)}-${sent.slice(6, 8)}`;
}

/** Days so far ahead that they say "no end". */
const isOpenEnd = (day: string) => day >= '2999-12-31';

const BEGINS = new Set(['007', '193', '340', '342', '346', '348', '356', '382', '539', '102', '152', '318']);
const ENDS = new Set(['036', '194', '341', '343', '347', '349', '357', '540']);
/** With a single day these tell since when, not that it was for one day. */
const PERIODS = new Set(['290', '291', '292', '307', '295']);

/** A DTP. A begin has only `from`, an end only `to`, a day both; what cannot be read as a date stands in `text`. */
export function readDate(qualifier: string, format: string, sent: string): AnswerDate {
  const label = DATE_NAMES.get(qualifier) ?? (qualifier === '' ? 'Date' : `Date ${qualifier}`);
  const head = { qualifier: qualifier === '' ? null : qualifier, label };
  const [first = '', second = ''] = sent.split('-');
  const from = dayOf(first.trim().length > 8 ? first.trim().slice(0, 8) : first.trim());
  if (second !== '') {
    const to = dayOf(second.trim());
    if (from === null || to === null) return { ...head, from: null, to: null, text: sent };
    return { ...head, from, to: isOpenEnd(to) ? null : to, text: null };
  }
  if (from === null || (first.trim().length > 8 && !/^DT|^RD/.test(format))) return { ...head, from: null, to: null, text: sent };
  if (isOpenEnd(from) && (ENDS.has(qualifier) || PERIODS.has(qualifier))) return { ...head, from: null, to: null, text: sent };
  if (BEGINS.has(qualifier) || PERIODS.has(qualifier)) return { ...head, from, to: null, text: null };
  return ENDS.has(qualifier) ? { ...head, from: null, to: from, text: null } : { ...head, from, to: from, text: null };
}

const NUMBER = /^([-+]?)(\d*)(?:\.(\d*))?$/;

/**
 * EB08 in percent: a fraction (".2") becomes "20". A number above 1 cannot be meant as a fraction and stays as sent; so does what is no
 * number.
 */
export function percentOf(sent: string): string {
  const [, sign = '', whole = '', fraction = ''] = NUMBER.exec(sent) ?? [];
  if (whole === '' && fraction === '') return sent;
  const isFraction = /^0*$/.test(whole) || (/^0*1$/.test(whole) && /^0*$/.test(fraction));
  const shifted = fraction.padEnd(2, '0');
  const [left, right] = isFraction ? [whole + shifted.slice(0, 2), shifted.slice(2)] : [whole, fraction];
  const digits = left.replace(/^0+(?=\d)/, '');
  const rest = right.replace(/0+$/, '');
  return `${sign === '-' ? '-' : ''}${digits}${rest === '' ? '' : `.${rest}`}`;
}

/** Of a social security number no more than its last four digits are handed on. */
export const maskedNumber = (sent: string): string => (sent.length > 4 ? `ends in ${sent.slice(-4)}` : sent);
