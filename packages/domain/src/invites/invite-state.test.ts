import { expect, test } from 'vitest';
import { isInviteOpen, isInvitePending } from './invite-state.ts';

const now = new Date('2026-11-02T12:00:00Z');
const before = new Date('2026-11-01T12:00:00Z');
const after = new Date('2026-11-03T12:00:00Z');
const invite = { accepted_at: null, revoked_at: null, expires_at: after };

test.each([
  ['a fresh one', invite, true, true],
  ['one whose link has run out', { ...invite, expires_at: before }, true, false],
  ['one whose link ends this moment', { ...invite, expires_at: now }, true, false],
  ['an accepted one', { ...invite, accepted_at: before }, false, false],
  ['a revoked one', { ...invite, revoked_at: before }, false, false],
] as const)('%s', (_condition, times, isPending, isOpen) => {
  expect([isInvitePending(times), isInviteOpen(times, now)]).toEqual([isPending, isOpen]);
});
