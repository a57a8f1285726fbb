import { adminInquiriesContract as contract, type AdminInquiryRow } from '@coverlight/contract/admin/admin-inquiries.contract.ts';
import type { QueryInput } from '@coverlight/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import type { ListPage } from '../admin-list.tsx';
import { adoptOrganization, reasonHeader, rememberOrganizations } from './access-reason.ts';

export const INQUIRIES_KEY = ['admin', 'inquiries'] as const;
export type InquiryQuery = QueryInput<typeof contract.list>;

/** `reason`: why they are looked at; it stands in the audit trail. */
export async function listInquiries(query: InquiryQuery, reason: string, signal: AbortSignal): Promise<ListPage<AdminInquiryRow>> {
  const { reply, total } = await callList(contract.list, { query, headers: reasonHeader(reason), signal });
  rememberOrganizations(reply.inquiries);
  return { rows: reply.inquiries, total };
}

export const inquiryOptions = (id: string, reason: string) =>
  queryOptions({
    // The reason is no part of the key: another one for the same answer would only be asked for again.
    queryKey: [...INQUIRIES_KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const { inquiry } = await call(contract.get, { params: { id }, headers: reasonHeader(reason), signal });
      adoptOrganization(id, inquiry.organization.id);
      return inquiry;
    },
  });
