/** Calls about payers, with their places in the cache. */
import { adminPayersContract as contract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { AdminPayerRow, ClearinghouseFacts, HealthRow } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { BodyInput, QueryInput } from '@coverlight/contract/endpoint.ts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import type { ListPage, ListQuery } from '../admin-list.tsx';

export const PAYERS_KEY = ['admin', 'payers'] as const;
export type PayerFilter = Omit<NonNullable<QueryInput<typeof contract.list>>, 'page' | 'limit' | 'sort' | 'q'>;
export type PayerChange = BodyInput<typeof contract.update>;

export async function listPayers(query: ListQuery & PayerFilter, signal: AbortSignal): Promise<ListPage<AdminPayerRow>> {
  const { reply, total } = await callList(contract.list, { query: query as QueryInput<typeof contract.list>, signal });
  return { rows: reply.payers, total };
}

export const payerOptions = (id: string) =>
  queryOptions({
    queryKey: [...PAYERS_KEY, 'one', id],
    queryFn: async ({ signal }) => (await call(contract.get, { params: { id }, signal })).payer,
  });

/** They change with the server's configuration only. */
export const clearinghousesOptions = queryOptions({
  queryKey: ['admin', 'clearinghouses'],
  queryFn: async ({ signal }) => (await call(contract.clearinghouses, { signal })).clearinghouses,
  staleTime: Number.POSITIVE_INFINITY,
});

/** None while they are being loaded. */
export const useClearinghouses = (): readonly ClearinghouseFacts[] => useQuery(clearinghousesOptions).data ?? [];

export const mergeProposalsOptions = queryOptions({
  queryKey: [...PAYERS_KEY, 'merge-proposals'],
  queryFn: async ({ signal }) => (await call(contract.mergeProposals, { signal })).proposals,
});

export const createPayer = (body: BodyInput<typeof contract.create>) => call(contract.create, { body });

/** Always says which state was seen, so that nobody's change is lost (docs/product.md 15.2). */
export const updatePayer = (payer: Pick<AdminPayerRow, 'id' | 'updated_at'>, change: Omit<PayerChange, 'updated_at'>) =>
  call(contract.update, { params: { id: payer.id }, body: { ...change, updated_at: payer.updated_at } });

export const joinGroup = (groupId: string, payers: readonly Pick<AdminPayerRow, 'id' | 'updated_at'>[]) =>
  call(contract.bulkGroup, {
    params: { id: groupId },
    body: { payer_ids: payers.map(({ id }) => id), updated_at: Object.fromEntries(payers.map(({ id, updated_at }) => [id, updated_at])) },
  });

export const mergePayers = (body: BodyInput<typeof contract.merge>) => call(contract.merge, { body });
export const splitPayer = (id: string) => call(contract.split, { body: { payer_id: id } });

export async function listHealth(query: ListQuery, signal: AbortSignal): Promise<ListPage<HealthRow>> {
  const { reply, total } = await callList(contract.health, { query: query as QueryInput<typeof contract.health>, signal });
  return { rows: reply.payers, total };
}

/** Those of `ids` that the list on the screen shows, as it shows them. */
export function useShownPayers(): (ids: ReadonlySet<string>) => AdminPayerRow[] {
  const client = useQueryClient();
  return (ids) =>
    client
      .getQueriesData<ListPage<AdminPayerRow>>({ queryKey: [...PAYERS_KEY, 'list'], type: 'active' })
      .flatMap(([, page]) => page?.rows.filter(({ id }) => ids.has(id)) ?? []);
}

/** Reads everything about payers anew; resolves once what is on the screen is. */
export function useRefreshPayers(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: PAYERS_KEY });
}
