/** What a signed-in person may do (product.md 6). */
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';

export type Role = 'admin' | 'manager' | 'standard' | 'restricted';

type RoleFlags = Pick<SessionUser, 'is_admin' | 'is_organization_manager' | 'is_restricted'>;

/** Platform admins are never managers, whatever their flags say. */
export function roleOf(user: RoleFlags): Role {
  if (user.is_admin) return 'admin';
  if (user.is_organization_manager) return 'manager';
  return user.is_restricted ? 'restricted' : 'standard';
}

/** May use calls and screens of this access word. */
export function mayAccess(user: RoleFlags | null, access: 'public' | 'user' | 'manager' | 'admin'): boolean {
  if (access === 'public') return true;
  if (user === null) return false;
  const role = roleOf(user);
  return access === 'user' || access === role;
}

/** Sees the estimate of out-of-network reimbursement. */
export function maySeeReimbursements(
  user: Pick<SessionUser, 'perm_reimbursements' | 'has_feature_reimbursement' | 'has_override_reimbursement'>,
): boolean {
  return user.perm_reimbursements && (user.has_feature_reimbursement || user.has_override_reimbursement);
}
