import { expect, test } from 'vitest';
import { isOfInsuranceType } from './insurance-types.ts';

test('a code means its words, whole or in short, and the code itself', () => {
  expect(isOfInsuranceType('Preferred Provider Organization (PPO)', 'PR')).toBe(true);
  expect(isOfInsuranceType('Preferred Provider Organization', 'PR')).toBe(true);
  expect(isOfInsuranceType('PPO', 'pr')).toBe(true);
  expect(isOfInsuranceType('Medicaid', 'MC')).toBe(true);
  expect(isOfInsuranceType('MC', 'MC')).toBe(true);
});

test('another kind is another, and none that was told is none', () => {
  expect(isOfInsuranceType('Health Maintenance Organization (HMO) - Medicare Risk', 'HM')).toBe(false);
  expect(isOfInsuranceType('Medicare Part A', 'MB')).toBe(false);
  expect(isOfInsuranceType(null, 'MC')).toBe(false);
});
