import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import type { SessionFacts, SessionOptions } from '#http/session.ts';

/** The signed-in person as the browser may know it. */
export function presentSessionUser(
  facts: SessionFacts,
  { clock, idleMinutes }: Pick<SessionOptions, 'clock' | 'idleMinutes'>,
): SessionUser {
  const { viewer } = facts;
  return {
    id: viewer.userId,
    email: facts.email,
    name: `${facts.firstName} ${facts.lastName}`.trim(),
    first_name: facts.firstName,
    last_name: facts.lastName,
    is_admin: viewer.isAdmin,
    is_organization_manager: viewer.isManager,
    is_restricted: viewer.isRestricted,
    perm_reimbursements: viewer.permReimbursements,
    has_current_tos: viewer.hasCurrentTerms,
    has_active_subscription: viewer.hasActiveSubscription,
    has_past_due_subscription: facts.hasPastDueSubscription,
    has_feature_reimbursement: viewer.hasFeatureReimbursement,
    has_override_reimbursement: viewer.hasOverrideReimbursement,
    organization: { id: viewer.organizationId, name: facts.organizationName },
    session: {
      idle_seconds: idleMinutes * 60,
      // Whole seconds, never more than there are.
      idle_seconds_left: Math.max(0, Math.floor((facts.idleEndsAt.getTime() - clock().getTime()) / 1000)),
      ends_at: facts.endsAt.toISOString(),
    },
  };
}
