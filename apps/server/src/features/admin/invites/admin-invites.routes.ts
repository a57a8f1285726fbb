import { adminAccountsContract, type AdminInvite } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf } from '#db/page.ts';
import type { Deps } from '#deps.ts';
import { changeInvite as changeInviteOf, inviteUser, type InviteScope } from '#features/invites/invite-user.ts';
import { presentInvite } from '#features/invites/invites.presenter.ts';
import type { InviteRecord } from '#features/invites/invites.repository.ts';
import { findMember } from '#features/users/users.repository.ts';
import { actorOf } from '#http/actor.ts';
import { invalid, notFound, unauthenticated } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import type { Viewer } from '#http/viewer.ts';
import { findOrganizationOf, listRows, type ListSource } from '#features/admin/admin-lists.ts';
import { findAdminOrganization } from '#features/admin/organizations/admin-organizations.repository.ts';

const PAGE_ROWS = 1000;
type StoredInvite = InviteRecord & Record<string, unknown> & { organization_id: string; organization_name: string };
const SOURCE: ListSource<StoredInvite, AdminInvite> = {
  select: 'x.*, o.name AS organization_name',
  from: 'invites x',
  joins: 'JOIN organizations o ON o.id = x.organization_id',
  sorts: {
    email: 'lower(x.email)',
    organization: 'lower(o.name)',
    created_at: 'x.created_at',
    accepted_at: 'x.accepted_at',
    revoked_at: 'x.revoked_at',
  },
  searched: ['x.email', `(x.inviter_first_name || ' ' || x.inviter_last_name)`],
  isSearchedByOrganization: true,
  organization: 'x.organization_id',
  present: (row) => ({ ...presentInvite(row), organization: { id: row.organization_id, name: row.organization_name } }),
};

export function registerAdminInvites(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const scopeIn = (organizationId: string, request: FastifyRequest, viewer: Viewer): InviteScope => ({
    organizationId,
    actor: actorOf(request, viewer),
    transact: async <T>(work: (tx: Tx) => Promise<T>) => await db.asAdminFor(organizationId, work),
  });
  const withOrganization = async (organizationId: string, invite: InviteRecord): Promise<AdminInvite> => {
    const organization = await db.asAdmin(async (tx) => await findAdminOrganization(tx, organizationId, clock()));
    return { ...presentInvite(invite), organization: { id: organizationId, name: organization?.name ?? '' } };
  };

  const { listInvites, createInvite, changeInvite } = adminAccountsContract;
  bindRoutes(
    app,
    { listInvites, createInvite, changeInvite },
    {
      async listInvites({ query }) {
        const wanted = {
          sort: query.sort ?? '-created_at',
          q: query.q,
          organizationId: query.organization_id,
          limits: limitsOf(query, PAGE_ROWS),
        };
        const { rows, total } = await db.asAdmin(async (tx) => await listRows(tx, SOURCE, wanted));
        return { status: 200 as const, body: { invites: rows }, headers: totalHeader(total) };
      },
      async createInvite({ viewer, body, request }) {
        const { organization_id: organizationId, ...input } = body;
        const organization = await db.asAdmin(async (tx) => await findAdminOrganization(tx, organizationId, clock()));
        // No call makes an admin, and nobody else belongs to the platform's own organization.
        if (organization === null || organizationId === INTERNAL_ORGANIZATION_ID)
          throw invalid({ organization_id: ['Please choose an organization.'] });
        if (!organization.is_active) throw invalid({ organization_id: ['This organization is deactivated.'] });
        const inviter = await db.asAdmin(async (tx) => await findMember(tx, viewer.organizationId, viewer.userId));
        if (inviter === null) throw unauthenticated();
        const invite = await inviteUser(deps, scopeIn(organizationId, request, viewer), { ...input, inviter });
        return { status: 201 as const, body: { invite: await withOrganization(organizationId, invite) } };
      },
      async changeInvite({ viewer, params, body, request }) {
        const organizationId = await db.asAdmin(async (tx) => await findOrganizationOf(tx, 'invites', params.id));
        if (organizationId === null) throw notFound();
        const change = 'revoke' in body ? ('revoke' as const) : ('resend' as const);
        const invite = await changeInviteOf(deps, scopeIn(organizationId, request, viewer), { id: params.id, change });
        return { status: 200 as const, body: { invite: await withOrganization(organizationId, invite) } };
      },
    },
    deps.access,
  );
}
