import { providersContract } from '@coverlight/contract/providers/providers.contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

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
