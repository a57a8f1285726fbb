import { api } from '@coverlight/contract/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** The viewer's own, for managers. */
export const organizationOptions = queryOptions({
  queryKey: ['organization'],
  queryFn: async ({ signal }) => (await call(api.organizations.current, { signal })).organization,
});

export function useRequireSecondFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (isRequired: boolean) => call(api.organizations.update, { body: { require_second_factor: isRequired } }),
    onSuccess: ({ organization }) => client.setQueryData(organizationOptions.queryKey, organization),
  });
}
