import { expect, test } from 'vitest';
import { addDays, isDay, latestToday, localDay, usDate, yearsBefore } from './calendar-day.ts';

test('the day is that of the place, on either side of the date line', () => {
  const instant = new Date('2026-03-01T02:30:00Z');
  expect(localDay(instant, 'America/Los_Angeles')).toBe('2026-02-28');
  expect(localDay(instant, 'Pacific/Kiritimati')).toBe('2026-03-01');
  expect(localDay(new Date('2026-03-01T12:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-03-02');
});

test('the latest today is the one in UTC+14', () => {
  expect(latestToday(new Date('2026-12-31T09:59:59Z'))).toBe('2026-12-31');
  expect(latestToday(new Date('2026-12-31T10:00:00Z'))).toBe('2027-01-01');
});

test('only days that exist are days', () => {
  expect(['2024-02-29', '2026-12-31'].map(isDay)).toEqual([true, true]);
  expect(['2026-02-29', '2026-13-01', '2026-1-1', '', '01/02/2026'].map(isDay)).toEqual([false, false, false, false, false]);
});

test('days are added over months, years and clock changes', () => {
  expect(addDays('2026-12-28', 7)).toBe('2027-01-04');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-03-07', 2)).toBe('2026-03-09');
});

test('a hundred years before 29 February is 1 March where that year has none', () => {
  expect(yearsBefore('2000-02-29', 100)).toBe('1900-03-01');
  expect(yearsBefore('2026-11-21', 100)).toBe('1926-11-21');
});

test('screens show month, day, year', () => {
  expect(usDate('2026-01-09')).toBe('01/09/2026');
  expect(usDate('SPRING 2026')).toBe('SPRING 2026');
});
