import { expect, test } from 'vitest';
import { expiredNotice, isExpired } from './inquiry-expiry.ts';

const asked = new Date('2026-01-10T15:00:00Z');
const later = (ms: number) => new Date(asked.getTime() + ms);
const SIXTY_DAYS = 60 * 24 * 60 * 60 * 1000;

test('a complete inquiry expires after 60 times 24 hours, not at them', () => {
  const inquiry = { status: 'complete', created_at: asked, hasCoverage: true };
  expect(isExpired(inquiry, later(SIXTY_DAYS))).toBe(false);
  expect(isExpired(inquiry, later(SIXTY_DAYS + 1))).toBe(true);
});

test('a complete inquiry without coverage is expired from the start', () => {
  expect(isExpired({ status: 'complete', created_at: asked.toISOString(), hasCoverage: false }, asked)).toBe(true);
});

test.each(['draft', 'pending', 'max-retry', 'unknown', 'error', 'failure', 'cancel'])('an inquiry that is %s never expires', (status) => {
  expect(isExpired({ status, created_at: asked, hasCoverage: false }, later(10 * SIXTY_DAYS))).toBe(false);
});

test('the notice names the day of the last check', () => {
  expect(expiredNotice('01/10/2026')).toBe(
    'This inquiry was last verified on 01/10/2026 and is out of date. Please resubmit for the most current data.',
  );
});
