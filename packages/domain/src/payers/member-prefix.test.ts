import { expect, test } from 'vitest';
import { memberPrefix } from './member-prefix.ts';

test.each([
  ['XYZ123456789', 'XYZ'],
  ['xyz 123-456', 'XYZ'],
  ['3J2123456789', '3J2'],
  ['123456789', '123'],
  ['R123456789', 'R12'],
  ['RAB12345', 'RAB'],
])('the prefix of %s is %s', (id, prefix) => {
  expect(memberPrefix(id)).toBe(prefix);
});

test.each(['R12345678', 'r 1234-5678', 'AB', ''])('"%s" has no prefix', (id) => {
  expect(memberPrefix(id)).toBeNull();
});
