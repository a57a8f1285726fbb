import { expect, test } from 'vitest';
import { mayResetSecondFactor, ruleOnUserChange, type RightsWish, type UserChangeCase } from './user-change.ts';

const standard = { is_active: true, is_manager: false, is_restricted: false, perm_reimbursements: false, is_admin: false };
const manager = { ...standard, is_manager: true };
const restricted = { ...standard, is_restricted: true };
const admin = { ...standard, is_admin: true };

type Row = [string, UserChangeCase['editor'], UserChangeCase['member'], RightsWish, number, string];

const rows: Row[] = [
  ['oneself with nothing about rights', 'self', manager, {}, 0, 'allowed'],
  [
    'oneself with the rights repeated as they are',
    'self',
    manager,
    { is_active: true, is_manager: true, is_restricted: false, perm_reimbursements: false },
    0,
    'allowed',
  ],
  ['one’s own demotion', 'self', manager, { is_manager: false }, 3, 'forbidden'],
  ['one’s own promotion', 'self', standard, { is_manager: true }, 3, 'forbidden'],
  ['one’s own deactivation', 'self', manager, { is_active: false }, 3, 'forbidden'],
  ['one’s own reimbursement permission', 'self', standard, { perm_reimbursements: true }, 3, 'forbidden'],
  ['an admin’s own details', 'self', admin, {}, 0, 'allowed'],
  ['a platform admin by a manager', 'manager', admin, {}, 3, 'forbidden'],
  ['a member’s promotion', 'manager', standard, { is_manager: true }, 1, 'allowed'],
  ['a restricted member’s promotion that keeps the restriction', 'manager', restricted, { is_manager: true }, 1, 'invalid'],
  ['both levels at once', 'manager', standard, { is_manager: true, is_restricted: true }, 1, 'invalid'],
  ['a restricted member’s promotion in full', 'manager', restricted, { is_manager: true, is_restricted: false }, 1, 'allowed'],
  ['another manager’s demotion', 'manager', manager, { is_manager: false }, 1, 'allowed'],
  ['the last manager’s demotion', 'manager', manager, { is_manager: false }, 0, 'conflict'],
  ['the last manager’s deactivation by an admin', 'admin', manager, { is_active: false }, 0, 'conflict'],
  ['the last manager’s demotion by an admin', 'admin', manager, { is_manager: false, is_restricted: true }, 0, 'conflict'],
  [
    'a deactivated manager’s demotion where nobody else is in charge',
    'admin',
    { ...manager, is_active: false },
    { is_manager: false },
    0,
    'allowed',
  ],
  ['a member’s deactivation', 'manager', standard, { is_active: false }, 1, 'allowed'],
  ['the last admin’s deactivation', 'admin', admin, { is_active: false }, 0, 'conflict'],
  ['another admin’s deactivation', 'admin', admin, { is_active: false }, 1, 'allowed'],
  ['a level for a platform admin', 'admin', admin, { is_manager: true }, 1, 'invalid'],
];

test.each(rows)('%s', (_condition, editor, member, wish, othersInCharge, verdict) => {
  expect(ruleOnUserChange({ editor, member, wish, othersInCharge }).verdict).toBe(verdict);
});

test('what is not named stays, and a deactivation ends sessions', () => {
  const ruling = ruleOnUserChange({ editor: 'manager', member: restricted, wish: { is_active: false }, othersInCharge: 1 });

  expect(ruling).toEqual({
    verdict: 'allowed',
    rights: { is_active: false, is_manager: false, is_restricted: true, perm_reimbursements: false },
    endsSessions: true,
  });
});

test.each([
  ['a manager a member’s', 'manager', standard, true],
  ['a manager another manager’s', 'manager', manager, false],
  ['a manager an admin’s', 'manager', admin, false],
  ['an admin a manager’s', 'admin', manager, true],
  ['an admin another admin’s', 'admin', admin, true],
] as const)('second factors taken away: %s', (_condition, kind, member, expected) => {
  expect(mayResetSecondFactor({ kind, userId: 'A' }, { id: 'B', ...member })).toBe(expected);
});

test.each(['manager', 'admin'] as const)('a %s cannot take away the own second factor so', (kind) => {
  expect(mayResetSecondFactor({ kind, userId: 'A' }, { id: 'A', ...standard })).toBe(false);
});
