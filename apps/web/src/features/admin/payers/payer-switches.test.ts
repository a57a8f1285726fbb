import { expect, test } from 'vitest';
import { anId } from '../../../samples.test-kit.ts';
import { anAdminPayer, aPayerSource } from '../admin-samples.test-kit.ts';
import { isMerged, isOn, lockedBecause } from './payer-switches.ts';

test('a clearinghouse can be switched where it is available and has a code', () => {
  expect(lockedBecause(aPayerSource({ code: 'SUMMIT', is_available: true }))).toBeUndefined();
});

test('what is not available says so before what has no code, and is not on', () => {
  expect(lockedBecause(aPayerSource({ code: 'SUMMIT' }))).toBe('Not available at Availity');
  expect(lockedBecause(aPayerSource({ is_available: true }))).toBe('No Availity code');
  expect(lockedBecause(aPayerSource({ code: '', is_available: true }))).toBe('No Availity code');
  expect(isOn(aPayerSource({ is_active: true, code: 'SUMMIT' }))).toBe(false);
});

test('a payer with children is merged unless it is a group', () => {
  const children = [{ id: anId(1), name: 'A', code: 'A', pverify_code: null }];

  expect(isMerged(anAdminPayer({ children }))).toBe(true);
  expect(isMerged(anAdminPayer({ children, is_group: true }))).toBe(false);
  expect(isMerged(anAdminPayer())).toBe(false);
});
