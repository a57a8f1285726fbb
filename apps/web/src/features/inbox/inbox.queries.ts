/** Calls about what changed and has to be looked at, with their place in the cache. */
import type { BodyInput, QueryInput } from '@coverlight/contract/endpoint.ts';
import { inboxContract } from '@coverlight/contract/inbox/inbox.contract.ts';
import { CHANGE_CODES } from '@coverlight/contract/persons/changes.schema.ts';
import { gravityOf } from '@coverlight/domain/changes/change-codes.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';

export type InboxQuery = QueryInput<typeof inboxContract.list>;
export type InboxChange = BodyInput<typeof inboxContract.change>;

const inboxKeys = {
  lists: ['inbox', 'list'] as const,
  list: (query: InboxQuery) => ['inbox', 'list', query] as const,
  count: ['inbox', 'count'] as const,
  settings: ['inbox', 'settings'] as const,
  usefulness: ['inbox', 'usefulness'] as const,
};
const COUNT_EVERY_MS = 5 * 60_000;
const URGENT_CODES = CHANGE_CODES.filter((code) => gravityOf(code) === 'urgent');

export const inboxListOptions = (query: InboxQuery) =>
  queryOptions({
    queryKey: inboxKeys.list(query),
    queryFn: async ({ signal }) => {
      const { reply, total } = await callList(inboxContract.list, { query, signal });
      return { items: reply.items, total };
    },
    placeholderData: keepPreviousData,
  });

/** How many urgent ones are open, for the shell: nobody asked for it, so it keeps no session alive. */
export const urgentCountOptions = queryOptions({
  queryKey: inboxKeys.count,
  queryFn: async ({ signal }) => {
    const query = { state: 'open', code: URGENT_CODES.join(','), limit: 1 } as const;
    return (await callList(inboxContract.list, { query, signal, background: true })).total;
  },
  refetchInterval: COUNT_EVERY_MS,
  staleTime: COUNT_EVERY_MS,
  retry: false,
});

export function useChangeInboxItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: InboxChange }) => call(inboxContract.change, { params: { id }, body: change }),
    onSettled: async () => {
      await Promise.all([client.invalidateQueries({ queryKey: inboxKeys.lists }), client.invalidateQueries({ queryKey: inboxKeys.count })]);
    },
  });
}

export const inboxSettingsOptions = queryOptions({
  queryKey: inboxKeys.settings,
  queryFn: async ({ signal }) => (await call(inboxContract.settings, { signal })).settings,
});

export async function changeInboxSettings(body: BodyInput<typeof inboxContract.changeSettings>) {
  return (await call(inboxContract.changeSettings, { body })).settings;
}

export function useStoreInboxSettings(): (settings: Awaited<ReturnType<typeof changeInboxSettings>>) => void {
  const client = useQueryClient();
  return (settings) => {
    client.setQueryData(inboxKeys.settings, settings);
    void client.invalidateQueries({ queryKey: inboxKeys.lists });
    void client.invalidateQueries({ queryKey: inboxKeys.count });
  };
}

export const usefulnessOptions = queryOptions({
  queryKey: inboxKeys.usefulness,
  queryFn: async ({ signal }) => (await call(inboxContract.usefulness, { signal })).usefulness,
});
