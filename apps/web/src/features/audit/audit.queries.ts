import { auditContract } from '@coverlight/contract/audit/audit.contract.ts';
import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { callBlob, callList } from '#lib/api.ts';
import { saveBlob } from '#lib/download.ts';
import type { auditQuery } from './audit-filters.ts';
import type { PageQuery } from '#ui/paged-table.tsx';

type AuditSort = 'at' | '-at' | 'action' | '-action';
type Filters = ReturnType<typeof auditQuery>;
export interface AuditListQuery extends Filters {
  page: number;
  limit: number;
  sort: AuditSort;
  folded: boolean;
}

export const auditPageOptions = (query: AuditListQuery): PageQuery<AuditEvent> => ({
  queryKey: ['audit', query],
  queryFn: async ({ signal }) => {
    const { reply, total } = await callList(auditContract.list, { query, signal });
    return { rows: reply.audit_events, total };
  },
});

/** All rows of the filters, not only the page shown. */
export function useExportAudit() {
  return useMutation({
    mutationFn: async (query: Filters) => {
      const { blob, fileName } = await callBlob(auditContract.export, { query });
      saveBlob(blob, fileName ?? 'audit-log.csv');
    },
  });
}
