/** Valid things with invented people, for tests. */
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';

export function aUser(over: Partial<SessionUser> = {}): SessionUser {
  return {
    id: '01JB0000000000000000000009',
    email: 'robin@harbor.test',
    name: 'Robin Vale',
    first_name: 'Robin',
    last_name: 'Vale',
    is_admin: false,
    is_organization_manager: false,
    is_restricted: false,
    perm_reimbursements: false,
    has_current_tos: true,
    has_active_subscription: true,
    has_past_due_subscription: false,
    has_feature_reimbursement: false,
    has_override_reimbursement: false,
    organization: { id: '01JB00000000000000000000AA', name: 'Harbor' },
    session: { idle_seconds: 1800, ends_at: '2099-01-01T00:00:00Z' },
    ...over,
  };
}
