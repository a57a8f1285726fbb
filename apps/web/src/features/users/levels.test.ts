import { expect, test } from 'vitest';
import { flagsOf, LEVELS, levelName, levelOf } from './levels.ts';

test.each([
  ['manager', { is_manager: true, is_restricted: false }],
  ['standard_user', { is_manager: false, is_restricted: false }],
  ['restricted_user', { is_manager: false, is_restricted: true }],
] as const)('the level %s stands for its flags and back', (level, flags) => {
  expect(flagsOf(level)).toEqual(flags);
  expect(levelOf(flags)).toBe(level);
});

test('every level has a name of its own', () => {
  expect(new Set(LEVELS.map(({ value }) => levelName(flagsOf(value)))).size).toBe(3);
});
