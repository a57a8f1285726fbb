import type { SecondFactor } from '@coverlight/contract/auth/second-factor.schema.ts';
import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiFailure } from '#lib/api.ts';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { Dialog } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { NewPasswordFields, PASSWORD_HINT } from './new-password-fields.tsx';
import { removeFactor } from './second-factors.queries.ts';

const NEW_PASSWORD = ['new_password1', 'new_password2'] as const;
const FIELDS = ['password', ...NEW_PASSWORD] as const;

/** Asks for the password and, where the server finds it too short to stand alone, for a longer one (docs/product.md 13.1). */
export function RemoveFactorDialog(props: { factor: SecondFactor; isLast: boolean; onClose: () => void; onRemoved: () => void }) {
  const { factor, isLast, onClose, onRemoved } = props;
  const [needsNew, setNeedsNew] = useState(false);
  const sent = useSentForm({
    defaultValues: { password: '', new_password1: '', new_password2: '' },
    fields: FIELDS,
    fallback: UNKNOWN_ERROR,
    send: async ({ password, new_password1, new_password2 }) => {
      try {
        await removeFactor(factor.id, needsNew ? { password, new_password1, new_password2 } : { password });
      } catch (error) {
        if (error instanceof ApiFailure && NEW_PASSWORD.some((name) => name in error.errors)) setNeedsNew(true);
        throw error;
      }
    },
    done: onRemoved,
  });
  const { form } = sent;
  return (
    <Dialog isOpen title={`Remove ${factor.name}?`} onClose={onClose}>
      <Text mb="md">
        {isLast
          ? 'It is your only second factor: from then on your password alone opens your account, and your recovery codes stop working.'
          : 'You keep your other second factors.'}
      </Text>
      <SentForm
        sent={sent}
        submitLabel="Remove"
        asksBeforeLeaving={false}
        beside={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <PasswordField form={form} name="password" label="Your password" autoComplete="current-password" data-autofocus />
        {needsNew && <NewPasswordFields form={form} hint={PASSWORD_HINT} />}
      </SentForm>
    </Dialog>
  );
}
