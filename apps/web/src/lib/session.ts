/**
 * Who is signed in, in this tab. A store outside React: the API client, the router's guards and the screens all read it.
 * Activity is shared between tabs, so that one tab does not warn while work goes on in another.
 */
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { useSyncExternalStore } from 'react';

type Listener = () => void;

let user: SessionUser | null = null;
let lastActivityAt = 0;
const changed = new Set<Listener>();
const ended = new Set<Listener>();
const replaced = new Set<Listener>();
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('coverlight-session');

channel?.addEventListener('message', (event) => {
  if (event.data === 'activity') lastActivityAt = Date.now();
});

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
  replaceUser(next);
}

/** Call when the server could not be asked, as on a page that is being left: nobody is shown as signed in here, but the next page asks. */
export function setUserUnknown(): void {
  replaceUser(null);
}

function replaceUser(next: SessionUser | null): void {
  const isReplaced = user !== null && user.id !== next?.id;
  user = next;
  for (const listener of changed) listener();
  if (isReplaced) for (const listener of replaced) listener();
}

/** Call when the server refused the session. Listeners are told once however many calls failed. */
export function endSession(): void {
  if (!user) return;
  setCurrentUser(null);
  for (const listener of ended) listener();
}

export function onSessionEnded(listener: Listener): () => void {
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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target, only this origin
  channel?.postMessage('activity');
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
