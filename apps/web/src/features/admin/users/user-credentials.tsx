import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Button, Divider, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast.ts';
import { resetSecondFactor, sendPasswordReset } from '../accounts.queries.ts';
import { failed } from '../failed-toast.ts';

/** For people who cannot sign in any more (docs/product.md 13.2, 13.5). */
export function UserCredentials({ user }: { user: Member }) {
  const name = `${user.first_name} ${user.last_name}`;
  const [isAsking, setIsAsking] = useState(false);
  const password = useSingleMutation({
    mutationFn: () => sendPasswordReset(user.id),
    onSuccess: () => toast({ kind: 'success', message: `A password reset email was sent to ${user.email ?? name}.` }),
    onError: (error) => failed(error),
  });
  const factor = useSingleMutation({
    mutationFn: () => resetSecondFactor(user.id),
    onSuccess: () => toast({ kind: 'success', message: `The second factor of ${name} was reset.` }),
    onError: (error) => failed(error),
    onSettled: () => setIsAsking(false),
  });
  const passwordButton = useKeptFocus<HTMLButtonElement>(password.isPending);
  return (
    <>
      <Divider my="lg" label="Signing in" labelPosition="left" />
      <Group gap="sm">
        <Button ref={passwordButton} variant="default" loading={password.isPending} onClick={() => password.mutate()}>
          Send password reset
        </Button>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Reset second factor
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Reset the second factor of ${name}?`}
        confirmLabel="Reset"
        isDanger
        isBusy={factor.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => factor.mutate()}
      >
        <Text>
          From then on the password alone is enough until they set up another. Make sure that it is really they who ask. They are told by
          email.
        </Text>
      </ConfirmDialog>
    </>
  );
}
