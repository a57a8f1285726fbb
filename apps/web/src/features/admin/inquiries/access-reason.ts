/**
 * Why an admin looks at a practice's patients: asked for once an hour before the list, and once per organization and hour before a
 * detail (docs/product.md 15.5). Kept in memory only, like all that may name a patient.
 */
import { createMemoryStore } from '#lib/memory-store.ts';

export const REASON_LIFE_MS = 60 * 60 * 1000;
/** What the audit trail keeps of it. */
export const REASON_LENGTH = 200;

/** 'list', the id of an organization, or of an inquiry whose organization is not known yet. */
export type ReasonScope = string;
export const LIST_SCOPE: ReasonScope = 'list';

const reasons = createMemoryStore<{ byScope: Readonly<Record<ReasonScope, string>>; organizations: Readonly<Record<string, string>> }>({
  byScope: {},
  organizations: {},
});

export function giveReason(scope: ReasonScope, text: string): void {
  reasons.set({ byScope: { ...reasons.get().byScope, [scope]: text } });
  setTimeout(() => {
    const { [scope]: _expired, ...others } = reasons.get().byScope;
    reasons.set({ byScope: others });
  }, REASON_LIFE_MS);
}

/** Undefined where it has to be asked for. */
export function useReason(scope: ReasonScope): string | undefined {
  return reasons.use().byScope[scope];
}

/** Lists say whose inquiries they hold, so that the reason for one detail serves the next of the same organization. */
export function rememberOrganizations(rows: ReadonlyArray<{ id: string; organization: { id: string } }>): void {
  const known = Object.fromEntries(rows.map((row) => [row.id, row.organization.id]));
  reasons.set({ organizations: { ...reasons.get().organizations, ...known } });
}

export function useDetailScope(inquiryId: string): ReasonScope {
  return reasons.use().organizations[inquiryId] ?? inquiryId;
}

/** Once a detail opened by its address has told its organization, the reason given for it counts for that organization. */
export function adoptOrganization(inquiryId: string, organizationId: string): void {
  const { byScope, organizations } = reasons.get();
  const reason = byScope[inquiryId];
  if (organizations[inquiryId] === organizationId) return;
  if (reason !== undefined && byScope[organizationId] === undefined) giveReason(organizationId, reason);
  rememberOrganizations([{ id: inquiryId, organization: { id: organizationId } }]);
}

/** Headers hold ASCII: people's words travel percent-encoded. */
export function reasonHeader(reason: string): Record<string, string> {
  return { 'x-access-reason': encodeURIComponent(reason) };
}
