import { usersContract } from '@coverlight/contract/users/users.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { call } from '#lib/api.ts';

export function useAcceptTerms() {
  return useMutation({
    mutationFn: ({ userId, agree }: { userId: string; agree: boolean }) =>
      call(usersContract.acceptTerms, { params: { id: userId }, body: { agree } }),
  });
}
