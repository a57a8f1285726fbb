/** What the audit views are asked for. */
import { ALL_AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction, type AuditKind } from '@coverlight/contract/audit/audit-actions.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { type Period, periodInstants } from './audit-period.ts';

export interface AuditFilters extends Period {
  /** '' is everybody. */
  userId: string;
  /** One action, or all of a kind; '' is everything. */
  action: AuditAction | AuditKind | '';
}
export const NO_FILTERS: AuditFilters = { choice: 'week', fromDigits: '', toDigits: '', userId: '', action: '' };

/** Of the managers' view. */
export interface OwnAuditFilters extends AuditFilters {
  /** What open screens refreshed by themselves, too. */
  hasRefreshes: boolean;
}

/** Kept in memory so that coming back finds it. */
export const auditFilters = createMemoryStore<OwnAuditFilters>({ ...NO_FILTERS, hasRefreshes: false });

export const isFiltered = (filters: AuditFilters) => filters.choice !== 'week' || filters.userId !== '' || filters.action !== '';

/** The query of list and export. `zone`: whose days the period's are, the browser's own if absent. */
export function auditQuery(filters: AuditFilters, now: Date, zone?: string) {
  return {
    ...periodInstants(filters, now, zone),
    ...(filters.userId === '' ? {} : { user_id: filters.userId }),
    ...actionQuery(filters.action),
  };
}

function actionQuery(chosen: AuditFilters['action']): { kind?: AuditKind; action?: AuditAction } {
  const kind = AUDIT_KINDS.find((known) => known === chosen);
  if (kind !== undefined) return { kind };
  const action = ALL_AUDIT_ACTIONS.find((known) => known === chosen);
  return action === undefined ? {} : { action };
}
