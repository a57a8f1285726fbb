import { CURRENT_TERMS_VERSION } from '@coverlight/contract/auth/terms-version.ts';
import { usersContract } from '@coverlight/contract/users/users.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { actorOf } from '#http/actor.ts';
import { insertTermsAcceptance } from '#features/auth/accounts.repository.ts';
import { confirmIdentity } from '#features/auth/confirm-identity.ts';
import { resetSecondFactor } from '#features/auth/reset-second-factor.ts';
import { presentSessionUser } from '#features/auth/session-user.presenter.ts';
import { findOrganization } from '#features/organizations/organizations.repository.ts';
import { invalid, notFound, unauthenticated } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { findSession } from '#http/session.ts';
import { scopeOf } from '#http/viewer.ts';
import { readMember } from './read-member.ts';
import { updateUser, wantsNewEmail } from './update-user.ts';
import { presentMember } from './users.presenter.ts';
import { acceptTerms, listManagers, listUsers } from './users.repository.ts';

export function registerUsers(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  bindRoutes(
    app,
    usersContract,
    {
      async list({ viewer, query }) {
        return await db.asOrganization(viewer.organizationId, async (tx) => {
          const { rows, total } = await listUsers(tx, scopeOf(viewer), query);
          const { name: organizationName } = await findOrganization(tx, viewer.organizationId);
          const users = rows.map((user) => presentMember(user, organizationName, viewer.isManager));
          return { status: 200 as const, body: { users }, headers: totalHeader(total) };
        });
      },
      async managers({ viewer, query }) {
        const { rows, total } = await db.asOrganization(
          viewer.organizationId,
          async (tx) => await listManagers(tx, viewer.organizationId, query),
        );
        return { status: 200 as const, body: { managers: rows }, headers: totalHeader(total) };
      },
      async get({ viewer, params }) {
        const user = await db.asOrganization(viewer.organizationId, async (tx) => await readMember(tx, params.id, clock()));
        if (user === null) throw notFound();
        return { status: 200 as const, body: { user } };
      },
      async update({ viewer, params, body, request }) {
        const { current_password, passkey, ...input } = body;
        const actor = actorOf(request, viewer);
        const isNew = await db.asOrganization(viewer.organizationId, async (tx) => await wantsNewEmail(tx, params.id, input.email));
        if (isNew) await confirmIdentity(deps, viewer, { current_password, passkey }, actor);
        const keys = await deps.keys.keysOf(viewer.organizationId);
        const user = await db.asOrganization(viewer.organizationId, async (tx) => {
          const editor = params.id === viewer.userId ? 'self' : 'manager';
          await updateUser(deps, tx, { id: params.id, input, editor, actor, keys });
          return await readMember(tx, params.id, clock());
        });
        if (user === null) throw notFound();
        return { status: 200 as const, body: { user } };
      },
      async resetSecondFactor({ viewer, params, request }) {
        await db.asOrganization(viewer.organizationId, async (tx) => {
          await resetSecondFactor(deps, tx, {
            id: params.id,
            editor: { kind: 'manager', userId: viewer.userId },
            actor: actorOf(request, viewer),
          });
        });
        return { status: 204 as const, body: null };
      },
      async acceptTerms({ viewer, params, body, request }) {
        // Nobody accepts for another; to the caller such a user is not there.
        if (params.id !== viewer.userId) throw notFound();
        if (!body.agree) throw invalid({ agree: ['Please agree to the terms to continue.'] });
        await db.asOrganization(viewer.organizationId, async (tx) => {
          const actor = actorOf(request, viewer);
          const at = clock();
          await acceptTerms(tx, scopeOf(viewer), CURRENT_TERMS_VERSION, at);
          await insertTermsAcceptance(tx, {
            userId: viewer.userId,
            version: CURRENT_TERMS_VERSION,
            at,
            address: actor.address,
            userAgent: actor.userAgent,
          });
          await recordAudit(tx, actor, at, {
            action: 'terms.accept',
            objectType: 'terms',
            objectIds: [CURRENT_TERMS_VERSION],
          });
        });
        const facts = await findSession(request, deps.session);
        if (facts === null) throw unauthenticated();
        return { status: 200 as const, body: { user: presentSessionUser(facts, deps.session) } };
      },
    },
    deps.access,
  );
}
