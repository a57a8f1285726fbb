import {
  adminReimbursementsContract as contract,
  type LaPrefix,
  type ReimbursementRow,
} from '@coverlight/contract/admin/admin-reimbursements.contract.ts';
import type { QueryInput } from '@coverlight/contract/endpoint.ts';
import { call, callList } from '#lib/api.ts';
import type { ListPage } from '../admin-list.tsx';

export const REIMBURSEMENTS_KEY = ['admin', 'reimbursements'] as const;
export const LA_PREFIXES_KEY = ['admin', 'la-prefixes'] as const;
export type ReimbursementQuery = QueryInput<typeof contract.list>;

export async function listReimbursements(query: ReimbursementQuery, signal: AbortSignal): Promise<ListPage<ReimbursementRow>> {
  const { reply, total } = await callList(contract.list, { query, signal });
  return { rows: reply.reimbursements, total };
}

export async function listLaPrefixes(query: QueryInput<typeof contract.listLaPrefixes>, signal: AbortSignal): Promise<ListPage<LaPrefix>> {
  const { reply, total } = await callList(contract.listLaPrefixes, { query, signal });
  return { rows: reply.la_prefixes, total };
}

export const updateLaPrefix = (id: string, isActive: boolean) =>
  call(contract.updateLaPrefix, { params: { id }, body: { is_active: isActive } });
