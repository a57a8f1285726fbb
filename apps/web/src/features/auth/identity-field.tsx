/** Asks whoever changes an email address to be there in person: the password once more, or a passkey (docs/product.md 13.7). */
import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FieldValues } from 'react-hook-form';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { PasswordField } from '#ui/fields.tsx';
import type { Tied } from '#ui/tied-field.ts';
import { toast } from '#ui/toast.ts';
import { identityOptions } from './auth.queries.ts';
import { hasPasskeySupport, takePasskey } from './passkey.ts';
import { secondFactorsOptions } from './second-factors.queries.ts';

type Passkey = NonNullable<Awaited<ReturnType<typeof takePasskey>>>;
type Identity = { current_password?: string; passkey?: Passkey };

interface IdentityGiver {
  /** What proves who asks: a passkey once, else the password; nothing where the address stays. */
  take: (isNeeded: boolean, password: string) => Identity;
  give: (passkey: Passkey) => void;
}

export function useIdentity(): IdentityGiver {
  const passkey = useRef<Passkey | null>(null);
  return {
    take(isNeeded, password) {
      const given = passkey.current;
      passkey.current = null;
      if (!isNeeded) return {};
      if (given) return { passkey: given };
      // Left out, the server says that it is missing.
      return password === '' ? {} : { current_password: password };
    },
    give(given) {
      passkey.current = given;
    },
  };
}

type IdentityFieldProps<Values extends FieldValues> = Pick<Tied<Values>, 'form' | 'name'> & {
  identity: IdentityGiver;
  /** Sends the form, once a passkey stands for the password. */
  submit: () => void;
};

export function IdentityField<Values extends FieldValues>({ form, name, identity, submit }: IdentityFieldProps<Values>) {
  const { data } = useQuery(secondFactorsOptions);
  const hasPasskey = hasPasskeySupport() && data?.second_factors.some(({ kind }) => kind === 'passkey') === true;
  const asked = useMutation({
    mutationFn: async () => {
      const options = await identityOptions();
      return options && (await takePasskey(options));
    },
    onSuccess: (given) => {
      if (!given) return;
      identity.give(given);
      submit();
    },
    onError: () => toast({ kind: 'danger', message: LIST_ERROR }),
  });
  return (
    <Stack gap="xs">
      <PasswordField
        form={form}
        name={name}
        // A passkey may stand for it.
        isRequired={false}
        label="Your current password"
        description="A new email address needs it, so that nobody else can change it from your screen."
        autoComplete="current-password"
      />
      {hasPasskey && (
        <Group>
          <Button variant="default" size="compact-sm" loading={asked.isPending} onClick={() => asked.mutate()}>
            Use a passkey and save
          </Button>
        </Group>
      )}
    </Stack>
  );
}
