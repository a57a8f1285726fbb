/**
 * Who is signed in, in this tab. A store outside React: the API client, the router's guards and the screens all read it.
 * Activity is shared between tabs, so that one tab does not warn while work goes on in another.
 */
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { useSyncExternalStore } from 'react';

type Listener = () => void;
/** `refused`: the server refused the session. `left`: the person went away in another tab, or somebody else signed in there. */
export type SessionEnd = 'refused' | 'left';
/** What one tab tells the others: that something was done, or who is signed in now. */
type Message = 'activity' | { userId: string | null };

let user: SessionUser | null = null;
let lastActivityAt = 0;
const changed = new Set<Listener>();
const ended = new Set<(end: SessionEnd) => void>();
const replaced = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('coverlight-session');

channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
  if (data === 'activity') lastActivityAt = Date.now();
  else if (user !== null && user.id !== data.userId) endHere('left');
});

function tellOtherTabs(message: Message): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target, only this origin
  channel?.postMessage(message);
}

/** Says only that somebody signed in here before, so that public pages know whether asking the server is worth it. */
const SIGNED_IN_HINT = 'coverlight.signed-in';

export function currentUser(): SessionUser | null {
  return user;
}

export function mayBeSignedIn(): boolean {
  return user !== null || localStorage.getItem(SIGNED_IN_HINT) !== null;
}

export function setCurrentUser(next: SessionUser | null): void {
  if (next) localStorage.setItem(SIGNED_IN_HINT, '1');
  else localStorage.removeItem(SIGNED_IN_HINT);
  // All tabs share one session: where somebody else is shown, that person is gone.
  if (next && next.id !== user?.id) tellOtherTabs({ userId: next.id });
  replaceUser(next);
}

/** Call when the person signed out on purpose: the other tabs forget them at once, too. */
export function leaveSession(): void {
  setCurrentUser(null);
  tellOtherTabs({ userId: null });
}

/** Call when the server could not be asked, as on a page that is being left: nobody is shown as signed in here, but the next page asks. */
export function setUserUnknown(): void {
  replaceUser(null);
}

function replaceUser(next: SessionUser | null): void {
  const isReplaced = user !== null && user.id !== next?.id;
  // The server knows of activity that this tab cannot: of calls that were refused, and of other tabs.
  if (next) lastActivityAt = Date.now() - (next.session.idle_seconds - next.session.idle_seconds_left) * 1000;
  user = next;
  for (const listener of changed) listener();
  if (isReplaced) for (const listener of replaced) listener();
}

/** Call when the server refused the session. Listeners are told once however many calls failed. */
export function endSession(): void {
  if (!user) return;
  localStorage.removeItem(SIGNED_IN_HINT);
  endHere('refused');
}

function endHere(end: SessionEnd): void {
  replaceUser(null);
  for (const listener of ended) listener(end);
}

export function onSessionEnded(listener: (end: SessionEnd) => void): () => void {
  ended.add(listener);
  return () => ended.delete(listener);
}

/** Told when the signed-in person is gone or another, not when the same person's facts are fresh. */
export function onUserChanged(listener: Listener): () => void {
  replaced.add(listener);
  return () => replaced.delete(listener);
}

/** The server counted the last call as activity: its idle time starts anew. */
export function noteActivity(): void {
  lastActivityAt = Date.now();
  tellOtherTabs('activity');
}

/** Milliseconds since 1970 at which the session ends if nothing more is done; null when nobody is signed in. */
export function sessionEndsAt(): number | null {
  if (!user) return null;
  return Math.min(lastActivityAt + user.session.idle_seconds * 1000, Date.parse(user.session.ends_at));
}

function subscribe(listener: Listener): () => void {
  changed.add(listener);
  return () => changed.delete(listener);
}

export function useCurrentUser(): SessionUser | null {
  return useSyncExternalStore(subscribe, currentUser);
}

/** For screens behind the guards, where somebody is always signed in. Null only in the moment a session ends. */
export function isManager(of: SessionUser | null): boolean {
  return of?.is_organization_manager === true;
}
