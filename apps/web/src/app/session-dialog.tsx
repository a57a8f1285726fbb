import { api } from '@coverlight/contract/api.ts';
import type { SessionUser } from '@coverlight/contract/users/user.schema.ts';
import { Button, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '#lib/api.ts';
import { sessionEndsAt, setCurrentUser, useCurrentUser } from '#lib/session.ts';
import { Dialog } from '#ui/dialog.tsx';

/** How long before the end the question stands (docs/product.md 4.2). */
const WARN_BEFORE_MS = 2 * 60 * 1000;
const LOOK_EVERY_MS = 1000;

/** Asks 'Stay signed in?' two minutes before the session ends, and finds out what is left of it once the time is over. */
export function SessionDialog() {
  const user = useCurrentUser();
  return user && <SessionWatch key={user.session.ends_at} user={user} />;
}

/** A 401 announces the session's end by itself; any other failure is tried again with the next look. */
async function refresh(options: { background: boolean }): Promise<void> {
  const reply = await call(api.auth.refresh, options).catch(() => null);
  if (reply) setCurrentUser(reply.user);
}

function SessionWatch({ user }: { user: SessionUser }) {
  const [left, setLeft] = useState<{ ms: number; isFinal: boolean } | null>(null);
  const [isDismissed, setIsDismissed] = useState(false);
  useEffect(() => {
    let isAsking = false;
    const timer = setInterval(() => {
      const ms = (sessionEndsAt() ?? 0) - Date.now();
      const isFinal = Date.parse(user.session.ends_at) - Date.now() <= WARN_BEFORE_MS;
      setLeft(ms > WARN_BEFORE_MS ? null : { ms, isFinal });
      if (ms > 0 || isAsking) return;
      isAsking = true;
      void refresh({ background: true }).finally(() => {
        isAsking = false;
      });
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [user.session.ends_at]);

  if (!left || (left.isFinal && isDismissed)) return null;
  const stay = () => {
    setIsDismissed(left.isFinal);
    void refresh({ background: false });
  };
  return (
    <Dialog isOpen title="Stay signed in?" onClose={stay}>
      <Text>
        {left.isFinal
          ? 'For safety a session ends after some hours, also while it is used. Please save what you are doing; you can sign in again at once.'
          : 'Nothing was done for a while. For safety you will be signed out soon.'}
      </Text>
      <Text mt="xs" className="tabular">
        {`Time left: ${minutesAndSeconds(left.ms)}`}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button data-autofocus onClick={stay}>
          {left.isFinal ? 'Continue until then' : 'Stay signed in'}
        </Button>
      </Group>
    </Dialog>
  );
}

function minutesAndSeconds(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
