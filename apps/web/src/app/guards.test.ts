import { currentUser, mayBeSignedIn, setCurrentUser } from '#lib/session.ts';
import { expect, test, vi } from 'vitest';
import { answerCalls } from '../api-answers.test-kit.ts';
import { aUser } from '../samples.test-kit.ts';
import { refreshSession, safeNext } from './guards.ts';

test('a session that the server refuses is forgotten: public pages do not ask about it again', async () => {
  setCurrentUser(aUser());
  answerCalls({ 'GET /auth/refresh': () => ({ status: 401, body: { errors: {} } }) });

  expect(await refreshSession()).toBeNull();
  expect(mayBeSignedIn()).toBe(false);
});

test('whoever goes on while another tab changes the password stays signed in', async () => {
  const statuses = [401, 200];
  answerCalls({ 'GET /auth/refresh': () => ({ status: statuses.shift() ?? 200, body: { user: aUser() } }) });

  expect((await refreshSession())?.id).toBe(aUser().id);
});

test('a question broken off, as by leaving the page, does not sign anybody out on the next one', async () => {
  setCurrentUser(aUser());
  vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')));

  expect(await refreshSession()).toBeNull();
  expect(currentUser()).toBeNull();
  expect(mayBeSignedIn()).toBe(true);
});

test.each(['/inquiries', '/inquiries/new', '/organization/settings?tab=1', '/'])('%s may follow the login', (next) => {
  expect(safeNext(next)).toBe(next);
});

test.each([
  '//evil.example',
  String.raw`/\evil.example`,
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '',
  undefined,
  7,
])('%j never follows the login', (next) => {
  expect(safeNext(next)).toBeUndefined();
});
