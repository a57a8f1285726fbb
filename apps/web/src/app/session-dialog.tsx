import { Button, Group, Text } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { api } from '@coverlight/contract/api.ts';
import { call } from '#lib/api.ts';
import { sessionEndsAt, setCurrentUser, useCurrentUser } from '#lib/session.ts';
import { Dialog } from '#ui/dialog.tsx';

/** How long before the end the question stands (docs/product.md 4.2). */
const WARN_BEFORE_MS = 2 * 60 * 1000;
const LOOK_EVERY_MS = 1000;

/** Asks 'Stay signed in?' two minutes before the session ends, and finds out what is left of it once the time is over. */
export function SessionDialog() {
  const user = useCurrentUser();
  const [leftMs, setLeftMs] = useState<number | null>(null);
  const refresh = useCallback(async (background: boolean) => {
    const reply = await call(api.auth.refresh, { background }).catch(() => null);
    if (reply) setCurrentUser(reply.user);
  }, []);

  useEffect(() => {
    if (!user) {
      setLeftMs(null);
      return;
    }
    let isAsking = false;
    const timer = setInterval(() => {
      const left = (sessionEndsAt() ?? 0) - Date.now();
      setLeftMs(left > WARN_BEFORE_MS ? null : left);
      if (left > 0 || isAsking) return;
      // A 401 announces the end; anything else is asked again with the next look.
      isAsking = true;
      void refresh(true).finally(() => {
        isAsking = false;
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [user, refresh]);

  if (!user || leftMs === null) return null;
  const endsForGood = Date.parse(user.session.ends_at) - Date.now() <= WARN_BEFORE_MS;
  return (
    <Dialog isOpen title="Stay signed in?" onClose={() => void refresh(false)}>
      <Text>
        {endsForGood
          ? 'For safety a session ends after some hours, also while it is used. Please finish or save what you are doing; you can sign in again at once.'
          : 'Nothing was done for a while. For safety you will be signed out soon.'}
      </Text>
      <Text mt="xs" className="tabular" aria-live="off">
        {`Time left: ${timeLeft(leftMs)}`}
      </Text>
      {!endsForGood && (
        <Group justify="flex-end" mt="lg">
          <Button data-autofocus onClick={() => void refresh(false)}>
            Stay signed in
          </Button>
        </Group>
      )}
    </Dialog>
  );
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
