import { Anchor, Paper } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { ProviderFields } from './provider-fields.tsx';
import { createProvider, useRefreshProviders } from './providers.queries.ts';

export function ProviderCreatePage() {
  const router = useRouter();
  const refresh = useRefreshProviders();
  const sent = useSentForm({
    defaultValues: { name: '', npi: '', tax_id: '' },
    fields: ['name', 'npi', 'tax_id'],
    fallback: UNKNOWN_ERROR,
    send: createProvider,
    done: async (provider) => {
      await refresh();
      toast({ kind: 'success', message: `${provider.name} was added.` });
      await router.navigate({ to: '/organization/settings' });
    },
  });
  return (
    <>
      <PageTitle takesFocus={false}>Add a provider</PageTitle>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <SentForm
          sent={sent}
          submitLabel="Add"
          beside={
            <Anchor component={Link} to="/organization/settings" size="sm">
              Back to the organization
            </Anchor>
          }
        >
          <ProviderFields form={sent.form} />
        </SentForm>
      </Paper>
    </>
  );
}
