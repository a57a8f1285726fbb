import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';

/** Who sees the card; the server decides the same (docs/product.md 2.10). */
export function maySeeReimbursements(user: SessionUser | null): boolean {
  return user !== null && user.perm_reimbursements && (user.has_feature_reimbursement || user.has_override_reimbursement);
}
