import { expect, test } from 'vitest';
import { mayAccess, maySeeReimbursements, type Role, roleOf } from './roles.ts';

const flags = { is_admin: false, is_organization_manager: false, is_restricted: false };
const users: Record<Role, typeof flags> = {
  admin: { ...flags, is_admin: true },
  manager: { ...flags, is_organization_manager: true },
  standard: flags,
  restricted: { ...flags, is_restricted: true },
};

test.each<[keyof typeof users | 'nobody', boolean, boolean, boolean]>([
  ['nobody', false, false, false],
  ['restricted', true, false, false],
  ['standard', true, false, false],
  ['manager', true, true, false],
  ['admin', true, false, true],
])('%s may use user calls: %s, manager calls: %s, admin calls: %s', (who, user, manager, admin) => {
  const person = who === 'nobody' ? null : users[who];
  expect([mayAccess(person, 'user'), mayAccess(person, 'manager'), mayAccess(person, 'admin'), mayAccess(person, 'public')]).toEqual([
    user,
    manager,
    admin,
    true,
  ]);
});

test('a platform admin is no manager, even with the flag', () => {
  expect(roleOf({ ...flags, is_admin: true, is_organization_manager: true })).toBe('admin');
});

test.each([
  [true, true, false, true],
  [true, false, true, true],
  [true, false, false, false],
  [false, true, true, false],
])('permission %s, feature %s and override %s show the estimate: %s', (permission, feature, override, expected) => {
  expect(
    maySeeReimbursements({ perm_reimbursements: permission, has_feature_reimbursement: feature, has_override_reimbursement: override }),
  ).toBe(expected);
});
