import { onboardingContract } from '@coverlight/contract/onboarding/onboarding.contract.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

/** For managers; refused to anybody else. */
export const onboardingOptions = queryOptions({
  queryKey: ['onboarding'],
  queryFn: async ({ signal }) => (await call(onboardingContract.current, { signal })).onboarding,
});

export function useSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => (await call(onboardingContract.sample, {})).inquiry,
    onSuccess: async () => await client.invalidateQueries({ queryKey: onboardingOptions.queryKey }),
  });
}

export function useDismissOnboarding() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => await call(onboardingContract.dismiss, {}),
    onSuccess: async () => await client.invalidateQueries({ queryKey: onboardingOptions.queryKey }),
  });
}
