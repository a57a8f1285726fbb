import { adminCasesContract as contract, type PayerPhone } from '@coverlight/contract/admin/admin-cases.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import type { ListPage } from '../admin-list.tsx';

export const PAYER_PHONES_KEY = ['admin', 'payer-phones'] as const;

export async function listPayerPhones(query: { page: number; limit: number }, signal: AbortSignal): Promise<ListPage<PayerPhone>> {
  const { reply, total } = await callList(contract.listPhones, { query, signal });
  return { rows: reply.payer_phones, total };
}

export const createPayerPhone = async (body: BodyInput<typeof contract.createPhone>) =>
  (await call(contract.createPhone, { body })).payer_phone;
export const updatePayerPhone = async (id: string, body: BodyInput<typeof contract.updatePhone>) =>
  (await call(contract.updatePhone, { params: { id }, body })).payer_phone;
export const removePayerPhone = (id: string) => call(contract.removePhone, { params: { id } });

export const estimateNoticeOptions = queryOptions({
  queryKey: ['admin', 'estimate-notice'],
  queryFn: async ({ signal }) => (await call(contract.estimateNotice, { signal })).estimate_notice,
});
export const confirmEstimateNotice = (isConfirmed: boolean) =>
  call(contract.confirmEstimateNotice, { body: { is_confirmed: isConfirmed } });
