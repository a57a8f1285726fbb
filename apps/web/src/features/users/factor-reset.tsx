import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Button, Divider, Group, Text } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { placeErrors, UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { toast } from '#ui/toast.ts';

export interface FactorResetProps {
  user: Member;
  reset: UseMutationResult<unknown, Error, void>;
  /** Why it cannot be reset from here. */
  lockedBecause?: string | undefined;
}

/** For somebody who lost theirs (docs/product.md 13.2). */
export function FactorReset({ user, reset, lockedBecause }: FactorResetProps) {
  const [isAsking, setIsAsking] = useState(false);
  const fact = useRef<HTMLParagraphElement>(null);
  // The button that had the focus is gone.
  useEffect(() => {
    if (reset.isSuccess && !user.has_second_factor) fact.current?.focus({ preventScroll: true });
  }, [reset.isSuccess, user.has_second_factor]);
  const confirm = () =>
    reset.mutate(undefined, {
      onSuccess: () => toast({ kind: 'success', message: `The second factor of ${user.first_name} ${user.last_name} was reset.` }),
      onSettled: () => setIsAsking(false),
    });
  return (
    <>
      <Divider my="lg" label="Second factor" labelPosition="left" />
      <ErrorBanner message={reset.isError ? placeErrors(reset.error, [], UNKNOWN_ERROR).banner : null} />
      <Group gap="sm">
        <Text size="sm" ref={fact} tabIndex={-1}>
          {user.has_second_factor ? 'Signs in with a second factor.' : 'Has no second factor.'}
        </Text>
        {user.has_second_factor && lockedBecause && (
          <Text size="sm" c="dimmed">
            {lockedBecause}
          </Text>
        )}
        {user.has_second_factor && !lockedBecause && (
          <Button size="compact-sm" variant="default" onClick={() => setIsAsking(true)}>
            Reset second factor
          </Button>
        )}
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Reset the second factor of ${user.first_name} ${user.last_name}?`}
        confirmLabel="Reset"
        isDanger
        isBusy={reset.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={confirm}
      >
        <Text>
          From then on the password alone is enough until they set up another. Make sure that it is really they who ask. They are told by
          email.
        </Text>
      </ConfirmDialog>
    </>
  );
}
