import { Anchor, Paper } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { UNKNOWN_ERROR } from '#lib/form-errors.ts';
import { useSentForm } from '#lib/use-sent-form.ts';
import { TextField } from '#ui/fields.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { createPayer, useRefreshPayers } from './admin-payers.queries.ts';

const FIELDS = ['name', 'code', 'is_blue', 'is_group'] as const;
const START = { name: '', code: '', is_blue: false, is_group: false };

export function PayerNewPage() {
  const router = useRouter();
  const refresh = useRefreshPayers();
  const sent = useSentForm({
    defaultValues: START,
    fields: FIELDS,
    fallback: UNKNOWN_ERROR,
    send: ({ code, ...values }) => createPayer({ ...values, ...(code !== '' && { code }) }),
    done: async ({ payer }) => {
      await refresh();
      toast({ kind: 'success', message: `${payer.name} was created.` });
      await router.navigate({ href: `/admin/payers/${payer.id}` });
    },
  });
  const { form } = sent;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Payers', to: '/admin/payers' },
          { label: 'New', to: null },
        ]}
      />
      <PageTitle takesFocus={false}>Create payer</PageTitle>
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <SentForm
          sent={sent}
          submitLabel="Create payer"
          beside={
            <Anchor component={Link} to="/admin/payers" size="sm">
              Back to the payers
            </Anchor>
          }
        >
          <TextField form={form} name="name" label="Name" autoComplete="off" />
          <TextField
            form={form}
            name="code"
            label="Code"
            description="Availity's; groups need none"
            isRequired={false}
            autoComplete="off"
          />
          <SwitchField form={form} name="is_blue" label="Blue" description="A Blue Cross Blue Shield plan" />
          <SwitchField form={form} name="is_group" label="Group" description="Stands for several payers" />
        </SentForm>
      </Paper>
    </>
  );
}
