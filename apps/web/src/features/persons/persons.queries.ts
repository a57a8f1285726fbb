/** Every call about persons that the screens make, with its place in the cache. */
import { personsContract } from '@coverlight/contract/persons/persons.contract.ts';
import type { PersonRow } from '@coverlight/contract/persons/persons.contract.ts';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import type { PageQuery } from '#ui/paged-table.tsx';

const personKeys = {
  everything: ['persons'] as const,
  page: (query: PersonListQuery) => ['persons', 'page', query] as const,
  one: (id: string) => ['persons', 'one', id] as const,
  events: (id: string) => ['persons', 'events', id] as const,
  proposals: (id: string) => ['persons', 'proposals', id] as const,
};
export interface PersonListQuery {
  page: number;
  limit: number;
  q?: string;
}
const EVENTS_LIMIT = 20;
/** Places in the cache, below 'inquiries', that name a person. A form that is being filled in is none. */
const OF_CHECKS = new Set<unknown>(['list', 'one']);

export const personPageOptions = (query: PersonListQuery): PageQuery<PersonRow> => ({
  queryKey: personKeys.page(query),
  queryFn: async ({ signal }) => {
    const { reply, total } = await callList(personsContract.list, { query, signal });
    return { rows: reply.persons, total };
  },
});

export const personOptions = (id: string) =>
  queryOptions({
    queryKey: personKeys.one(id),
    queryFn: async ({ signal }) => (await call(personsContract.get, { params: { id }, signal })).person,
  });

/** Newest first, older ones page by page. */
export const personEventsOptions = (id: string) =>
  infiniteQueryOptions({
    queryKey: personKeys.events(id),
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam: before, signal }) => {
      const query = { limit: EVENTS_LIMIT, ...(before !== null && { before }) };
      return (await call(personsContract.events, { params: { id }, query, signal })).events;
    },
    getNextPageParam: (last) => (last.length < EVENTS_LIMIT ? undefined : last.at(-1)?.at),
  });

export const proposalsOptions = (id: string) =>
  queryOptions({
    queryKey: personKeys.proposals(id),
    queryFn: async ({ signal }) => (await call(personsContract.proposals, { params: { id }, signal })).proposals,
  });

/** Whatever is decided about a person moves checks, and with them what lists and answers say of it. */
function usePersonMutation<Reply, Variables>(mutationFn: (variables: Variables) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: personKeys.everything }),
        client.invalidateQueries({ queryKey: ['inquiries'], predicate: ({ queryKey }) => OF_CHECKS.has(queryKey[1]) }),
        client.invalidateQueries({ queryKey: ['inbox'] }),
      ]);
    },
  });
}

/** Reads the person anew, with all that hangs on it. */
export function useReloadPersons(): () => void {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: personKeys.everything });
}

export const useMergePersons = (id: string) =>
  usePersonMutation((body: { other_id: string; version: number }) => call(personsContract.merge, { params: { id }, body }));

export const useSplitPerson = (id: string) =>
  usePersonMutation((body: { inquiry_ids: string[]; version: number }) => call(personsContract.split, { params: { id }, body }));

export const useUndoMove = (id: string) =>
  usePersonMutation((moveId: string) => call(personsContract.undoMove, { params: { id, move_id: moveId } }));

export const useDecideProposal = (id: string) =>
  usePersonMutation(({ otherId, isDifferent }: { otherId: string; isDifferent: boolean }) =>
    call(personsContract.decide, { params: { id, other_id: otherId }, body: { is_different: isDifferent } }),
  );

export const useArchivePerson = (id: string) =>
  usePersonMutation((body: { is_archived: boolean; version: number }) => call(personsContract.archive, { params: { id }, body }));
