/** Calls about invites. A code is the secret of a mailed link; an id only names an invite (docs/product.md 13.6). */
import { invitesContract } from '@coverlight/contract/invites/invites.contract.ts';
import type { BodyInput } from '@coverlight/contract/endpoint.ts';
import type { Invite } from '@coverlight/contract/invites/invite.schema.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call, callList } from '#lib/api.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import type { PageQuery } from '#ui/paged-table.tsx';

const EVERYTHING = ['invites'] as const;
type InviteSort = 'email' | 'created_at' | 'accepted_at' | 'revoked_at';
export interface InviteListQuery {
  page: number;
  limit: number;
  sort: InviteSort | `-${InviteSort}`;
}

export const inviteByCodeOptions = (code: string) =>
  queryOptions({
    queryKey: ['invite-by-code', code],
    queryFn: async ({ signal }) => (await call(invitesContract.get, { params: { id: code }, signal })).invite,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

export const invitePageOptions = (query: InviteListQuery): PageQuery<Invite> => ({
  queryKey: [...EVERYTHING, 'page', query],
  queryFn: async ({ signal }) => {
    const { reply, total } = await callList(invitesContract.list, { query, signal });
    return { rows: reply.invites, total };
  },
});

export const createInvite = async (body: BodyInput<typeof invitesContract.create>) => (await call(invitesContract.create, { body })).invite;

export function useRefreshInvites(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: EVERYTHING });
}

export function useChangeInvite() {
  const refresh = useRefreshInvites();
  return useSingleMutation({
    mutationFn: ({ id, body }: { id: string; body: BodyInput<typeof invitesContract.change> }) =>
      call(invitesContract.change, { params: { id }, body }),
    onSettled: refresh,
  });
}
