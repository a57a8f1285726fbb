import { expect, test } from 'vitest';
import { snoozeChoices, snoozeFault, startOfDay } from './snooze-times.ts';

const ZONE = 'America/New_York';
const at = (instant: string) => snoozeChoices(new Date(instant), ZONE).map(({ day }) => day);

test('tomorrow is that of the viewer, whatever day it is in UTC', () => {
  // In New York it is still the 10th.
  expect(at('2026-03-11T02:00:00Z')[0]).toBe('2026-03-11');
});

test('next week begins on Monday, also when it is asked for on a Sunday or on a Monday', () => {
  expect(at('2026-03-11T12:00:00Z')[1]).toBe('2026-03-16');
  expect(at('2026-03-15T12:00:00Z')[1]).toBe('2026-03-16');
  expect(at('2026-03-16T12:00:00Z')[1]).toBe('2026-03-23');
});

test('only a day of the calendar that is to come can be chosen', () => {
  const now = new Date('2026-03-11T12:00:00Z');
  expect(snoozeFault(null, now, ZONE)).toBe('Please enter a date as MM/DD/YYYY.');
  expect(snoozeFault('2026-03-11', now, ZONE)).toBe('Please enter a day to come.');
  expect(snoozeFault('2026-03-12', now, ZONE)).toBeNull();
});

test('a day begins at midnight of the clock that the viewer sees', () => {
  const start = new Date(startOfDay('2026-03-12'));
  expect([start.getFullYear(), start.getMonth(), start.getDate(), start.getHours()]).toEqual([2026, 2, 12, 0]);
});
