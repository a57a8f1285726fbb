import { api } from '@coverlight/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** Active ones, for asking. */
export const activeProvidersOptions = queryOptions({
  queryKey: ['providers', 'compact'],
  queryFn: async ({ signal }) => (await call(api.providers.compact, { query: {}, signal })).providers,
});

/** All of them, for finding what was asked earlier. */
export const providersOptions = queryOptions({
  queryKey: ['providers', 'all'],
  queryFn: async ({ signal }) => (await call(api.providers.list, { query: {}, signal })).providers,
});
