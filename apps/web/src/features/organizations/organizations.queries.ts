import { organizationsContract } from '@coverlight/contract/organizations/organizations.contract.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** The viewer's own, for managers. */
export const organizationOptions = queryOptions({
  queryKey: ['organization'],
  queryFn: async ({ signal }) => (await call(organizationsContract.current, { signal })).organization,
});

export function useRequireSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isRequired: boolean) => call(organizationsContract.update, { body: { require_second_factor: isRequired } }),
    onSuccess: async ({ organization }) => {
      client.setQueryData(organizationOptions.queryKey, organization);
      // Whoever has no factor is out from now on, the manager too: asking again shows it.
      await client.invalidateQueries({ queryKey: organizationOptions.queryKey });
    },
  });
}
