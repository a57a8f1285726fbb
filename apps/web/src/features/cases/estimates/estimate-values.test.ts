import type { Range } from '@coverlight/contract/cases/estimate.schema.ts';
import { expect, test } from 'vitest';
import { EMPTY_LINE, estimateBody, estimateValues, isDollars, isWhole } from './estimate-values.ts';
import { rangeBasis, rangeText } from './estimate-words.ts';

const start = { kind: 'estimate', level: 'op', network: 'out' } as const;

test('what stays empty travels as not known, never as zero', () => {
  const body = estimateBody({ ...estimateValues(null, start), fee: '$200', sessions: '10' });

  expect(body.basis).toEqual({
    level: 'op',
    network: 'out',
    fee: '200',
    sessions: 10,
    allowed_low: null,
    allowed_high: null,
    share: null,
    copay: null,
    deductible_left: null,
    out_of_pocket_left: null,
  });
  expect(body.lines).toEqual([]);
});

test('a Good Faith Estimate starts without arithmetic and drops a blank line', () => {
  const values = estimateValues(null, { ...start, kind: 'gfe' });
  const line = { ...EMPTY_LINE, service: 'Group therapy', charge: '1,200.00', code: 'H0015', code_type: 'HCPCS' as const };
  const body = estimateBody({ ...values, lines: [line, EMPTY_LINE], service_on: '12152026' });

  expect(body).toMatchObject({ basis: null, service_on: '2026-12-15' });
  expect(body.lines).toEqual([
    {
      service: 'Group therapy',
      code: 'H0015',
      code_type: 'HCPCS',
      diagnosis: null,
      quantity: 1,
      charge: '1200.00',
      provider_id: null,
      place: null,
      frequency: null,
    },
  ]);
});

test('amounts are checked as text', () => {
  expect(isDollars('1,200.50')).toBe(true);
  expect(isDollars('1200.505')).toBe(false);
  expect(isWhole('0', 366)).toBe(false);
  expect(isWhole('366', 366)).toBe(true);
});

const aRange = (over: Partial<Range>): Range => ({
  n: 48,
  low: '20.00',
  high: '80.00',
  p25: '35.00',
  p75: '52.00',
  oldest: '2026-01-05T12:00:00.000Z',
  newest: '2026-10-01T12:00:00.000Z',
  match_level: 3,
  held_share: '52.0',
  held_of: 318,
  shown: 'p25-p75',
  origin: 'upload',
  ...over,
});

test('a range shows as wide as its claims allow, and no number of too few', () => {
  expect(rangeText(aRange({}))).toBe('35 % to 52 % of the fee (middle half)');
  expect(rangeText(aRange({ shown: 'lowest-highest', n: 7, p25: null, p75: null }))).toBe('20 % to 80 % of the fee (lowest to highest)');
  expect(rangeText(aRange({ shown: 'too-few', n: 3, low: null, high: null, p25: null, p75: null }))).toBe('Too few past claims to say (3)');
});

test('beside a range stands what it rests on, and how often such a range held', () => {
  expect(rangeBasis(aRange({}))).toBe(
    '48 past claims, of 01/05/2026 to 10/01/2026, same payer, prefix, and employer or group, uploaded claims (what was paid), held for 52 % of 318',
  );
  expect(rangeBasis(aRange({ origin: 'own', own: 48 }))).toContain('your own claims (what was allowed)');
  expect(rangeBasis(aRange({ origin: 'both', own: 3 }))).toContain('uploaded claims and 3 of your own');
  expect(rangeBasis(aRange({ held_share: null, held_of: null }))).toMatch(/not yet tested/);
});
