/** What stands before every protected screen: the session anew, then the one pure rule (docs/product.md 4.2). */
import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { sessionGate, type RouteNeed } from '@coverlight/domain/auth/session-gate.ts';
import { redirect } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { isSignedOut, placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { mayRetry } from '#lib/query-client.ts';
import { setCurrentUser, setUserUnknown } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';

const ASK_AGAIN_MS = 1000;
/** The route below which no screen needs somebody who is signed in. */
export const OPEN_TO_EVERYBODY = 'open';

/** Null when the session cannot be refreshed, whatever the reason. */
export async function refreshSession({
  onAway,
  ...options
}: {
  background?: boolean;
  /** Told when the server did not say no, but could not be asked. */
  onAway?: (error: unknown) => void;
} = {}): Promise<SessionUser | null> {
  const ask = async () => (await call(authContract.refresh, { ...options, expectSignedOut: true })).user;
  try {
    const user = await ask().catch(async (error: unknown) => {
      if (!mayRetry(0, error)) throw error;
      // A server that is busy for a moment has not said that nobody is signed in.
      await new Promise((goOn) => setTimeout(goOn, ASK_AGAIN_MS));
      return await ask();
    });
    setCurrentUser(user);
    return user;
  } catch (error) {
    if (isSignedOut(error)) setCurrentUser(null);
    else {
      setUserUnknown();
      onAway?.(error);
    }
    return null;
  }
}

/** Who is led to the login by a server that is away would take it for the end of the session. */
function sayAway(error: unknown): void {
  toast({ kind: 'warning', message: placeErrors(error, [], TRY_LATER).banner ?? TRY_LATER, id: 'server-away' });
}

/** Lets the navigation pass or throws the redirect to where the person has to go first. */
export async function guard(need: RouteNeed, location: { pathname: string; href: string }): Promise<void> {
  const verdict = sessionGate({ user: await refreshSession({ onAway: sayAway }), need, path: location.pathname });
  switch (verdict) {
    case 'pass':
      return;
    case 'login':
      throw redirect({ to: '/login', search: { next: location.href } });
    case 'accept-terms':
      throw redirect({ to: '/terms/accept', search: { next: location.href } });
    case 'not-found':
      throw redirect({ to: '/404' });
    case 'plan-list':
      throw redirect({ to: '/organization/settings/plan' });
    case 'unsubscribed':
      throw redirect({ to: '/unsubscribed' });
  }
}

/** A path of this site only: '//evil.example' and '/\evil.example' would leave it. */
export function safeNext(next: unknown): string | undefined {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next)) return undefined;
  return new URL(next, window.location.origin).origin === window.location.origin ? next : undefined;
}
