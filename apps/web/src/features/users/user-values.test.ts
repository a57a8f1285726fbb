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
  expect(userBody(userStart(member), { isOneself: false })).toEqual({
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
  expect(Object.keys(userBody(userStart(member), { isOneself: true })).toSorted()).toEqual(['email', 'first_name', 'last_name', 'phone']);
});
