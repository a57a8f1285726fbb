/** Calls about where one is signed in. */
import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { forgetTypedForms } from '#lib/form-memory.ts';
import { leaveSession } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';

export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(authContract.sessions, { signal })).sessions,
});
export type OwnSession = Awaited<ReturnType<NonNullable<typeof sessionsOptions.queryFn>>>[number];

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(authContract.endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsOptions.queryKey }),
  });
}

/** Here too, so the login follows. */
export function useEndSessions() {
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(authContract.endSessions, {}),
    onSuccess: async () => {
      forgetTypedForms();
      leaveSession();
      toast({ kind: 'success', message: 'You are signed out everywhere.' });
      await router.navigate({ to: '/login' });
    },
  });
}
