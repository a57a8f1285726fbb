import { expect, test } from 'vitest';
import { momentToReport, usagePeriodStart } from './usage-period.ts';

const at = (text: string) => new Date(text);
const january = { startsAt: at('2026-01-31T10:00:00Z'), endsAt: at('2026-02-28T10:00:00Z') };
const february = { startsAt: january.endsAt, endsAt: at('2026-03-28T10:00:00Z') };

test('an inquiry counts for the period it was completed in', () => {
  expect(usagePeriodStart(january, at('2026-02-28T09:59:59Z'))).toEqual(january.startsAt);
});

test('an inquiry completed at the very end of the known period counts for the next', () => {
  expect(usagePeriodStart(january, january.endsAt)).toEqual(january.endsAt);
});

test('an inquiry completed long after the known period counts for the month that then runs', () => {
  expect(usagePeriodStart(january, at('2026-04-01T00:00:00Z'))).toEqual(at('2026-03-28T10:00:00Z'));
});

test('a period that has only just begun elsewhere counts although our clock is behind', () => {
  expect(usagePeriodStart(january, at('2026-01-30T00:00:00Z'))).toEqual(january.startsAt);
});

test('without a known period the calendar month counts', () => {
  expect(usagePeriodStart(null, at('2026-05-17T12:00:00Z'))).toEqual(at('2026-05-01T00:00:00Z'));
});

test.each([
  ['in the running period at its own moment', '2026-03-05T00:00:00Z', february.startsAt, false, '2026-03-05T00:00:00Z'],
  [
    'of the period before at its own moment while that invoice is open',
    '2026-02-20T00:00:00Z',
    january.startsAt,
    true,
    '2026-02-20T00:00:00Z',
  ],
  ['that missed its invoice now, to be on the next one', '2026-02-20T00:00:00Z', january.startsAt, false, '2026-03-10T00:00:00Z'],
] as const)('a use %s', (_what, countedAt, periodStartsAt, isClosingOpen, expected) => {
  const use = { countedAt: at(countedAt), periodStartsAt };

  expect(momentToReport(use, february, isClosingOpen, at('2026-03-10T00:00:00Z'))).toEqual(at(expected));
});
