import { expect, test } from 'vitest';
import { planQuestion, routesOf, type AskablePayer } from './clearinghouse-choice.ts';

const both: AskablePayer = {
  code: 'A1',
  is_active: true,
  is_available: true,
  pverify_code: '00001',
  pverify_is_active: true,
  pverify_is_available: true,
  pverify_is_electronic: true,
  split_service_type: false,
};

test.each<[string, Partial<AskablePayer>, string[]]>([
  ['at both sources', {}, ['availity', 'pVerify']],
  ['switched off at Availity', { is_active: false }, ['pVerify']],
  ['not available at Availity', { is_available: false }, ['pVerify']],
  ['without a code at Availity', { code: null }, ['pVerify']],
  ['switched off at pVerify', { pverify_is_active: false }, ['availity']],
  ['not available at pVerify', { pverify_is_available: false }, ['availity']],
  ['without a code at pVerify', { pverify_code: null }, ['availity']],
  ['nowhere', { is_active: false, pverify_code: null }, []],
])('a payer %s is asked through its usable routes in order', (_, over, routes) => {
  expect(routesOf({ ...both, ...over })).toEqual(routes);
});

const plan = (over: Partial<AskablePayer>, serviceTypes = ['30', 'MH'], hasOverride = false, hasPlatformProvider = true) =>
  planQuestion({ payer: { ...both, ...over }, serviceTypes, hasOverride, hasPlatformProvider });

test('service types go in one question unless the payer wants them apart', () => {
  expect(plan({}).parts.map((part) => part.service_types)).toEqual([['30', 'MH']]);
  expect(plan({ split_service_type: true }).parts.map((part) => part.service_types)).toEqual([['30'], ['MH']]);
  expect(plan({ split_service_type: true }, ['30', '30', 'MH']).parts).toHaveLength(2);
});

test('a question without service types is still one question', () => {
  expect(plan({ split_service_type: true }, []).parts).toHaveLength(1);
});

test('a payer that is only reached by phone is not electronic', () => {
  expect(plan({ code: null, pverify_is_electronic: false }).isElectronic).toBe(false);
  expect(plan({ pverify_is_electronic: false }).isElectronic).toBe(true);
});

test('the override counts only where the platform has a provider', () => {
  expect(plan({}, ['30'], true, true).underPlatform).toBe(true);
  expect(plan({}, ['30'], true, false).underPlatform).toBe(false);
  expect(plan({}, ['30'], false, true).underPlatform).toBe(false);
});
