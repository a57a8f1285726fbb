/** The two cookies of a sign-in: the session's, and the one that makes its browser known (product.md 13.3, 13.4). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#config.ts';
import { actorOf, type Actor } from './actor.ts';
import { clearSessionCookie, readCookie, setCookie } from './session.ts';

const DEVICE_DAYS = 400;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export interface SessionCookies {
  /** `device` null leaves the browser as known or unknown as it is. */
  signIn(reply: FastifyReply, session: { token: string; device: string | null; endsAt?: Date }): void;
  signOut(reply: FastifyReply): void;
  /** '' without one. */
  tokenOf(request: FastifyRequest): string;
  deviceOf(request: FastifyRequest): string | null;
  /** Somebody who is not signed in yet. */
  callerOf(request: FastifyRequest): { device: string | null; actor: Actor };
}

export function sessionCookies({ config, clock }: { config: Config; clock: () => Date }): SessionCookies {
  const secure = config.environment === 'production';
  const deviceOf = (request: FastifyRequest) => readCookie(request, 'device', secure);
  return {
    signIn(reply, { token, device, endsAt }) {
      const now = clock().getTime();
      setCookie(reply, 'sid', token, { secure, expires: endsAt ?? new Date(now + config.session.hours * HOUR_MS) });
      if (device !== null) setCookie(reply, 'device', device, { secure, expires: new Date(now + DEVICE_DAYS * DAY_MS) });
    },
    signOut: (reply) => clearSessionCookie(reply, secure),
    tokenOf: (request) => readCookie(request, 'sid', secure) ?? '',
    deviceOf,
    callerOf: (request) => ({ device: deviceOf(request), actor: actorOf(request, null) }),
  };
}
