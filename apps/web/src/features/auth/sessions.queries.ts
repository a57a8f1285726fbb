/** Calls about where one is signed in. */
import { api } from '@coverlight/contract/api.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { forgetTypedForms } from '#lib/form-memory.ts';
import { setCurrentUser } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';

export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await call(api.auth.sessions, { signal })).sessions,
});
export type OwnSession = Awaited<ReturnType<NonNullable<typeof sessionsOptions.queryFn>>>[number];

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(api.auth.endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsOptions.queryKey }),
  });
}

/** Here too, so the login follows. */
export function useEndSessions() {
  const router = useRouter();
  return useMutation({
    mutationFn: () => call(api.auth.endSessions, {}),
    onSuccess: async () => {
      forgetTypedForms();
      setCurrentUser(null);
      toast({ kind: 'success', message: 'You are signed out everywhere.' });
      await router.navigate({ to: '/login' });
    },
  });
}
