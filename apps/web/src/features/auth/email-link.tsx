import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { currentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { AuthCard } from './auth-card.tsx';
import { refreshCurrentUser } from './auth.queries.ts';

export interface EmailLinkProps {
  title: string;
  question: string;
  /** A verb. */
  action: string;
  act: () => Promise<unknown>;
  done: ReactNode;
}

/** A button does what the mailed link is for: mail scanners open links, but press no buttons (docs/product.md 13.7). */
export function EmailLink({ title, question, action, act, done }: EmailLinkProps) {
  const pressed = useMutation({
    mutationFn: act,
    onSuccess: async () => {
      if (currentUser()) await refreshCurrentUser();
    },
  });
  const outcome = useRef<HTMLDivElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (pressed.isSuccess) outcome.current?.focus();
  }, [pressed.isSuccess]);
  return (
    <AuthCard title={title} takesFocus>
      {pressed.isSuccess ? (
        <Stack role="status" ref={outcome} tabIndex={-1}>
          {done}
        </Stack>
      ) : (
        <>
          <ErrorBanner message={pressed.isError ? placeErrors(pressed.error, [], TRY_LATER).banner : null} />
          <Text mb="md">{question}</Text>
          <Button loading={pressed.isPending} onClick={() => pressed.mutate()}>
            {action}
          </Button>
        </>
      )}
    </AuthCard>
  );
}
