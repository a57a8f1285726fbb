import { expect, test } from 'vitest';
import { subscriptionAccess, type SubscriptionStatus } from './subscription-access.ts';

const now = new Date('2026-03-20T12:00:00Z');

test.each<[SubscriptionStatus | null, boolean, boolean]>([
  ['active', true, false],
  ['trialing', true, false],
  ['past_due', true, true],
  ['unpaid', false, true],
  ['canceled', false, false],
  ['incomplete', false, false],
  ['incomplete_expired', false, false],
  ['paused', false, false],
  [null, false, false],
])('a subscription that is %s gives access: %s, is past due: %s', (status, hasActive, isPastDue) => {
  expect(subscriptionAccess(status, null, now)).toEqual({ hasActive, isPastDue });
});

test('a past-due subscription gives access for 14 days and not a second longer', () => {
  expect(subscriptionAccess('past_due', new Date('2026-03-06T12:00:00Z'), now)).toEqual({ hasActive: true, isPastDue: true });
  expect(subscriptionAccess('past_due', new Date('2026-03-06T11:59:59Z'), now)).toEqual({ hasActive: false, isPastDue: true });
});
