/** What stands before every protected screen: the session anew, then the one pure rule (docs/product.md 4.2). */
import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { sessionGate, type RouteNeed } from '@coverlight/domain/auth/session-gate.ts';
import { redirect } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { isSignedOut } from '#lib/form-errors.ts';
import { setCurrentUser, setUserUnknown } from '#lib/session.ts';

/** Null when the session cannot be refreshed, whatever the reason. */
export async function refreshSession(options: { background?: boolean } = {}): Promise<SessionUser | null> {
  try {
    const { user } = await call(authContract.refresh, { ...options, expectSignedOut: true });
    setCurrentUser(user);
    return user;
  } catch (error) {
    if (isSignedOut(error)) setCurrentUser(null);
    else setUserUnknown();
    return null;
  }
}

/** Lets the navigation pass or throws the redirect to where the person has to go first. */
export async function guard(need: RouteNeed, location: { pathname: string; href: string }): Promise<void> {
  const verdict = sessionGate({ user: await refreshSession(), need, path: location.pathname });
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
