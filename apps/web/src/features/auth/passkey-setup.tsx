import { Button } from '@mantine/core';
import { useState } from 'react';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { TextField } from '#ui/fields.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { deviceName } from './device-name.ts';
import { makePasskey } from './passkey.ts';
import { createPasskey, type Enrolled, passkeyOptions } from './second-factors.queries.ts';

const NOT_MADE = 'The passkey was not made. Please try again.';

/** The browser asks for the rest. */
export function PasskeySetup({ onEnrolled, onCancel }: { onEnrolled: (enrolled: Enrolled) => void; onCancel: () => void }) {
  const [isStopped, setIsStopped] = useState(false);
  const sent = useSentForm({
    defaultValues: { name: deviceName(navigator.userAgent) },
    fields: ['name'],
    fallback: UNKNOWN_ERROR,
    send: async ({ name }) => {
      setIsStopped(false);
      const credential = await makePasskey(await passkeyOptions());
      return credential && (await createPasskey({ name, credential }));
    },
    done: (enrolled) => (enrolled ? onEnrolled(enrolled) : setIsStopped(true)),
  });
  return (
    <>
      <ErrorBanner message={isStopped ? NOT_MADE : null} />
      <SentForm
        sent={sent}
        submitLabel="Make the passkey"
        asksBeforeLeaving={false}
        beside={
          <Button variant="subtle" onClick={onCancel}>
            Cancel
          </Button>
        }
      >
        <TextField
          form={sent.form}
          name="name"
          label="Name of the passkey"
          description="So that you recognize it in your list."
          maxLength={50}
          autoComplete="off"
        />
      </SentForm>
    </>
  );
}
