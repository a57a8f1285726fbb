/** A session and the memory of its browser, in the transaction of what started it (product.md 13.3). */
import type { Tx } from '#db/client.ts';
import type { Actor } from '#http/actor.ts';
import { hashToken, newToken } from '#http/session.ts';
import { insertSession, rememberDevice } from './sessions.repository.ts';

export interface SessionDeps {
  clock: () => Date;
  newId: () => string;
  sessionHours: number;
}

export interface StartedSession {
  id: string;
  token: string;
  device: string;
  endsAt: Date;
}

export interface SessionStart {
  organizationId: string;
  userId: string;
  /** The browser's token from an earlier success; null in an unknown browser. */
  device: string | null;
  actor: Actor;
  /** A second factor is still due; 'enrol' where one has to be made first. */
  factor?: 'due' | 'enrol' | undefined;
}

export async function startSession(deps: SessionDeps, tx: Tx, start: SessionStart): Promise<StartedSession> {
  const now = deps.clock();
  const started: StartedSession = {
    id: deps.newId(),
    token: newToken(),
    device: start.device ?? newToken(),
    endsAt: new Date(now.getTime() + deps.sessionHours * 60 * 60 * 1000),
  };
  await insertSession(tx, {
    id: started.id,
    organizationId: start.organizationId,
    userId: start.userId,
    tokenHash: hashToken(started.token),
    now,
    endsAt: started.endsAt,
    isFactorPending: start.factor !== undefined,
    isEnrolling: start.factor === 'enrol',
    userAgent: start.actor.userAgent,
    address: start.actor.address,
  });
  // Half a sign-in makes no browser known.
  if (start.factor === undefined) await rememberDevice(tx, start.userId, hashToken(started.device), now);
  return started;
}
