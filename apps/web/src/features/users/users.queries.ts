/** Calls about the members of the organization. */
import { usersContract } from '@coverlight/contract/users/users.contract.ts';
import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import type { PageQuery } from '#ui/paged-table.tsx';
import type { UserBody } from './user-values.ts';

const userKeys = {
  everything: ['users'] as const,
  page: (query: UserListQuery) => ['users', 'page', query] as const,
  one: (id: string) => ['users', 'one', id] as const,
};
type UserSort = 'name' | 'email' | 'is_active' | 'last_login';
export interface UserListQuery {
  page: number;
  limit: number;
  sort: UserSort | `-${UserSort}`;
}

/** The people whose inquiries the viewer may see. */
export const usersOptions = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: async ({ signal }) => (await call(usersContract.list, { query: {}, signal })).users,
});

export const userPageOptions = (query: UserListQuery): PageQuery<Member> => ({
  queryKey: userKeys.page(query),
  queryFn: async ({ signal }) => {
    const { reply, total } = await callList(usersContract.list, { query, signal });
    return { rows: reply.users, total };
  },
});

/** What a form starts from: read anew each time, and never changed below it. */
export const userOptions = (id: string) =>
  queryOptions({
    queryKey: userKeys.one(id),
    queryFn: async ({ signal }) => (await call(usersContract.get, { params: { id }, signal })).user,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const updateUser = async (id: string, body: UserBody) => (await call(usersContract.update, { params: { id }, body })).user;

/** Lists hold what was true before. What a form was filled from is put in order by its own screen. */
export function useRefreshUsers(): () => Promise<void> {
  const client = useQueryClient();
  return () =>
    client.invalidateQueries({ queryKey: userKeys.everything, predicate: ({ queryKey }) => queryKey[1] !== 'one', refetchType: 'active' });
}

export function useStoreUser(): (user: Member) => void {
  const client = useQueryClient();
  return (user) => client.setQueryData(userOptions(user.id).queryKey, user);
}

export function useResetSecondFactor(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(usersContract.resetSecondFactor, { params: { id } }),
    onSuccess: () => client.setQueryData(userOptions(id).queryKey, (user) => user && { ...user, has_second_factor: false }),
  });
}
