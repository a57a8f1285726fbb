/** Switching an organization on and off, and what it may do (docs/product.md 2.14, 6.1). */
import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import type { Deps } from '#deps.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { lockOrganization } from '#features/organizations/organizations.repository.ts';
import type { Actor } from '#http/actor.ts';
import { conflict, notFound } from '#http/app-error.ts';
import { endAllSessions, findAdminOrganization, updateOrganization, type OrganizationChange } from './admin-organizations.repository.ts';

/** Why an override cannot be switched on. */
export const NO_PLATFORM_PROVIDER = 'The platform provider is not set, so nothing can be asked under it.';

/** Throws 404 and 409. Deactivating ends every session of its members at once. */
export async function changeOrganization(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { id, change, actor }: { id: string; change: OrganizationChange; actor: Actor },
): Promise<AdminOrganization> {
  return await deps.db.asAdminFor(id, async (tx) => {
    const now = deps.clock();
    await lockOrganization(tx);
    const organization = await findAdminOrganization(tx, id, now);
    if (organization === null) throw notFound();
    if (change.is_active === false && id === INTERNAL_ORGANIZATION_ID) throw conflict('Coverlight itself cannot be deactivated.');
    if (change.perm_provider_override === true && deps.config.platformProvider === null) throw conflict(NO_PLATFORM_PROVIDER);
    const named = ['is_active', 'perm_provider_override', 'has_override_reimbursement'] as const;
    const changedFields = named.filter((field) => change[field] !== undefined && change[field] !== organization[field]);
    if (changedFields.length === 0) return organization;
    await updateOrganization(tx, change, now);
    if (change.is_active === false) await endAllSessions(tx, now);
    await recordAudit(tx, actor, now, { action: 'organization.update', objectType: 'organization', objectIds: [id], changedFields });
    return (await findAdminOrganization(tx, id, now)) ?? organization;
  });
}
