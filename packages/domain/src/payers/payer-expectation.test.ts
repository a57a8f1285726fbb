import { expect, test } from 'vitest';
import { payerExpectation, type PayerAnswers } from './payer-expectation.ts';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const past = (over: Partial<PayerAnswers> = {}): PayerAnswers => ({
  answers: 0,
  median_seconds: null,
  last_answer_at: null,
  unanswered: 0,
  unanswered_since: null,
  ...over,
});

test('of a payer that was hardly asked nothing is known', () => {
  expect(payerExpectation(past())).toEqual({ usualSeconds: null, silentSince: null });
  expect(
    payerExpectation(
      past({ answers: 2, median_seconds: 4, last_answer_at: at('14:00:00'), unanswered: 2, unanswered_since: at('14:01:00') }),
    ),
  ).toEqual({ usualSeconds: null, silentSince: null });
});

test.each([
  [7.6, 8],
  [0.2, 1],
  [120.4, 120],
])('answers that take %s s in the middle take about %s s', (median_seconds, usualSeconds) => {
  const answered = past({ answers: 3, median_seconds, last_answer_at: at('14:05:30') });

  expect(payerExpectation(answered)).toEqual({ usualSeconds, silentSince: null });
});

test('three questions without an answer are a silence since the last answer, to the minute', () => {
  const silent = past({ answers: 9, median_seconds: 4, last_answer_at: at('14:05:59'), unanswered: 3, unanswered_since: at('14:20:00') });

  expect(payerExpectation(silent)).toEqual({ usualSeconds: 4, silentSince: at('14:05:00') });
});

test('a payer that is not known to have answered at all is silent since the first of them', () => {
  expect(payerExpectation(past({ unanswered: 5, unanswered_since: at('09:30:20') }))).toEqual({
    usualSeconds: null,
    silentSince: at('09:30:00'),
  });
});
