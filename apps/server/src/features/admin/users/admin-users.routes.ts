import { Readable } from 'node:stream';
import { adminAccountsContract } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findAccountOf } from '#features/auth/accounts.repository.ts';
import { confirmIdentity } from '#features/auth/confirm-identity.ts';
import { prepareResetJob } from '#features/auth/reset.job.ts';
import { resetSecondFactor as resetFactorOf } from '#features/auth/reset-second-factor.ts';
import { readMember } from '#features/users/read-member.ts';
import { updateUser as updateMember, wantsNewEmail } from '#features/users/update-user.ts';
import { actorOf } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { findOrganizationOf } from '#features/admin/admin-lists.ts';
import { listAdminUsers } from './admin-users.repository.ts';
import { userLines } from './export-users.ts';

const PAGE_ROWS = 1000;

export function registerAdminUsers(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  /** In a transaction of the user's organization. */
  const atHomeOf = async <T>(userId: string, work: (tx: Tx, organizationId: string) => Promise<T>): Promise<T> => {
    const organizationId = await db.asAdmin(async (tx) => await findOrganizationOf(tx, 'users', userId));
    if (organizationId === null) throw notFound();
    return await db.asAdminFor(organizationId, async (tx) => await work(tx, organizationId));
  };
  const memberOf = async (tx: Tx, id: string) => {
    const user = await readMember(tx, id, clock());
    if (user === null) throw notFound();
    return { status: 200 as const, body: { user } };
  };

  const { listUsers, exportUsers, getUser, updateUser, sendPasswordReset, resetSecondFactor } = adminAccountsContract;
  bindRoutes(
    app,
    { listUsers, exportUsers, getUser, updateUser, sendPasswordReset, resetSecondFactor },
    {
      async listUsers({ query }) {
        const wanted = {
          sort: query.sort ?? 'name',
          q: query.q,
          organizationId: query.organization_id,
          limits: limitsOf(query, PAGE_ROWS),
        };
        const { rows, total } = await db.asAdmin(async (tx) => await listAdminUsers(tx, wanted));
        return { status: 200 as const, body: { users: rows }, headers: totalHeader(total) };
      },
      async exportUsers({ viewer, request }) {
        await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
          await recordAudit(tx, actorOf(request, viewer), clock(), { action: 'user.export', objectType: 'user' });
        });
        return {
          status: 200 as const,
          body: null,
          download: Readable.from(userLines(db)),
          headers: {
            'content-type': 'text/csv; charset=utf-8',
            'content-disposition': `attachment; filename="users-${clock().toISOString().slice(0, 10)}.csv"`,
          },
        };
      },
      async getUser({ params }) {
        return await atHomeOf(params.id, async (tx) => await memberOf(tx, params.id));
      },
      async updateUser({ viewer, params, body, request }) {
        const organizationId = await db.asAdmin(async (tx) => await findOrganizationOf(tx, 'users', params.id));
        if (organizationId === null) throw notFound();
        const { current_password, passkey, ...input } = body;
        const actor = actorOf(request, viewer);
        const isNew = await db.asAdminFor(organizationId, async (tx) => await wantsNewEmail(tx, params.id, input.email));
        if (isNew) await confirmIdentity(deps, viewer, { current_password, passkey }, actor);
        const keys = await deps.keys.keysOf(organizationId);
        return await db.asAdminFor(organizationId, async (tx) => {
          const editor = params.id === viewer.userId ? 'self' : 'admin';
          await updateMember(deps, tx, { id: params.id, input, editor, actor, keys });
          return await memberOf(tx, params.id);
        });
      },
      async sendPasswordReset({ viewer, params, request }) {
        await atHomeOf(params.id, async (tx, organizationId) => {
          const account = await findAccountOf(tx, params.id);
          if (account === null) throw notFound();
          if (!account.is_active) throw conflict('This account is deactivated.');
          const entry = { action: 'password.reset-asked' as const, objectType: 'user', objectIds: [params.id] };
          await recordAudit(tx, actorOf(request, viewer), clock(), entry);
          await deps.queue.enqueue(tx, prepareResetJob, { organizationId, userId: params.id });
        });
        return { status: 204 as const, body: null };
      },
      async resetSecondFactor({ viewer, params, request }) {
        await atHomeOf(params.id, async (tx) => {
          const editor = { kind: 'admin' as const, userId: viewer.userId };
          await resetFactorOf(deps, tx, { id: params.id, editor, actor: actorOf(request, viewer) });
        });
        return { status: 204 as const, body: null };
      },
    },
    deps.access,
  );
}
