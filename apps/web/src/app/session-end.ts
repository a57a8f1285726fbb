/** What happens when the person at the screen changes: nothing of the last one stays, and a refused session leads to the login. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '#lib/query-client.ts';
import { currentUser, onSessionEnded, onUserChanged } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';

const SESSION_EXPIRED = 'Session expired. Please log in again.';

onUserChanged(() => queryClient.clear());

/** Leads to the login, from where the wanted page is one step away. */
export function useSessionEnd(): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionEnded(() => {
        toast({ kind: 'warning', message: SESSION_EXPIRED, durationMs: 5000, id: 'session-expired' });
        const next = router.latestLocation.href;
        if (currentUser() === null) void router.navigate({ to: '/login', search: { next }, ignoreBlocker: true });
      }),
    [router],
  );
}
