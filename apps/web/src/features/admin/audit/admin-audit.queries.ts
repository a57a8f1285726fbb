/** The log of every organization, with its place in the cache. */
import { adminAuditContract as contract, type AdminAuditEvent } from '@coverlight/contract/admin/admin-audit.contract.ts';
import type { QueryInput } from '@coverlight/contract/endpoint.ts';
import { useMutation } from '@tanstack/react-query';
import { callBlob, callList } from '#lib/api.ts';
import { saveBlob } from '#lib/download.ts';
import { accountKeys, listOrganizations, listUsers } from '../accounts.queries.ts';
import type { ListPage, ListQuery } from '../admin-list.tsx';
import { reasonHeader } from '../inquiries/access-reason.ts';
import type { Choice } from '../searched-select.tsx';
import type { AuditQuery } from './admin-audit-filters.ts';

export const AUDIT_KEY = ['admin', 'audit'] as const;

/** `reason`: why it is looked at; it stands in the log as well. */
export async function listEvents(query: AuditQuery & ListQuery, reason: string, signal: AbortSignal): Promise<ListPage<AdminAuditEvent>> {
  const { reply, total } = await callList(contract.list, {
    query: query as QueryInput<typeof contract.list>,
    headers: reasonHeader(reason),
    signal,
  });
  return { rows: reply.audit_events, total };
}

/** All rows of the filters, not only the page shown. */
export function useExportEvents(reason: string) {
  return useMutation({
    mutationFn: async (query: AuditQuery) => {
      const { blob, fileName } = await callBlob(contract.export, { query, headers: reasonHeader(reason) });
      saveBlob(blob, fileName ?? 'audit-log.csv');
    },
  });
}

export const organizationChoices = {
  queryKey: [...accountKeys.organizations, 'offered'],
  fetchPage: (query: ListQuery, signal: AbortSignal): Promise<ListPage<Choice>> => listOrganizations(query, signal),
};

/** People by name and address: two of one name are nothing to choose between. */
export const personChoices = {
  queryKey: [...accountKeys.users, 'offered'],
  async fetchPage(query: ListQuery, signal: AbortSignal): Promise<ListPage<Choice>> {
    const { rows, total } = await listUsers(query, signal);
    return { rows: rows.map(({ id, first_name, last_name, email }) => ({ id, name: `${first_name} ${last_name} (${email})` })), total };
  },
};
