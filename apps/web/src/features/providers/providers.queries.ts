/** Calls about the organization's facilities. */
import { providersContract } from '@coverlight/contract/providers/providers.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import type { Provider } from '@coverlight/contract/providers/provider.schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import type { PageQuery } from '#ui/paged-table.tsx';

type ProviderSort = 'name' | 'npi' | 'is_active';
export interface ProviderListQuery {
  page: number;
  limit: number;
  sort: ProviderSort | `-${ProviderSort}`;
}

/** Active ones, for asking. */
export const activeProvidersOptions = queryOptions({
  queryKey: ['providers', 'compact'],
  queryFn: async ({ signal }) => (await call(providersContract.compact, { query: {}, signal })).providers,
});

/** All of them, for finding what was asked earlier. */
export const providersOptions = queryOptions({
  queryKey: ['providers', 'all'],
  queryFn: async ({ signal }) => (await call(providersContract.list, { query: {}, signal })).providers,
});

export const providerPageOptions = (query: ProviderListQuery): PageQuery<Provider> => ({
  queryKey: ['providers', 'page', query],
  queryFn: async ({ signal }) => {
    const { reply, total } = await callList(providersContract.list, { query, signal });
    return { rows: reply.providers, total };
  },
});

/** What a form starts from: read anew each time, and never changed below it. */
export const providerOptions = (id: string) =>
  queryOptions({
    queryKey: ['providers', 'one', id],
    queryFn: async ({ signal }) => (await call(providersContract.get, { params: { id }, signal })).provider,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const createProvider = async (body: BodyInput<typeof providersContract.create>) =>
  (await call(providersContract.create, { body })).provider;
export const updateProvider = async (id: string, body: BodyInput<typeof providersContract.update>) =>
  (await call(providersContract.update, { params: { id }, body })).provider;

export function useRefreshProviders(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['providers'], predicate: ({ queryKey }) => queryKey[1] !== 'one' });
}
