/** What is typed during a call as the value that travels, and the other way round. */
import type { CALL_UNITS, CallQuestion, CallValue, CallValueType } from '@coverlight/contract/cases/call-sheet.schema.ts';
import { usDate } from '@coverlight/domain/inquiries/calendar-day.ts';
import { dateMask, isoFromDateDigits } from '#ui/digit-mask.ts';
import { moneyText } from '#ui/money.tsx';

export type CallUnit = (typeof CALL_UNITS)[number];

/** Which question of a sheet: a fact of a level and network, or one of the fixed list. */
export const questionId = ({ question, level, network }: Pick<CallQuestion, 'question' | 'level' | 'network'>): string =>
  [question, level, network].filter((part) => part !== null).join(' ');

const TYPED: ReadonlySet<CallValueType> = new Set(['money', 'percent', 'count', 'date', 'text']);

/** What the field of a question takes; null where yes and no are what is asked for. */
export function fieldType({ types }: Pick<CallQuestion, 'types'>): CallValueType | null {
  const [first] = types;
  return first !== undefined && TYPED.has(first) ? first : null;
}

export type Reading = { value: CallValue } | { fault: string };

const bare = (typed: string) => typed.replaceAll(/[$,%\s]/g, '');

function readMoney(typed: string): Reading {
  const [whole = '', cents = ''] = bare(typed).split('.');
  if (!/^\d{1,9}$/.test(whole) || !/^\d{0,2}$/.test(cents)) return { fault: 'Please enter dollars such as 30.00.' };
  return { value: { type: 'money', amount: `${whole}.${cents.padEnd(2, '0')}` } };
}

function readPercent(typed: string): Reading {
  const percent = bare(typed);
  if (!/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/.test(percent)) return { fault: 'Please enter a percentage from 0 to 100.' };
  return { value: { type: 'percent', percent } };
}

function readCount(typed: string, unit: CallUnit): Reading {
  const count = bare(typed);
  if (!/^\d{1,5}$/.test(count)) return { fault: 'Please enter a whole number.' };
  return { value: { type: 'count', count: Number(count), unit } };
}

function readDate(typed: string): string | null {
  const digits = dateMask.fromPaste(typed);
  return digits === null || !/\D/.test(typed.trim()) ? null : isoFromDateDigits(digits);
}

/** `typed` is not empty. A day is known by its separators, so that a number stays a number. */
export function readTyped({ types }: Pick<CallQuestion, 'types'>, typed: string, unit: CallUnit): Reading {
  const day = types.includes('date') ? readDate(typed) : null;
  if (day !== null) return { value: { type: 'date', date: day } };
  switch (fieldType({ types })) {
    case 'money':
      return readMoney(typed);
    case 'percent':
      return readPercent(typed);
    case 'count':
      return readCount(typed, unit);
    case 'date':
    case 'text':
    case 'yes':
    case 'no':
    case 'unknown':
    case null:
      return { value: { type: 'text', text: typed.trim() } };
  }
}

/** What the field shows of a value that was given before. */
export function typedText(value: CallValue | undefined): string {
  switch (value?.type) {
    case 'money':
      return value.amount;
    case 'percent':
      return value.percent;
    case 'count':
      return String(value.count);
    case 'date':
      return usDate(value.date);
    case 'text':
      return value.text;
    case 'yes':
    case 'no':
    case 'unknown':
    case undefined:
      return '';
  }
}

/** A value in short words, while the call goes on. */
export function valueWords(value: CallValue): string {
  switch (value.type) {
    case 'yes':
      return 'Yes';
    case 'no':
      return 'No';
    case 'unknown':
      return 'Could not tell';
    case 'money':
      return moneyText(value.amount);
    case 'percent':
      return `${value.percent} %`;
    case 'count':
      return `${value.count} ${value.unit}`;
    case 'date':
    case 'text':
      return typedText(value);
  }
}

/** Care around the clock is counted in days, the rest in visits; claims wait days. */
export const usualUnit = ({ question, level }: Pick<CallQuestion, 'question' | 'level'>): CallUnit =>
  question === 'timely-filing' || level === 'dtx' || level === 'rtc' ? 'days' : 'visits';
