import { expect, test } from 'vitest';
import { stateWords } from './state-words.ts';

test.each([
  ['availity', '4', '4 Complete'],
  ['availity', 'R1', 'R1 Communication Error, Retrying'],
  ['pVerify', '4', '4 New'],
  ['pVerify', '99', '99'],
  ['availity', null, ''],
] as const)('the state %s %s reads "%s"', (source, vendor_code, words) => {
  expect(stateWords({ source, vendor_code })).toBe(words);
});
