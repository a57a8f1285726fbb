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

test.each([
  ['03072026', '2026-03-07T08:00:00.000Z', '2026-03-08T08:00:00.000Z'],
  ['03082026', '2026-03-08T08:00:00.000Z', '2026-03-09T07:00:00.000Z'],
  ['11012026', '2026-11-01T07:00:00.000Z', '2026-11-02T08:00:00.000Z'],
] as const)('the day %s of Pacific time begins and ends with that time, also where clocks change', (digits, from, until) => {
  const period = { choice: 'own', fromDigits: digits, toDigits: digits } as const;

  expect(periodInstants(period, now, 'America/Los_Angeles')).toEqual({ from, until });
});

test('today is the day it is in the zone', () => {
  const period = { choice: 'today', fromDigits: '', toDigits: '' } as const;

  expect(periodInstants(period, new Date('2026-06-02T05:00:00Z'), 'America/Los_Angeles')).toEqual({ from: '2026-06-01T07:00:00.000Z' });
});
