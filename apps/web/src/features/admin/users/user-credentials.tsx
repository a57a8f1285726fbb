import type { Member } from '@coverlight/contract/users/user.schema.ts';
import { Button, Divider } from '@mantine/core';
import { FactorReset } from '#features/users/factor-reset.tsx';
import { useKeptFocus } from '#lib/use-kept-focus.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { toast } from '#ui/toast.ts';
import { sendPasswordReset, useResetSecondFactor } from '../accounts.queries.ts';
import { failed } from '../failed-toast.ts';

/** For people who cannot sign in any more (docs/product.md 13.2, 13.5). */
export function UserCredentials({ user }: { user: Member }) {
  const password = useSingleMutation({
    mutationFn: () => sendPasswordReset(user.id),
    onSuccess: () =>
      toast({ kind: 'success', message: `A password reset email was sent to ${user.email ?? `${user.first_name} ${user.last_name}`}.` }),
    onError: (error) => failed(error),
  });
  const button = useKeptFocus<HTMLButtonElement>(password.isPending);
  const reset = useResetSecondFactor(user.id);
  return (
    <>
      <Divider my="lg" label="Password" labelPosition="left" />
      <Button ref={button} variant="default" size="compact-sm" loading={password.isPending} onClick={() => password.mutate()}>
        Send password reset
      </Button>
      <FactorReset user={user} reset={reset} />
    </>
  );
}
