/** Values of elements: days and shares are read, all else stays as sent. */
import type { AnswerDate } from './payer-answer.ts';
import { DATE_NAMES } from './code-names.ts';

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The number that the digits of `sent` from `from` to `to` make; NaN where one is none. */
function numberIn(sent: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at += 1) {
    const digit = sent.charCodeAt(at) - 48;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** YYYY-MM-DD of CCYYMMDD; null where that is no day. */
export function dayOf(sent: string): string | null {
  if (sent.length !== 8) return null;
  const year = numberIn(sent, 0, 4);
  const month = numberIn(sent, 4, 6);
  const day = numberIn(sent, 6, 8);
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const days = month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0);
  if (!(year >= 1000 && day >= 1 && day <= days)) return null;
  return `${sent.slice(0, 4)}-${sent.slice(4, 6)}-${sent.slice(6)}`;
}

/** Days so far ahead that they say "no end". */
const isOpenEnd = (day: string) => day >= '2999-12-31';

const BEGINS = new Set(['007', '193', '340', '342', '346', '348', '356', '382', '539', '102', '152', '318']);
const ENDS = new Set(['036', '194', '341', '343', '347', '349', '357', '540']);
/** With a single day these tell since when, not that it was for one day. */
const PERIODS = new Set(['290', '291', '292', '307', '295']);

/** A DTP. A begin has only `from`, an end only `to`, a day both; what cannot be read as a date stands in `text`. */
export function readDate(code: string, format: string, sent: string): AnswerDate {
  const qualifier = code === '' ? null : code;
  const label = DATE_NAMES.get(code) ?? (code === '' ? 'Date' : `Date ${code}`);
  const date: AnswerDate = { qualifier, label, from: null, to: null, text: null };
  const dash = sent.indexOf('-');
  const from = dayOf(dash < 0 && format.startsWith('DT') ? sent.slice(0, 8) : dash < 0 ? sent : sent.slice(0, dash).trim());
  const to = dash < 0 ? null : dayOf(sent.slice(dash + 1).trim());
  if (from === null || (dash >= 0 && to === null)) date.text = sent;
  else if (to !== null) {
    date.from = from;
    if (!isOpenEnd(to)) date.to = to;
  } else if (BEGINS.has(code)) date.from = from;
  else if (ENDS.has(code) || PERIODS.has(code)) {
    // An end that never comes says nothing but that.
    if (isOpenEnd(from)) date.text = sent;
    else if (ENDS.has(code)) date.to = from;
    else date.from = from;
  } else {
    date.from = from;
    date.to = from;
  }
  return date;
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
