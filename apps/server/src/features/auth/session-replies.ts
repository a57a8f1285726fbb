/** How an answer starts a session: its cookies, and the user it is of. */
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { actorOf, type Actor } from '#http/actor.ts';
import { unauthenticated } from '#http/app-error.ts';
import { findSessionByToken, readCookie, setCookie } from '#http/session.ts';
import { presentSessionUser } from './session-user.presenter.ts';

const DEVICE_DAYS = 400;
const DAY_MS = 86_400_000;

export interface SessionReplies {
  /** Throws 401 for a session that is not full. */
  present(token: string): Promise<{ user: SessionUser }>;
  /** `device` null leaves the browser as known or unknown as it is. */
  signIn(reply: FastifyReply, session: { token: string; device: string | null; endsAt?: Date }): void;
  deviceOf(request: FastifyRequest): string | null;
  callerOf(request: FastifyRequest): { device: string | null; actor: Actor };
}

export function sessionReplies({ config, clock, session }: Deps): SessionReplies {
  const secure = config.environment === 'production';
  const deviceOf = (request: FastifyRequest) => readCookie(request, 'device', secure);
  return {
    async present(token) {
      const facts = await findSessionByToken(token, true, session);
      if (facts === null || facts.viewer.secondFactorDue) throw unauthenticated();
      return { user: presentSessionUser(facts, config.session.idleMinutes) };
    },
    signIn(reply, { token, device, endsAt }) {
      const expires = endsAt ?? new Date(clock().getTime() + config.session.hours * 60 * 60 * 1000);
      setCookie(reply, 'sid', token, { secure, expires });
      if (device !== null) setCookie(reply, 'device', device, { secure, expires: new Date(clock().getTime() + DEVICE_DAYS * DAY_MS) });
    },
    deviceOf,
    callerOf: (request) => ({ device: deviceOf(request), actor: actorOf(request, null) }),
  };
}
