import type { Member } from '@coverlight/contract/users/user.schema.ts';
import type { UserRecord } from './users.repository.ts';

/** Managers see the whole member; others only who it is (product.md 6). */
export function presentMember(user: UserRecord, organizationName: string, isManager: boolean): Member {
  const who = { id: user.id, first_name: user.first_name, last_name: user.last_name };
  if (!isManager) return who;
  return {
    ...who,
    email: user.email,
    phone: user.phone,
    is_active: user.is_active,
    is_admin: user.is_admin,
    last_login: user.last_login_at?.toISOString() ?? null,
    tos_accepted_at: user.tos_accepted_at?.toISOString() ?? null,
    updated_at: user.updated_at.toISOString(),
    organization: { id: user.organization_id, name: organizationName },
    membership: { is_manager: user.is_manager, is_restricted: user.is_restricted, perm_reimbursements: user.perm_reimbursements },
  };
}
