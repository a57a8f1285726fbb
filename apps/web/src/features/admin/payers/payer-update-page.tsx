import type { AdminPayer } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { TextField } from '#ui/fields.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { FormLoading, LoadFailure } from '#ui/form-states.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { SentForm } from '#ui/sent-form.tsx';
import { TwoColumns } from '#ui/two-columns.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { payerOptions } from './admin-payers.queries.ts';
import { type ChosenPayer, PayerPicker } from './payer-picker.tsx';
import { PayerSourcesFields } from './payer-sources-fields.tsx';
import { orderOf } from './payer-values.ts';
import { isSameSchema } from './schema-edit.ts';
import { SchemaEditor } from './schema-editor.tsx';
import { usePayerForm } from './use-payer-form.ts';

export function PayerUpdatePage() {
  const { id = '' } = useParams({ strict: false });
  // Nothing may change below a form that is being filled in.
  const { data: payer, error, refetch } = useQuery({ ...payerOptions(id), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 });
  if (error && !payer) return <LoadFailure error={error} />;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Payers', to: '/admin/payers' },
          { label: payer?.name ?? 'Payer', to: `/admin/payers/${id}` },
          { label: 'Update', to: null },
        ]}
      />
      <PageTitle takesFocus={false}>Update payer</PageTitle>
      {payer ? <PayerForm key={payer.id} read={payer} onReload={async () => (await refetch()).data} /> : <FormLoading />}
    </>
  );
}

/** `read`: as it was when the form was opened; what a sync brings meanwhile waits until the newest is asked for. */
function PayerForm({ read, onReload }: { read: AdminPayer; onReload: () => Promise<AdminPayer | undefined> }) {
  const [payer, setPayer] = useState(read);
  const [group, setGroup] = useState<ChosenPayer | null>(payer.payer_group);
  const [schema, setSchema] = useState<PayerSchema>({ fields: payer.schema.fields, combos: payer.schema.combos });
  const [order, setOrder] = useState(() => orderOf(payer));
  const { sent, isOutdated, takeOver } = usePayerForm(payer, { group, schema, order });
  const { form } = sent;
  // What was changed here stays; all else becomes what somebody else made of it.
  const loadNewest = async () => {
    const newest = await onReload();
    if (newest === undefined) return;
    if ((group?.id ?? null) === payer.payer_group_id) setGroup(newest.payer_group);
    if (isSameSchema(schema, payer.schema)) setSchema({ fields: newest.schema.fields, combos: newest.schema.combos });
    if (order.join() === orderOf(payer).join()) setOrder(orderOf(newest));
    takeOver(newest);
    setPayer(newest);
  };
  return (
    <SentForm
      sent={sent}
      submitLabel="Save"
      beside={
        <>
          {isOutdated && (
            <Button variant="default" onClick={() => void loadNewest()}>
              Load the newest
            </Button>
          )}
          <Anchor component={Link} to={`/admin/payers/${payer.id}`} size="sm">
            Back to the payer
          </Anchor>
        </>
      }
    >
      <Paper withBorder p="lg" radius="md">
        <Stack>
          <TwoColumns>
            <TextField form={form} name="name" label="Name" autoComplete="off" />
            <TextField form={form} name="name_internal" label="Internal name" isRequired={false} autoComplete="off" />
            {!payer.is_group && <PayerPicker label="Payer group" filter={{ is_group: true }} value={group} onChange={setGroup} />}
          </TwoColumns>
          <SwitchField form={form} name="is_blue" label="Blue" />
          <SwitchField form={form} name="is_group" label="Group" />
          <SwitchField form={form} name="split_service_type" label="One request per service type" />
        </Stack>
      </Paper>
      {!payer.is_group && (
        <Paper withBorder p="lg" radius="md">
          <Title order={2} mb="sm">
            Clearinghouses
          </Title>
          <PayerSourcesFields payer={payer} form={form} order={order} onOrder={setOrder} />
        </Paper>
      )}
      <Paper withBorder p="lg" radius="md">
        <Title order={2} mb="sm">
          Schema
        </Title>
        {payer.is_group ? (
          <Text size="sm">A group asks for what all its members know. Edit theirs.</Text>
        ) : (
          <SchemaEditor schema={schema} suggestedCombos={payer.suggested_combos} onChange={setSchema} />
        )}
      </Paper>
    </SentForm>
  );
}
