import { expect, test } from 'vitest';
import { sessionGate, type GateVerdict, type RouteNeed } from './session-gate.ts';

const standard = { has_current_tos: true, has_active_subscription: true, is_admin: false, is_organization_manager: false };
const manager = { ...standard, is_organization_manager: true };
const admin = { ...standard, is_admin: true };
const unpaid = { has_active_subscription: false };
const noTerms = { has_current_tos: false };

test.each<[string, typeof standard | null, RouteNeed, string, GateVerdict]>([
  ['nobody', null, 'user', '/inquiries', 'login'],
  ['nobody, at the terms', null, 'user', '/terms/accept', 'login'],
  ['a standard user', standard, 'user', '/inquiries', 'pass'],
  ['a standard user, at a manager screen', standard, 'manager', '/organization/settings', 'not-found'],
  ['a standard user, at an admin screen', standard, 'admin', '/admin', 'not-found'],
  ['a standard user, at the plan list', standard, 'manager', '/organization/settings/plan', 'pass'],
  ['a manager, at a manager screen', manager, 'manager', '/organization/settings', 'pass'],
  ['a manager, at an admin screen', manager, 'admin', '/admin/users', 'not-found'],
  ['an admin, at an admin screen', admin, 'admin', '/admin/users', 'pass'],
  ['an admin, at a manager screen', admin, 'manager', '/organization/settings', 'not-found'],
  ['without current terms', { ...standard, ...noTerms }, 'user', '/inquiries', 'accept-terms'],
  ['without current terms, where they are accepted', { ...standard, ...noTerms }, 'user', '/terms/accept', 'pass'],
  ['without current terms, at a screen that is not theirs', { ...standard, ...noTerms }, 'admin', '/admin', 'accept-terms'],
  ['an admin without current terms', { ...admin, ...noTerms }, 'admin', '/admin', 'accept-terms'],
  ['without terms and subscription', { ...manager, ...noTerms, ...unpaid }, 'user', '/inquiries', 'plan-list'],
  ['a manager without subscription', { ...manager, ...unpaid }, 'user', '/inquiries', 'plan-list'],
  ['a manager without subscription, at the first steps', { ...manager, ...unpaid }, 'manager', '/welcome', 'pass'],
  ['a user without subscription, at the first steps', { ...standard, ...unpaid }, 'manager', '/welcome', 'not-found'],
  ['a manager without subscription, at the plan list', { ...manager, ...unpaid }, 'manager', '/organization/settings/plan', 'pass'],
  ['a user without subscription', { ...standard, ...unpaid }, 'user', '/inquiries', 'unsubscribed'],
  ['a user without subscription, at the plan list', { ...standard, ...unpaid }, 'manager', '/organization/settings/plan', 'pass'],
  ['a user without subscription, at a manager screen', { ...standard, ...unpaid }, 'manager', '/organization/users/new', 'not-found'],
  ['an admin without subscription', { ...admin, ...unpaid }, 'user', '/inquiries', 'pass'],
])('%s', (_, user, need, path, verdict) => {
  expect(sessionGate({ user, need, path })).toBe(verdict);
});
