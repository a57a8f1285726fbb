/** Whose inquiries a person sees (product.md 6): all of the organization, or only their own. Organizations are kept apart below this. */
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';

export interface InquiryScope {
  organizationId: string;
  /** Null: everybody's. */
  userId: string | null;
}

export function inquiryScope(viewer: Pick<SessionUser, 'id' | 'is_restricted'> & { organization: { id: string } }): InquiryScope {
  return { organizationId: viewer.organization.id, userId: viewer.is_restricted ? viewer.id : null };
}

/** The same rule for a single inquiry; what is out of scope is not there at all. */
export function isInScope(scope: InquiryScope, inquiry: { organizationId: string; userId: string }): boolean {
  return inquiry.organizationId === scope.organizationId && (scope.userId === null || inquiry.userId === scope.userId);
}
