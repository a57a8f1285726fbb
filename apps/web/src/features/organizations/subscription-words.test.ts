import { expect, test } from 'vitest';
import { subscriptionTone, subscriptionWord } from './subscription-words.ts';

test.each([
  ['active', 'success', 'Active'],
  ['trialing', 'success', 'Trialing'],
  ['past_due', 'warning', 'Past due'],
  ['unpaid', 'warning', 'Unpaid'],
  ['canceled', 'danger', 'Canceled'],
  ['incomplete_expired', 'danger', 'Incomplete expired'],
  ['paused', 'danger', 'Paused'],
])('the status %s has the tone %s and reads %s', (status, tone, word) => {
  expect([subscriptionTone(status), subscriptionWord(status)]).toEqual([tone, word]);
});
