import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type * as Session from './session.ts';
import { aUser, anId } from '../samples.test-kit.ts';

/** Joins the tabs of a test; each hears the others, later, and never itself. */
class Channel extends EventTarget {
  static all: Channel[] = [];
  constructor() {
    super();
    Channel.all.push(this);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.all) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

/** The store of one more tab. */
async function openTab(): Promise<typeof Session & { ends: string[] }> {
  vi.resetModules();
  const session = await import('./session.ts');
  const ends: string[] = [];
  session.onSessionEnded((end) => ends.push(end));
  return { ...session, ends };
}

beforeEach(() => {
  Channel.all = [];
  vi.stubGlobal('BroadcastChannel', Channel);
});
// The tabs end with this file.
afterAll(() => {
  vi.resetModules();
});

test('logging out in one tab clears the others at once', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.setCurrentUser(aUser());
  second.setCurrentUser(aUser());

  first.leaveSession();

  expect(second.currentUser()).toBeNull();
  expect(second.ends).toEqual(['left']);
  // Whoever signed out knows it.
  expect(first.ends).toEqual([]);
});

test('somebody else signing in in one tab clears the others, and the same person leaves them as they are', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.setCurrentUser(aUser());

  second.setCurrentUser(aUser());
  expect(first.currentUser()?.id).toBe(aUser().id);
  second.setCurrentUser(aUser({ id: anId(99) }));

  expect(first.currentUser()).toBeNull();
  expect(first.ends).toEqual(['left']);
});

test('a session that the server refused in one tab is left to the others to find out', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.setCurrentUser(aUser());
  second.setCurrentUser(aUser());

  first.endSession();

  expect(first.ends).toEqual(['refused']);
  expect(second.currentUser()).not.toBeNull();
});
