import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyedDigest, tokenOf, tokensFor } from './search-tokens.ts';

const key = randomBytes(32);

test('equal terms give equal tokens of 8 bytes', () => {
  const token = tokenOf(key, { field: 'memberId', value: 'ABC' });

  expect(token).toHaveLength(8);
  expect(tokenOf(key, { field: 'memberId', value: 'ABC' }).equals(token)).toBe(true);
});

test.each([
  ['key', randomBytes(32), { field: 'memberId', value: 'ABC' }],
  ['field', key, { field: 'patientLastName', value: 'ABC' }],
  ['value', key, { field: 'memberId', value: 'ABD' }],
  ['place where field ends and value begins', key, { field: 'member', value: 'IdABC' }],
])('another %s gives another token', (_what, otherKey, term) => {
  expect(tokenOf(otherKey, term).equals(tokenOf(key, { field: 'memberId', value: 'ABC' }))).toBe(false);
});

test('a term that is said twice gives one token', () => {
  const term = { field: 'patientFirstName', value: 'AN' };

  expect(tokensFor(key, [term, { ...term }])).toHaveLength(1);
});

test('a digest for one purpose tells nothing about another', () => {
  expect(keyedDigest(key, 'idempotency-key', 'x').equals(keyedDigest(key, 'idempotency-body', 'x'))).toBe(false);
});
