import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import { invitesContract } from '@coverlight/contract/invites/invites.contract.ts';
import { isInviteOpen } from '@coverlight/domain/invites/invite-state.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { actorOf } from '#http/actor.ts';
import { endFormerSession } from '#features/auth/end-former-session.ts';
import { presentSession } from '#features/auth/present-session.ts';
import { findMember } from '#features/users/users.repository.ts';
import { notFound, unauthenticated } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { sessionCookies } from '#http/session-cookies.ts';
import { hashToken } from '#http/session.ts';
import type { Viewer } from '#http/viewer.ts';
import { changeInvite, inviteUser, type InviteScope } from './invite-user.ts';
import { presentInvite, presentPublicInvite } from './invites.presenter.ts';
import { findInviteByCode, listInvites, lockInvite } from './invites.repository.ts';
import { registerByInvite } from './register-by-invite.ts';

export function registerInvites(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const { signIn, callerOf } = sessionCookies(deps);
  const scopeOf = (request: FastifyRequest, viewer: Viewer): InviteScope => ({
    organizationId: viewer.organizationId,
    actor: actorOf(request, viewer),
    transact: async <T>(work: (tx: Tx) => Promise<T>) => await db.asOrganization(viewer.organizationId, work),
  });
  bindRoutes(
    app,
    { ...invitesContract, registerByInvite: authContract.registerByInvite },
    {
      async get({ params }) {
        const codeHash = hashToken(params.id);
        const found = await findInviteByCode(db, codeHash);
        if (found === null) throw notFound();
        const invite = await db.asOrganization(found.organizationId, async (tx) => await lockInvite(tx, { codeHash }));
        if (invite === null || !isInviteOpen(invite, clock())) throw notFound();
        return { status: 200 as const, body: { invite: presentPublicInvite(invite) } };
      },
      async list({ viewer, query }) {
        const { rows, total } = await db.asOrganization(viewer.organizationId, async (tx) => await listInvites(tx, query));
        return { status: 200 as const, body: { invites: rows.map(presentInvite) }, headers: totalHeader(total) };
      },
      async create({ viewer, body, request }) {
        const inviter = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await findMember(tx, viewer.organizationId, viewer.userId),
        );
        if (inviter === null) throw unauthenticated();
        const invite = await inviteUser(deps, scopeOf(request, viewer), { ...body, inviter });
        return { status: 201 as const, body: { invite: presentInvite(invite) } };
      },
      async registerByInvite({ viewer, params, body, request, reply }) {
        const started = await registerByInvite(deps, { ...body, code: params.id }, callerOf(request));
        await endFormerSession(deps, viewer, actorOf(request, viewer));
        signIn(reply, started);
        if (started.secondFactor !== null) return { status: 201 as const, body: { second_factor: started.secondFactor } };
        return { status: 201 as const, body: await presentSession(deps, started.token) };
      },
      async change({ viewer, params, body, request }) {
        const change = 'revoke' in body ? ('revoke' as const) : ('resend' as const);
        const invite = await changeInvite(deps, scopeOf(request, viewer), { id: params.id, change });
        return { status: 200 as const, body: { invite: presentInvite(invite) } };
      },
    },
    deps.access,
  );
}
