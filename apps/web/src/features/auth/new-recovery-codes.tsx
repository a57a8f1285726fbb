import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { PasswordField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { makeRecoveryCodes } from './second-factors.queries.ts';

/** For the password; the codes made before are dead then. */
export function NewRecoveryCodes({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const sent = useSentForm({
    defaultValues: { password: '' },
    fields: ['password'],
    fallback: UNKNOWN_ERROR,
    send: ({ password }) => makeRecoveryCodes(password),
    done: setCodes,
  });
  if (codes) return <RecoveryCodes codes={codes} onSeen={onDone} />;
  return (
    <>
      <Text mb="md">You get ten new codes. Those that you have now stop working.</Text>
      <SentForm
        sent={sent}
        submitLabel="Make new codes"
        asksBeforeLeaving={false}
        beside={
          <Button variant="subtle" onClick={onDone}>
            Cancel
          </Button>
        }
      >
        <PasswordField form={sent.form} name="password" label="Your password" autoComplete="current-password" maw={360} />
      </SentForm>
    </>
  );
}
