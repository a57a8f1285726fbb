import { expect, test } from 'vitest';
import { mayAskPlanned, zoneOfPayer } from './planned-hours.ts';

const at = (iso: string) => new Date(iso);

test('a payer is asked by the night of the state it names', () => {
  expect(zoneOfPayer('Blue Shield of California')).toBe('America/Los_Angeles');
  expect(zoneOfPayer('Highmark West Virginia')).toBe('America/New_York');
  expect(zoneOfPayer('TX Medicaid')).toBe('America/Chicago');
  expect(zoneOfPayer('Meridian')).toBe('America/New_York');
});

test('planned checks wait for the night, then for quiet hours, then no longer', () => {
  const since = at('2026-11-23T13:00:00Z');
  // Monday 10:00 Eastern.
  expect(mayAskPlanned('Meridian', since, at('2026-11-23T15:00:00Z'))).toBe(false);
  // Tuesday 04:00 Eastern.
  expect(mayAskPlanned('Meridian', since, at('2026-11-24T09:00:00Z'))).toBe(true);
  // Tuesday 10:00 Eastern, after 26 hours; 20:00, after 36.
  expect(mayAskPlanned('Meridian', since, at('2026-11-24T15:00:00Z'))).toBe(false);
  expect(mayAskPlanned('Meridian', since, at('2026-11-24T23:00:00Z'))).toBe(true);
  expect(mayAskPlanned('Meridian', since, at('2026-11-25T01:30:00Z'))).toBe(true);
});
