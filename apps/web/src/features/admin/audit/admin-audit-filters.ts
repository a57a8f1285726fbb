/** What the log of every organization is asked for; kept in memory so that coming back finds it. */
import { ALL_AUDIT_ACTIONS, AUDIT_KINDS } from '@coverlight/contract/audit/audit-actions.ts';
import { type AuditFilters, auditQuery, isFiltered, NO_FILTERS } from '#features/audit/audit-filters.ts';
import { PERIODS } from '#features/audit/audit-period.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type AddressForm, listAddress } from '../use-address.ts';
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

const { page, sort } = listAddress([{ sortBy: 'at' }]);
const digits = { read: (text: string) => (/^\d{1,8}$/.test(text) ? text : undefined) };
/** Its id and its name, which the box shows. */
const choice = {
  read: (text: string): Choice | undefined => {
    const [, id, name] = /^([0-9A-Z]{26}) (.+)$/s.exec(text) ?? [];
    return id === undefined || name === undefined ? undefined : { id, name };
  },
  write: (chosen: Choice | null) => (chosen === null ? '' : `${chosen.id} ${chosen.name}`),
};
export const adminAuditAddress: AddressForm<AdminAuditView> = {
  page,
  sort,
  organization: choice,
  person: choice,
  choice: { read: (text) => PERIODS.find(({ value }) => value === text)?.value },
  fromDigits: digits,
  toDigits: digits,
  action: { read: (text) => [...AUDIT_KINDS, ...ALL_AUDIT_ACTIONS].find((known) => known === text) },
};

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
