/** What the log of every organization is asked for; kept in memory so that coming back finds it. */
import { type AuditFilters, auditQuery, isFiltered, NO_FILTERS } from '#features/audit/audit-filters.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import type { ListView } from '../admin-list.tsx';
import { PACIFIC } from '../pacific-instant.tsx';
import type { Choice } from '../searched-select.tsx';

export interface AdminAuditView extends ListView, Omit<AuditFilters, 'userId'> {
  /** Null is every one. */
  organization: Choice | null;
  person: Choice | null;
}
const { userId: _everybody, ...EVERYTHING } = NO_FILTERS;
const START: AdminAuditView = { page: 1, sort: '-at', q: '', organization: null, person: null, ...EVERYTHING };

export const adminAuditView = createMemoryStore<AdminAuditView>(START);

/** What the managers' view and this one have in common. */
export const sharedFilters = (view: AdminAuditView): AuditFilters => ({ ...view, userId: view.person?.id ?? '' });

export const isNarrowed = (view: AdminAuditView): boolean => view.organization !== null || isFiltered(sharedFilters(view));

/** The query of list and export; days are those of Pacific time. */
export function adminAuditQuery(view: AdminAuditView, now: Date) {
  return {
    ...auditQuery(sharedFilters(view), now, PACIFIC),
    ...(view.organization && { organization_id: view.organization.id }),
  };
}
export type AuditQuery = ReturnType<typeof adminAuditQuery>;
