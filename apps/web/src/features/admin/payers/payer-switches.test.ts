import { expect, test } from 'vitest';
import { anId } from '../../../samples.test-kit.ts';
import { anAdminPayer } from '../admin-samples.test-kit.ts';
import { isMerged, lockedBecause } from './payer-switches.ts';

test('a clearinghouse can be switched where it is available and has a code', () => {
  expect(lockedBecause(anAdminPayer(), 'Availity')).toBeUndefined();
});

test('what is not available says so before what has no code', () => {
  expect(lockedBecause(anAdminPayer(), 'pVerify')).toBe('Not available at pVerify');
  expect(lockedBecause(anAdminPayer({ pverify_is_available: true }), 'pVerify')).toBe('No pVerify code');
  expect(lockedBecause(anAdminPayer({ code: '' }), 'Availity')).toBe('No Availity code');
});

test('a payer with children is merged unless it is a group', () => {
  const children = [{ id: anId(1), name: 'A', code: 'A', pverify_code: null }];

  expect(isMerged(anAdminPayer({ children }))).toBe(true);
  expect(isMerged(anAdminPayer({ children, is_group: true }))).toBe(false);
  expect(isMerged(anAdminPayer())).toBe(false);
});
