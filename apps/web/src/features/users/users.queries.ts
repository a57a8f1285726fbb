import { usersContract } from '@coverlight/contract/users/users.contract.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** The people whose inquiries the viewer may see. */
export const usersOptions = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: async ({ signal }) => (await call(usersContract.list, { query: {}, signal })).users,
});
