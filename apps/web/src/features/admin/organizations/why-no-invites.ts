import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';

/** Why nobody can be invited into an organization; null where people can (docs/product.md 6.1). */
export function whyNoInvites({ id, is_active }: AdminOrganization, ownOrganizationId: string | undefined): string | null {
  if (id === ownOrganizationId) return 'Platform admins are made with the command npm run admin:create, never by an invitation.';
  return is_active ? null : 'Nobody can be invited while the organization is deactivated.';
}
