import { expect, test } from 'vitest';
import { CURRENT, statusTone, statusWords } from './status-tone.ts';

test.each([
  ['1', 'success'],
  ['2', 'success'],
  ['3', 'success'],
  ['4', 'success'],
  ['5', 'success'],
  ['0', 'danger'],
  ['6', 'danger'],
  ['7', 'danger'],
  ['8', 'danger'],
  ['V', 'info'],
  ['12', 'info'],
  [null, 'info'],
])('status %s is shown as %s', (code, tone) => {
  expect(statusTone(code)).toBe(tone);
});

test('no status is "no status returned", which is neither active nor inactive', () => {
  expect(statusWords(null, null, CURRENT)).toEqual({ tone: 'info', label: 'No status returned', payerWords: null, help: null });
});

test('active pending investigation reads as active, at risk, with the payer words beside it', () => {
  expect(statusWords('Active - Pending Investigation (grace)', '5', CURRENT)).toMatchObject({
    tone: 'success',
    label: 'Active, at risk',
    payerWords: 'Active - Pending Investigation (grace)',
  });
});

test('an unknown status is shown as sent', () => {
  expect(statusWords('Suspended', 'Q', CURRENT)).toMatchObject({ tone: 'info', label: 'Suspended' });
  expect(statusWords(null, 'Q', CURRENT)).toMatchObject({ label: 'Q' });
});
