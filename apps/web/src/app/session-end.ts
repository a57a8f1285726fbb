/** What happens when the person at the screen changes: nothing of the last one stays, and a refused session leads to the login. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { forgetTypedForms } from '#lib/form-memory.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentUser, onSessionEnded, onUserChanged, type SessionEnd } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';
import { OPEN_TO_EVERYBODY } from './guards.ts';

const WORDS: Record<SessionEnd, string> = {
  refused: 'Session expired. Please log in again.',
  left: 'You were signed out in another tab.',
};

onUserChanged(() => queryClient.clear());

/**
 * Leads to the login, from where the wanted page is one step away. A page that is open to everybody stays: its own work may have ended
 * the session, and what it says of that must be read.
 */
export function useSessionEnd(): void {
  const router = useRouter();
  useEffect(
    () =>
      onSessionEnded((end) => {
        if (end === 'left') forgetTypedForms();
        toast({ kind: 'warning', message: WORDS[end], durationMs: 5000, id: 'session-expired' });
        const isOpen = router.state.matches.some(({ routeId }) => routeId === `/${OPEN_TO_EVERYBODY}`);
        const next = router.latestLocation.href;
        if (currentUser() === null && !isOpen) void router.navigate({ to: '/login', search: { next }, ignoreBlocker: true });
      }),
    [router],
  );
}
