import type { Provider } from '@coverlight/contract/providers/provider.schema.ts';
import { Anchor, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { ProviderFields } from './provider-fields.tsx';
import { providerOptions, updateProvider, useRefreshProviders } from './providers.queries.ts';

export function ProviderUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  const { data: provider, error } = useQuery(providerOptions(id));
  if (error) return <LoadFailure error={error} />;
  return (
    <>
      <PageTitle takesFocus={false}>Update provider</PageTitle>
      {provider ? <ProviderForm provider={provider} /> : <FormLoading />}
    </>
  );
}

function ProviderForm({ provider }: { provider: Provider }) {
  const router = useRouter();
  const refresh = useRefreshProviders();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, npi, tax_id, is_active } = provider;
  const sent = useSentForm({
    defaultValues: { name, npi, tax_id, is_active },
    fields: ['name', 'npi', 'tax_id', 'is_active'],
    fallback: UNKNOWN_ERROR,
    send: (changed) => updateProvider(id, changed),
    done: async (saved) => {
      await refresh();
      toast({ kind: 'success', message: `${saved.name} was updated.` });
      await router.navigate({ to: '/organization/settings' });
    },
  });
  const submit: typeof sent.submit = (event) => {
    event?.preventDefault();
    if (provider.is_active && !sent.form.getValues('is_active')) setIsAsking(true);
    else sent.submit();
  };
  return (
    <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
      <SentForm
        sent={{ ...sent, submit }}
        submitLabel="Save"
        beside={
          <Anchor component={Link} to="/organization/settings" size="sm">
            Back to the organization
          </Anchor>
        }
      >
        <ProviderFields form={sent.form} />
        <SwitchField form={sent.form} name="is_active" label="Active" description="Inquiries can be sent for active providers only." />
      </SentForm>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Deactivate ${provider.name}?`}
        confirmLabel="Deactivate"
        isDanger
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          sent.submit();
        }}
      >
        <Text>Nobody can send inquiries for it until it is active again. Earlier inquiries stay.</Text>
      </ConfirmDialog>
    </Paper>
  );
}
