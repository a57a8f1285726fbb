import { expect, test } from 'vitest';
import { periodInstants } from './audit-period.ts';

const now = new Date(2026, 2, 9, 15, 4);
const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).toISOString();

test.each([
  ['today', local(2026, 3, 9)],
  ['week', local(2026, 3, 3)],
  ['month', local(2026, 2, 8)],
] as const)('the period %s begins with a day and has no end', (choice, from) => {
  expect(periodInstants({ choice, fromDigits: '', toDigits: '' }, now)).toEqual({ from });
});

test('an own period holds its last day to the end', () => {
  expect(periodInstants({ choice: 'own', fromDigits: '02272026', toDigits: '02282026' }, now)).toEqual({
    from: local(2026, 2, 27),
    until: local(2026, 3, 1),
  });
});

test('unfinished and impossible dates bound nothing', () => {
  expect(periodInstants({ choice: 'own', fromDigits: '0227', toDigits: '02302026' }, now)).toEqual({});
});
