import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import type { Deps } from '#deps.ts';
import { unauthenticated } from '#http/app-error.ts';
import { findSessionByToken } from '#http/session.ts';
import { presentSessionUser } from './session-user.presenter.ts';

/** The user of a session, as login, registration and refresh answer it. Throws 401 for a session that is not full. */
export async function presentSession({ session }: Pick<Deps, 'session'>, token: string): Promise<{ user: SessionUser }> {
  // Whether the call was activity was decided when its session was looked up; asking again for what to answer is none.
  const facts = await findSessionByToken(token, false, session);
  if (facts === null || facts.viewer.secondFactorDue) throw unauthenticated();
  return { user: presentSessionUser(facts, session) };
}
