import { expect, test } from 'vitest';
import { periodRange } from './list-period.ts';

const NOW = new Date(2026, 2, 5, 14, 30);
const day = (year: number, month: number, date: number) => new Date(year, month - 1, date).toISOString();
const rangeOf = (period: Parameters<typeof periodRange>[0]['period'], from = '', to = '') => periodRange({ period, from, to }, NOW);

test('periods are of whole days where the viewer sits', () => {
  expect(rangeOf('')).toEqual({});
  expect(rangeOf('today')).toEqual({ created_from: day(2026, 3, 5) });
  expect(rangeOf('7-days')).toEqual({ created_from: day(2026, 2, 27) });
  expect(rangeOf('30-days')).toEqual({ created_from: day(2026, 2, 4) });
  expect(rangeOf('this-month')).toEqual({ created_from: day(2026, 3, 1) });
  expect(rangeOf('last-month')).toEqual({ created_from: day(2026, 2, 1), created_before: day(2026, 3, 1) });
});

test('a period of one’s own holds its last day, and either end may be left open or unfinished', () => {
  expect(rangeOf('own', '02012026', '02282026')).toEqual({ created_from: day(2026, 2, 1), created_before: day(2026, 3, 1) });
  expect(rangeOf('own', '0201', '02282026')).toEqual({ created_before: day(2026, 3, 1) });
  expect(rangeOf('own', '02012026')).toEqual({ created_from: day(2026, 2, 1) });
});
