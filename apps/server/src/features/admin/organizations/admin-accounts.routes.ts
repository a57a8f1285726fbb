/** Organizations and what belongs to them, each kind in a file of its own; here what is left (docs/product.md 7.8). */
import { adminAccountsContract, type AdminProvider } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { limitsOf } from '#db/page.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { insertRegistrationInfo } from '#features/auth/registration-infos.repository.ts';
import { newLinkCode } from '#features/invites/invite-user.ts';
import { actorOf } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { bindRoutes, totalHeader } from '#http/bind-routes.ts';
import { hashToken } from '#http/session.ts';
import { findOrganizationOf, listRows, type ListSource } from '#features/admin/admin-lists.ts';
import { NO_PLATFORM_PROVIDER } from './change-organization.ts';
import { checkRegistrationInfo } from '#features/admin/invites/check-registration-info.ts';

const PAGE_ROWS = 1000;

interface StoredProvider extends Record<string, unknown>, Omit<AdminProvider, 'organization' | 'created_at' | 'updated_at'> {
  organization_id: string;
  organization_name: string;
  created_at: Date;
  updated_at: Date;
}
const presentProvider = ({ organization_id, organization_name, created_at, updated_at, ...row }: StoredProvider): AdminProvider => ({
  ...row,
  organization: { id: organization_id, name: organization_name },
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
});

const PROVIDER_JOINS = 'JOIN organizations o ON o.id = x.organization_id';
const PROVIDERS: ListSource<StoredProvider, AdminProvider> = {
  select: `x.id, x.name, x.npi, x.tax_id, x.is_active, x.is_override, x.created_at, x.updated_at, x.organization_id, o.name AS organization_name`,
  from: 'providers x',
  joins: PROVIDER_JOINS,
  sorts: {
    name: 'lower(x.name)',
    npi: 'x.npi',
    organization: 'lower(o.name)',
    is_active: 'x.is_active',
    is_override: 'x.is_override',
  },
  searched: ['x.name'],
  isSearchedByOrganization: true,
  organization: 'x.organization_id',
  present: presentProvider,
};

async function setOverride(tx: Tx, id: string, isOverride: boolean, now: Date): Promise<AdminProvider | null> {
  await tx.query('set-provider-override', 'UPDATE providers SET is_override = $3, updated_at = $4 WHERE organization_id = $1 AND id = $2', [
    tx.organizationId,
    id,
    isOverride,
    now,
  ]);
  const [row] = await tx.query<StoredProvider>(
    'admin-provider',
    `SELECT ${PROVIDERS.select} FROM ${PROVIDERS.from} ${PROVIDER_JOINS} WHERE x.id = $1`,
    [id],
  );
  return row === undefined ? null : presentProvider(row);
}

export function registerAdminAccounts(app: FastifyInstance, deps: Deps): void {
  registerAdminRest(app, deps);
}

function registerAdminRest(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  const hasPlatformProvider = deps.config.platformProvider !== null;
  const { listProviders, updateProvider, createRegisterInfo, failOnPurpose } = adminAccountsContract;
  bindRoutes(
    app,
    { listProviders, updateProvider, createRegisterInfo, failOnPurpose },
    {
      async listProviders({ query }) {
        const wanted = {
          sort: query.sort ?? 'name',
          q: query.q,
          organizationId: query.organization_id,
          limits: limitsOf(query, PAGE_ROWS),
        };
        const { rows, total } = await db.asAdmin(async (tx) => await listRows(tx, PROVIDERS, wanted));
        return { status: 200 as const, body: { providers: rows, has_platform_provider: hasPlatformProvider }, headers: totalHeader(total) };
      },
      async updateProvider({ viewer, params, body, request }) {
        const organizationId = await db.asAdmin(async (tx) => await findOrganizationOf(tx, 'providers', params.id));
        if (organizationId === null) throw notFound();
        if (body.is_override && !hasPlatformProvider) throw conflict(NO_PLATFORM_PROVIDER);
        const provider = await db.asAdminFor(organizationId, async (tx) => {
          const entry = {
            action: 'provider.update' as const,
            objectType: 'provider',
            objectIds: [params.id],
            changedFields: ['is_override'],
          };
          await recordAudit(tx, actorOf(request, viewer), clock(), entry);
          return await setOverride(tx, params.id, body.is_override, clock());
        });
        if (provider === null) throw notFound();
        return { status: 200 as const, body: { provider } };
      },
      async createRegisterInfo({ viewer, body, request }) {
        const info = checkRegistrationInfo(body);
        const code = newLinkCode();
        const keys = await deps.keys.keysOf(INTERNAL_ORGANIZATION_ID);
        await db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
          const id = deps.newId();
          await insertRegistrationInfo(tx, keys, { id, codeHash: hashToken(code), info, now: clock() });
          const entry = { action: 'registration-info.create' as const, objectType: 'registration-info', objectIds: [id] };
          await recordAudit(tx, actorOf(request, viewer), clock(), entry);
        });
        const register_url = `${deps.config.publicUrl.replace(/\/$/, '')}/register?id=${code}`;
        return { status: 201 as const, body: { register_url } };
      },
      async failOnPurpose() {
        throw new Error('An admin asked for this failure.');
      },
    },
    deps.access,
  );
}
