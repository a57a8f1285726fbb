import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import type { Deps } from '#deps.ts';
import { unauthenticated } from '#http/app-error.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { clearSessionCookie, findSessionByToken, readCookie, setCookie } from '#http/session.ts';
import { logIn } from './log-in.ts';
import { presentSessionUser } from './session-user.presenter.ts';
import { endSession } from './sessions.repository.ts';

const DEVICE_DAYS = 400;

export function registerAuth(app: FastifyInstance, deps: Deps): void {
  const { config, db, clock } = deps;
  const secure = config.environment === 'production';
  const present = async (token: string) => {
    const facts = await findSessionByToken(token, true, deps.session);
    if (facts === null) throw unauthenticated();
    return { user: presentSessionUser(facts, config.session.idleMinutes) };
  };

  bindRoutes(
    app,
    authContract,
    {
      async login({ body, request, reply }) {
        const started = await logIn(
          { db, clock, newId: deps.newId, limits: config.login, sessionHours: config.session.hours, counterSecret: deps.counterSecret },
          { ...body, device: readCookie(request, 'device', secure), actor: actorOf(request, null) },
        );
        setCookie(reply, 'sid', started.token, { secure, expires: started.endsAt });
        setCookie(reply, 'device', started.device, { secure, expires: new Date(clock().getTime() + DEVICE_DAYS * 86_400_000) });
        return { status: 200 as const, body: await present(started.token) };
      },
      async refresh({ request }) {
        return { status: 200 as const, body: await present(readCookie(request, 'sid', secure) ?? '') };
      },
      async logout({ viewer, request, reply }) {
        if (viewer !== null) {
          await db.asOrganization(viewer.organizationId, async (tx) => {
            await endSession(tx, viewer.sessionId, clock());
            await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'logout' });
          });
        }
        clearSessionCookie(reply, secure);
        return { status: 204 as const, body: null, headers: { 'clear-site-data': '"cache"' } };
      },
    },
    deps.access,
  );
}
