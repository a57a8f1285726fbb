import { Button, CopyButton, Group, Paper, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { TextField } from '#ui/fields.tsx';
import { NpiField, PhoneField, TaxIdField } from '#ui/number-fields.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { TwoColumns } from '#ui/two-columns.tsx';
import { createRegisterInfo } from '../accounts.queries.ts';

const START = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  organization_name: '',
  provider_name: '',
  provider_npi: '',
  provider_tax_id: '',
};
const FIELDS = Object.keys(START) as ReadonlyArray<keyof typeof START>;

/** Saves what a practice's registration is to be prefilled with, and shows the link that does it (docs/product.md 13.8). */
export function RegisterPopulatePage() {
  const [url, setUrl] = useState<string | null>(null);
  if (url !== null) return <PopulateUrl url={url} onAnother={() => setUrl(null)} />;
  return (
    <>
      <PageTitle takesFocus={false}>Register Populate</PageTitle>
      <PopulateForm onDone={setUrl} />
    </>
  );
}

function PopulateForm({ onDone }: { onDone: (url: string) => void }) {
  const sent = useSentForm({
    defaultValues: START,
    fields: FIELDS,
    fallback: UNKNOWN_ERROR,
    send: createRegisterInfo,
    done: ({ register_url }) => {
      toast({ kind: 'success', message: 'Register population was added successfully.' });
      onDone(register_url);
    },
  });
  const { form } = sent;
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <Text size="sm" c="dimmed" mb="md">
        What you leave empty the practice fills in itself.
      </Text>
      <SentForm sent={sent} submitLabel="Create link">
        <TwoColumns>
          <TextField form={form} name="first_name" label="First name" isRequired={false} autoComplete="off" />
          <TextField form={form} name="last_name" label="Last name" isRequired={false} autoComplete="off" />
          <TextField form={form} name="email" label="Email" type="email" isRequired={false} autoComplete="off" />
          <PhoneField form={form} name="phone" isRequired={false} autoComplete="off" />
        </TwoColumns>
        <TextField form={form} name="organization_name" label="Organization name" isRequired={false} autoComplete="off" />
        <TextField form={form} name="provider_name" label="Facility name" isRequired={false} autoComplete="off" />
        <TwoColumns>
          <NpiField form={form} name="provider_npi" isRequired={false} />
          <TaxIdField form={form} name="provider_tax_id" isRequired={false} />
        </TwoColumns>
      </SentForm>
    </Paper>
  );
}

function PopulateUrl({ url, onAnother }: { url: string; onAnother: () => void }) {
  return (
    <>
      <PageTitle>Register Populate Url</PageTitle>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <TextInput
          label="Link"
          description="It works once, for 90 days."
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group mt="md">
          <CopyButton value={url}>
            {({ copied, copy }) => (
              <Button onClick={copy} aria-live="polite">
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onAnother}>
            Create another
          </Button>
        </Group>
      </Paper>
    </>
  );
}
