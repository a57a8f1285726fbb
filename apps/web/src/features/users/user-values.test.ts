import { expect, test } from 'vitest';
import { anId } from '../../samples.test-kit.ts';
import { userBody, userStart } from './user-values.ts';

const member = {
  id: anId(5),
  first_name: 'Noor',
  last_name: 'Ellery',
  email: 'noor@harbor.test',
  phone: '5550104455',
  is_active: true,
  membership: { is_manager: false, is_restricted: true, perm_reimbursements: true },
};

test('a form about a member sends back what it was filled with, the level as flags', () => {
  expect(userBody(userStart(member), { isOneself: false, isAdmin: false })).toEqual({
    first_name: 'Noor',
    last_name: 'Ellery',
    email: 'noor@harbor.test',
    phone: '5550104455',
    is_active: true,
    is_manager: false,
    is_restricted: true,
    perm_reimbursements: true,
  });
});

test('of oneself neither level nor activity nor permission is sent', () => {
  const keys = Object.keys(userBody(userStart(member), { isOneself: true, isAdmin: false }));
  expect(keys.toSorted()).toEqual(['email', 'first_name', 'last_name', 'phone']);
});

test('of a platform admin no level and no permission is sent', () => {
  const keys = Object.keys(userBody(userStart(member), { isOneself: false, isAdmin: true }));
  expect(keys.toSorted()).toEqual(['email', 'first_name', 'is_active', 'last_name', 'phone']);
});
