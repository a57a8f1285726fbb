import { expect, test } from 'vitest';
import { durationText, expectationText } from './expectation-words.ts';

const now = new Date(2026, 2, 9, 15, 4);

test.each([
  [1, '1 s'],
  [99, '99 s'],
  [100, '2 minutes'],
  [5400, '90 minutes'],
  [7200, '2 hours'],
  [86_400 * 3, '3 days'],
])('%s seconds read %s', (seconds, words) => {
  expect(durationText(seconds)).toBe(words);
});

test('what is usual is said, and of what is not known nothing', () => {
  expect(expectationText('Harbor Health', { usual_seconds: 8, silent_since: null }, now)).toBe('Harbor Health usually answers in 8 s.');
  expect(expectationText('Harbor Health', { usual_seconds: null, silent_since: null }, now)).toBeNull();
});

test('a silence says since when, with the day unless it began today', () => {
  const text = (since: Date) => expectationText('Harbor Health', { usual_seconds: 8, silent_since: since.toISOString() }, now);

  expect(text(new Date(2026, 2, 9, 14, 5))).toBe('Harbor Health has not answered since 2:05 PM. You can send; the answer may come late.');
  expect(text(new Date(2026, 2, 8, 14, 5))).toBe(
    'Harbor Health has not answered since 03/08/2026, 2:05 PM. You can send; the answer may come late.',
  );
});
