import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setCurrentUser } from '#lib/session.ts';
import { aUser, anId } from '../../../samples.test-kit.ts';
import {
  adoptOrganization,
  giveReason,
  LIST_SCOPE,
  REASON_LIFE_MS,
  reasonHeader,
  rememberOrganizations,
  useDetailScope,
  useReason,
} from './access-reason.ts';

const [inquiry, organization] = [anId(1), anId(2)];
const reasonOf = (scope: string) => renderHook(() => useReason(scope)).result.current;

beforeEach(() => {
  vi.useFakeTimers();
  setCurrentUser(aUser({ is_admin: true }));
});

test('a reason holds for an hour and for its own scope', () => {
  giveReason(LIST_SCOPE, 'Case 12');
  vi.advanceTimersByTime(REASON_LIFE_MS - 1);

  expect(reasonOf(LIST_SCOPE)).toBe('Case 12');
  expect(reasonOf(organization)).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(reasonOf(LIST_SCOPE)).toBeUndefined();
});

test('an inquiry that a list showed is looked at in the scope of its organization', () => {
  const { result } = renderHook(() => useDetailScope(inquiry));
  expect(result.current).toBe(inquiry);

  act(() => rememberOrganizations([{ id: inquiry, organization: { id: organization } }]));

  expect(result.current).toBe(organization);
});

test('the reason for an inquiry opened by its address serves its organization from then on', () => {
  giveReason(inquiry, 'Case 13');

  adoptOrganization(inquiry, organization);

  expect(reasonOf(organization)).toBe('Case 13');
});

test('somebody else has given no reason', () => {
  giveReason(LIST_SCOPE, 'Case 14');
  setCurrentUser(aUser({ id: anId(99), is_admin: true }));

  expect(reasonOf(LIST_SCOPE)).toBeUndefined();
});

test('a reason travels as ASCII', () => {
  expect(reasonHeader('Fall ä 5%')).toEqual({ 'x-access-reason': 'Fall%20%C3%A4%205%25' });
});
