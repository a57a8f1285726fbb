import { expect, test } from 'vitest';
import { inquiryScope, isInScope } from './inquiry-scope.ts';

const viewer = { id: 'U1', is_restricted: false, organization: { id: 'O1' } };

test.each([
  ['a standard user', 'own', viewer, 'O1', 'U1', true],
  ['a standard user', "a colleague's", viewer, 'O1', 'U2', true],
  ['a restricted user', 'own', { ...viewer, is_restricted: true }, 'O1', 'U1', true],
  ['a restricted user', "a colleague's", { ...viewer, is_restricted: true }, 'O1', 'U2', false],
  ['a standard user', "another organization's", viewer, 'O2', 'U1', false],
  ['a restricted user', "another organization's", { ...viewer, is_restricted: true }, 'O2', 'U1', false],
])('%s and %s inquiry', (_who, _whose, person, organizationId, userId, expected) => {
  expect(isInScope(inquiryScope(person), { organizationId, userId })).toBe(expected);
});
