import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { act, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentUser, onSessionEnded, setCurrentUser } from '#lib/session.ts';
import { type Answer, answerCalls } from '../api-answers.test-kit.ts';
import { aUser } from '../samples.test-kit.ts';
import { Providers } from './providers.tsx';
import { SessionDialog } from './session-dialog.tsx';

const MINUTE = 60_000;

let refreshes = 0;

// The dialog loads it when it is needed, which turned clocks do not wait for.
beforeAll(async () => await import('./session-question.tsx'));
beforeEach(() => {
  vi.useFakeTimers();
  refreshes = 0;
});

const anIdleUser = (secondsLeft: number): SessionUser => {
  const user = aUser();
  return { ...user, session: { ...user.session, idle_seconds: 1800, idle_seconds_left: secondsLeft } };
};

/** The dialog of somebody who did something just now; every refresh is answered so. */
function showDialog(refreshed: () => Answer): void {
  answerCalls({
    'GET /auth/refresh': () => {
      refreshes += 1;
      return refreshed();
    },
  });
  setCurrentUser(anIdleUser(1800));
  render(
    <Providers>
      <SessionDialog />
    </Providers>,
  );
}

const wait = (ms: number) => act(async () => await vi.advanceTimersByTimeAsync(ms));

test('the question stands two minutes before the idle end, and at the end the session is over', async () => {
  const ends: string[] = [];
  const stop = onSessionEnded((end) => ends.push(end));
  showDialog(() => ({ status: 401, body: { errors: {} } }));

  await wait(27 * MINUTE);
  expect(screen.queryByRole('dialog')).toBeNull();
  await wait(MINUTE + 2000);
  expect(screen.getByRole('dialog', { name: 'Stay signed in?' })).toBeTruthy();
  expect(refreshes).toBe(0);
  await wait(2 * MINUTE);

  // Once, and once more since a refusal is believed the second time.
  expect(refreshes).toBe(2);
  expect(currentUser()).toBeNull();
  expect(ends).toEqual(['refused']);
  stop();
});

test('where the server knows of later activity, the dialog waits for its end and asks no more until then', async () => {
  showDialog(() => ({ body: { user: anIdleUser(600) } }));

  await wait(30 * MINUTE + 1000);
  expect(refreshes).toBe(1);
  await wait(9 * MINUTE);
  expect(refreshes).toBe(1);
  expect(screen.getByRole('dialog', { name: 'Stay signed in?' })).toBeTruthy();
});

test('the second that the server does not tell of is waited for before it is asked, so that nobody is shown ten seconds more', async () => {
  const startedAt = Date.now();
  // 1,800 seconds and a half are left, of which the server tells the whole ones.
  showDialog(() =>
    Date.now() - startedAt < 30 * MINUTE + 500 ? { body: { user: anIdleUser(0) } } : { status: 401, body: { errors: {} } },
  );

  await wait(30 * MINUTE + 2000);

  expect(currentUser()).toBeNull();
});

test('an answer that leaves nothing is not asked for again every second', async () => {
  showDialog(() => ({ body: { user: anIdleUser(0) } }));

  await wait(30 * MINUTE + 55_000);

  expect(refreshes).toBeLessThanOrEqual(6);
});

test('a server that cannot be asked is asked again every ten seconds', async () => {
  showDialog(() => ({ status: 503, body: { errors: {} } }));

  await wait(30 * MINUTE + 55_000);

  expect(refreshes).toBe(6);
  expect(currentUser()).not.toBeNull();
});
