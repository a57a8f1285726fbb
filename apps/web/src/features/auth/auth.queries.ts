import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import { usersContract } from '@coverlight/contract/users/users.contract.ts';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { forgetTypedForms } from '#lib/form-memory.ts';
import { setCurrentUser } from '#lib/session.ts';

/** Signs out here and on the server. Whatever the server says, nobody stays signed in on this screen. */
export function useLogout() {
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(authContract.logout, {}),
    onSettled: async () => {
      forgetTypedForms();
      setCurrentUser(null);
      await router.navigate({ to: '/login' });
    },
  });
}

export function useLogin() {
  return useMutation({ mutationFn: (body: { email: string; password: string }) => call(authContract.login, { body }) });
}

export function useAcceptTerms() {
  return useMutation({
    mutationFn: ({ userId, agree }: { userId: string; agree: boolean }) =>
      call(usersContract.acceptTerms, { params: { id: userId }, body: { agree } }),
  });
}
