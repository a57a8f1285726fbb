/** What the audit view is asked for; kept in memory so that coming back finds it. */
import type { AuditKind } from '@coverlight/contract/audit/audit.contract.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type Period, periodInstants } from './audit-period.ts';

export interface AuditFilters extends Period {
  /** '' is everybody. */
  userId: string;
  /** '' is everything. */
  kind: AuditKind | '';
}
const NO_FILTERS: AuditFilters = { choice: 'week', fromDigits: '', toDigits: '', userId: '', kind: '' };

export const auditFilters = createMemoryStore<AuditFilters>(NO_FILTERS);

export const isFiltered = (filters: AuditFilters) => filters.choice !== 'week' || filters.userId !== '' || filters.kind !== '';

/** The query of list and export. */
export function auditQuery(filters: AuditFilters, now: Date) {
  return {
    ...periodInstants(filters, now),
    ...(filters.userId === '' ? {} : { user_id: filters.userId }),
    ...(filters.kind === '' ? {} : { kind: filters.kind }),
  };
}
