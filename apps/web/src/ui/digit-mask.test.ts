import { expect, test } from 'vitest';
import {
  caretAfter,
  completedDate,
  dateDigitsFromIso,
  dateMask,
  editDigits,
  isoFromDateDigits,
  phoneMask,
  ssnMask,
  taxIdMask,
} from './digit-mask.ts';

test.each([
  ['0', '0'],
  ['01', '01'],
  ['010', '01/0'],
  ['01021990', '01/02/1990'],
])('date digits %s are shown as %s', (digits, shown) => {
  expect(dateMask.format(digits)).toBe(shown);
});

test.each([
  ['1980-02-29', '02291980'],
  ['2/9/1980', '02091980'],
  ['02-09-1980', '02091980'],
  ['Feb 9, 1980', '02091980'],
  ['February 9 1980', '02091980'],
  ['02091980', '02091980'],
  ['19800209', '02091980'],
  [' 02/09/1980 ', '02091980'],
])('the pasted date %s is understood', (text, digits) => {
  expect(dateMask.fromPaste(text)).toBe(digits);
});

test.each(['hello', '13/45/1980', '1980'])('the pasted text %s is no date', (text) => {
  expect(dateMask.fromPaste(text)).toBeNull();
});

test.each([
  ['+1 (555) 123-4567', '5551234567'],
  ['555.123.4567', '5551234567'],
  ['15551234567', '5551234567'],
])('the pasted phone number %s is understood', (text, digits) => {
  expect(phoneMask.fromPaste(text)).toBe(digits);
});

test('a whole phone number is shown in 14 characters', () => {
  expect(phoneMask.format('5551234567')).toBe('(555) 123-4567');
  expect(phoneMask.format('5551234567')).toHaveLength(14);
});

test('tax ids and social security numbers get their hyphens', () => {
  expect(taxIdMask.format('123456789')).toBe('12-3456789');
  expect(ssnMask.format('123456789')).toBe('123-45-6789');
});

test('Backspace over a separator takes the digit before it', () => {
  const edit = editDigits(dateMask, { before: '0102', typed: '0102', caret: 2, isForward: false });

  expect(edit).toEqual({ digits: '002', caretDigits: 1 });
});

test('Delete on a separator takes the digit after it', () => {
  const edit = editDigits(dateMask, { before: '0102', typed: '0102', caret: 2, isForward: true });

  expect(edit).toEqual({ digits: '012', caretDigits: 2 });
});

test('typing beyond the length changes nothing', () => {
  const edit = editDigits(dateMask, { before: '01021990', typed: '01/02/19905', caret: 11, isForward: false });

  expect(edit.digits).toBe('01021990');
});

test('the caret stays behind the digits it followed', () => {
  expect(caretAfter('01/02/1990', 3)).toBe(4);
  expect(caretAfter('01/02', 4)).toBe(5);
});

test('only days of the calendar become dates', () => {
  expect(isoFromDateDigits('02291980')).toBe('1980-02-29');
  expect(isoFromDateDigits('02301980')).toBeNull();
  expect(isoFromDateDigits('0230')).toBeNull();
  expect(dateDigitsFromIso('1980-02-29')).toBe('02291980');
  expect(dateDigitsFromIso(null)).toBe('');
});

test.each([
  ['040784', '04071984'],
  ['112326', '11232026'],
  ['112426', '11241926'],
  ['022900', '02292000'],
  ['1984047', '04071984'],
  ['04071984', '04071984'],
])('the digits %s are completed to %s', (digits, meant) => {
  expect(completedDate(digits, '2026-11-23')).toBe(meant);
});

test.each(['040719', '040720', '0407', '134584', '023084', '200407', ''])('the digits %s stay as they are', (digits) => {
  expect(completedDate(digits, '2026-11-23')).toBe(digits);
});

test('a completed birth date is never in the future', () => {
  for (let year = 0; year < 100; year += 1) {
    const iso = isoFromDateDigits(completedDate(`1124${String(year).padStart(2, '0')}`, '2026-11-23'));
    expect(iso === null || iso <= '2026-11-23').toBe(true);
  }
});
