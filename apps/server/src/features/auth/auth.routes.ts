import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import type { FastifyInstance } from 'fastify';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import type { Deps } from '#deps.ts';
import { notFound } from '#http/app-error.ts';
import { bindRoutes } from '#http/bind-routes.ts';
import { sessionCookies } from '#http/session-cookies.ts';
import { hashToken } from '#http/session.ts';
import { changePassword } from './change-password.ts';
import { offerPasskeys } from './confirm-identity.ts';
import { approveEmail, confirmEmail, undoEmail } from './email-change.ts';
import { endFormerSession } from './end-former-session.ts';
import { giveSecondFactor } from './give-second-factor.ts';
import { logIn } from './log-in.ts';
import { askForReset, resetPassword } from './password-reset.ts';
import { register } from './register.ts';
import { presentSession } from './present-session.ts';
import { findRegistrationInfo } from './registration-infos.repository.ts';
import { endSession, endSessionOf, endSessionsOf, listSessionsOf } from './sessions.repository.ts';

/** The browser forgets pages it kept; what is on the screen is the application's own to clear. */
const CLEAR = { 'clear-site-data': '"cache"' };

export function registerAuth(app: FastifyInstance, deps: Deps): void {
  const { config, db, clock } = deps;
  const { signIn, signOut, tokenOf, deviceOf, callerOf } = sessionCookies(deps);
  const present = async (token: string) => await presentSession(deps, token);
  // Knows invites, so it is bound with them.
  const { registerByInvite: _registerByInvite, ...contract } = authContract;

  bindRoutes(
    app,
    contract,
    {
      async login({ viewer, body, request, reply }) {
        const started = await logIn(deps, { ...body, ...callerOf(request) });
        await endFormerSession(deps, viewer, actorOf(request, viewer));
        signIn(reply, started);
        if (started.secondFactor !== null) return { status: 200 as const, body: { second_factor: started.secondFactor } };
        return { status: 200 as const, body: await present(started.token) };
      },
      async secondFactor({ viewer, body, request, reply }) {
        const full = await giveSecondFactor(deps, viewer, { given: body, device: deviceOf(request), actor: actorOf(request, viewer) });
        signIn(reply, full);
        return { status: 200 as const, body: await present(full.token) };
      },
      async refresh({ request }) {
        return { status: 200 as const, body: await present(tokenOf(request)) };
      },
      async logout({ viewer, request, reply }) {
        if (viewer !== null) {
          await db.asOrganization(viewer.organizationId, async (tx) => {
            await endSession(tx, viewer.sessionId, clock());
            await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'logout' });
          });
        }
        signOut(reply);
        return { status: 204 as const, body: null, headers: CLEAR };
      },
      async registerInfo({ params }) {
        const info = await findRegistrationInfo(deps, hashToken(params.id), clock());
        if (info === null) throw notFound();
        return { status: 200 as const, body: { registration_info: info } };
      },
      async register({ viewer, body, request, reply }) {
        const started = await register(deps, body, callerOf(request));
        await endFormerSession(deps, viewer, actorOf(request, viewer));
        signIn(reply, started);
        return { status: 201 as const, body: await present(started.token) };
      },
      async passwordReset({ body, request }) {
        await askForReset(deps, { email: body.email, actor: actorOf(request, null) });
        return { status: 204 as const, body: null };
      },
      async passwordResetConfirm({ body, request }) {
        await resetPassword(deps, body, actorOf(request, null));
        return { status: 204 as const, body: null };
      },
      async passwordChange({ viewer, body, request, reply }) {
        const token = await changePassword(deps, viewer, body, actorOf(request, viewer));
        signIn(reply, { token, device: deviceOf(request) });
        return { status: 204 as const, body: null };
      },
      async identityOptions({ viewer }) {
        return { status: 200 as const, body: { passkey_options: await offerPasskeys(deps, viewer) } };
      },
      async emailApprove({ body, request }) {
        await approveEmail(deps, body.token, actorOf(request, null));
        return { status: 204 as const, body: null };
      },
      async emailConfirm({ body, request }) {
        await confirmEmail(deps, body.token, actorOf(request, null));
        return { status: 204 as const, body: null };
      },
      async emailUndo({ body, request }) {
        await undoEmail(deps, body.token, actorOf(request, null));
        return { status: 204 as const, body: null };
      },
      async sessions({ viewer }) {
        const rows = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await listSessionsOf(tx, viewer.userId, { now: clock(), idleMinutes: config.session.idleMinutes }),
        );
        const sessions = rows.map((row) => ({
          id: row.id,
          is_current: row.id === viewer.sessionId,
          user_agent: row.user_agent,
          address: row.address,
          created_at: row.created_at.toISOString(),
          last_seen_at: row.last_seen_at.toISOString(),
          ends_at: row.ends_at.toISOString(),
        }));
        return { status: 200 as const, body: { sessions } };
      },
      async endSession({ viewer, params, request, reply }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          if (!(await endSessionOf(tx, viewer.userId, params.id, clock()))) throw notFound();
          await recordAudit(tx, actorOf(request, viewer), clock(), {
            action: 'session.end',
            objectType: 'session',
            objectIds: [params.id],
          });
        });
        if (params.id === viewer.sessionId) signOut(reply);
        return { status: 204 as const, body: null };
      },
      async endSessions({ viewer, request, reply }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          await endSessionsOf(tx, viewer.userId, null, clock());
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'session.end-all' });
        });
        signOut(reply);
        return { status: 204 as const, body: null, headers: CLEAR };
      },
    },
    deps.access,
  );
}
