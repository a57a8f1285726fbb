/** What the audit views are asked for. */
import type { AuditKind } from '@coverlight/contract/audit/audit.contract.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type Period, periodInstants } from './audit-period.ts';

export interface AuditFilters extends Period {
  /** '' is everybody. */
  userId: string;
  /** '' is everything. */
  kind: AuditKind | '';
}
export const NO_FILTERS: AuditFilters = { choice: 'week', fromDigits: '', toDigits: '', userId: '', kind: '' };

/** Of the managers' view; kept in memory so that coming back finds it. */
export const auditFilters = createMemoryStore<AuditFilters>(NO_FILTERS);

export const isFiltered = (filters: AuditFilters) => filters.choice !== 'week' || filters.userId !== '' || filters.kind !== '';

/** The query of list and export. `zone`: whose days the period's are, the browser's own if absent. */
export function auditQuery(filters: AuditFilters, now: Date, zone?: string) {
  return {
    ...periodInstants(filters, now, zone),
    ...(filters.userId === '' ? {} : { user_id: filters.userId }),
    ...(filters.kind === '' ? {} : { kind: filters.kind }),
  };
}
