import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { useEffect, useState } from 'react';
import type * as SessionQuestionModule from './session-question.tsx';
import { call } from '#lib/api.ts';
import { sessionEndsAt, setCurrentUser, useCurrentUser } from '#lib/session.ts';

/** How long before the end the question stands (docs/product.md 13.3). */
const WARN_BEFORE_MS = 2 * 60 * 1000;
/** The question's code is fetched a little earlier; most sessions never need it. */
const LOAD_BEFORE_MS = 4 * 60 * 1000;
const LOOK_EVERY_MS = 1000;
/** The server tells whole seconds and no more than there are: asked at once, it would say that nearly nothing is left. */
const SURELY_OVER_MS = -1000;
/** A server that could not be asked what is left of the session is asked again after this. */
const ASK_AGAIN_MS = 10 * 1000;

/** Asks 'Stay signed in?' two minutes before the session ends, and finds out what is left of it once the time is over. */
export function SessionDialog() {
  const user = useCurrentUser();
  return user && <SessionWatch key={user.session.ends_at} user={user} />;
}

/** A 401 announces the session's end by itself; any other failure is tried again. */
async function refresh(options: { background: boolean }): Promise<void> {
  const reply = await call(authContract.refresh, options).catch(() => null);
  if (reply) setCurrentUser(reply.user);
}

function SessionWatch({ user }: { user: SessionUser }) {
  const [left, setLeft] = useState<{ ms: number; isFinal: boolean } | null>(null);
  const [isDismissed, setIsDismissed] = useState(false);
  const question = useSessionQuestion(left !== null);
  useEffect(() => {
    let askAgainAt = 0;
    const timer = setInterval(() => {
      const ms = (sessionEndsAt() ?? 0) - Date.now();
      const isFinal = Date.parse(user.session.ends_at) - Date.now() <= WARN_BEFORE_MS;
      setLeft(ms > LOAD_BEFORE_MS ? null : { ms, isFinal });
      // An answer moves the end to where the server has it, so that this is asked once and not with every look.
      if (ms > SURELY_OVER_MS || Date.now() < askAgainAt) return;
      askAgainAt = Date.now() + ASK_AGAIN_MS;
      void refresh({ background: true });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [user.session.ends_at]);

  if (!left || !question || left.ms > WARN_BEFORE_MS || (left.isFinal && isDismissed)) return null;
  const stay = () => {
    setIsDismissed(left.isFinal);
    void refresh({ background: false });
  };
  return <question.SessionQuestion leftMs={left.ms} isFinal={left.isFinal} onStay={stay} />;
}

/** Null until it is there. Without a connection there is no question, and no screen is lost over it. */
function useSessionQuestion(isNear: boolean): typeof SessionQuestionModule | null {
  const [question, setQuestion] = useState<typeof SessionQuestionModule | null>(null);
  useEffect(() => {
    if (isNear) import('./session-question.tsx').then(setQuestion, () => setQuestion(null));
  }, [isNear]);
  return question;
}
