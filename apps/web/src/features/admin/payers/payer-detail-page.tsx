import type { AdminPayer, PayerSource } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { PayerField } from '@coverlight/contract/payers/payer.schema.ts';
import { Alert, Anchor, Button, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useRouter } from '@tanstack/react-router';
import { isSignedOut } from '#lib/form-errors.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { AdminSection } from '../admin-section.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { Facts } from '../facts.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { YesNo } from '../yes-no.tsx';
import { payerOptions } from './admin-payers.queries.ts';
import { isMerged, isOn } from './payer-switches.ts';
import { comboKey, comboWords } from './schema-edit.ts';
import { SplitButton } from './split-button.tsx';

const EDITED = new Map([
  ['admin', 'edited here'],
  ['default', 'the usual one, since the payer gave none'],
]);

const sourceColumns: readonly Column<PayerSource>[] = [
  { id: 'clearinghouse', header: 'Clearinghouse', cell: (source) => source.clearinghouse_name },
  { id: 'code', header: 'Code', cell: (source) => source.code && <code>{source.code}</code> },
  { id: 'is_available', header: 'Available', cell: (source) => <YesNo is={source.is_available} /> },
  { id: 'is_on', header: 'Asked', cell: (source) => <YesNo is={isOn(source)} /> },
  { id: 'is_electronic', header: 'Electronic', cell: (source) => <YesNo is={source.is_electronic} /> },
  // What was typed here goes first; what it stands for is seen beside it.
  {
    id: 'name',
    header: 'Its name',
    cell: (source) => [source.typed_name, source.name].filter((name) => name !== null).join(', listed as '),
  },
  { id: 'listed', header: 'Last listed', cell: (source) => <PacificInstant at={source.last_listed_at} never="Not seen in a list" /> },
];

const fieldColumns: readonly Column<PayerField>[] = [
  { id: 'name', header: 'Field', cell: (field) => <code>{field.name}</code> },
  { id: 'label', header: 'Label', cell: (field) => field.label },
  { id: 'allowed', header: 'Allowed', cell: (field) => <YesNo is={field.allowed} /> },
  { id: 'required', header: 'Required', cell: (field) => <YesNo is={field.required} /> },
  { id: 'pattern', header: 'Pattern', cell: (field) => field.pattern && <code>{field.pattern}</code> },
  { id: 'maxLength', header: 'Max length', cell: (field) => field.maxLength ?? '' },
  { id: 'min', header: 'Earliest date', cell: (field) => field.min ?? '' },
  { id: 'options', header: 'Options', cell: (field) => (field.options.length > 0 ? field.options.length : '') },
];

export function PayerDetailPage() {
  const { id = '' } = useParams({ strict: false });
  const { data: payer, error } = useQuery(payerOptions(id));
  // A refused session leads to the login, which must not be overtaken.
  if (error && !payer) return isSignedOut(error) ? null : <Navigate to="/404" replace />;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Payers', to: '/admin/payers' },
          { label: payer?.name ?? 'Payer', to: null },
        ]}
      />
      <PageTitle {...(payer ? { actions: <Actions payer={payer} /> } : {})}>{payer?.name ?? 'Payer'}</PageTitle>
      {payer ? (
        <PayerParts payer={payer} />
      ) : (
        <Stack aria-busy="true" role="status" aria-label="Loading">
          <Skeleton height={160} />
          <Skeleton height={240} />
        </Stack>
      )}
    </>
  );
}

function Actions({ payer }: { payer: AdminPayer }) {
  const router = useRouter();
  if (payer.deleted_at !== null || payer.parent_id !== null) return null;
  return (
    <Group gap="xs">
      {isMerged(payer) && <SplitButton payer={payer} onSplit={() => router.navigate({ to: '/admin/payers' })} />}
      <Button component={Link} to={`/admin/payers/${payer.id}/update`} size="xs">
        Edit
      </Button>
    </Group>
  );
}

/** Of a payer that no list shows: that it is so, and why (docs/product.md 15.2). */
function WhereItIsNow({ payer }: { payer: AdminPayer }) {
  if (payer.deleted_at !== null)
    return (
      <Alert color="yellow" title="This payer was removed">
        Removed <PacificInstant at={payer.deleted_at} />. No list shows it, and past inquiries keep its name. It comes back when a
        clearinghouse lists it again, or when a payer with one of its codes is created.
      </Alert>
    );
  if (payer.parent_id === null) return null;
  return (
    <Alert color="blue" title="This payer is part of a merged one">
      It is asked and edited as <PayerLink payer={{ id: payer.parent_id, name: 'the payer it was merged into' }} />.
    </Alert>
  );
}

function PayerParts({ payer }: { payer: AdminPayer }) {
  return (
    <Stack gap="lg">
      <WhereItIsNow payer={payer} />
      <AdminSection title="Payer">
        <Facts
          facts={[
            ['Name', payer.name],
            ['Internal name', payer.name_internal],
            ['Blue', <YesNo key="blue" is={payer.is_blue} />],
            ['Group', <YesNo key="group" is={payer.is_group} />],
            ['One request per service type', <YesNo key="split" is={payer.split_service_type} />],
            ['Member of', payer.payer_group && <PayerLink key="of" payer={payer.payer_group} />],
            ['Created', <PacificInstant key="created" at={payer.created_at} />],
            ['Updated', <PacificInstant key="updated" at={payer.updated_at} />],
            ['Id', payer.id],
          ]}
        />
      </AdminSection>
      {!payer.is_group && (
        <AdminSection title="Clearinghouses">
          <DataTable
            label="Clearinghouses, in the order in which they are asked"
            columns={sourceColumns}
            rows={payer.sources}
            rowId={(source) => source.clearinghouse}
            rowLabel={(source) => source.clearinghouse_name}
            empty={<EmptyState>No clearinghouse is configured.</EmptyState>}
          />
        </AdminSection>
      )}
      {payer.children.length > 0 && (
        <AdminSection title={payer.is_group ? 'Members' : 'Merged from'}>
          <List size="sm">
            {payer.children.map((child) => (
              <List.Item key={child.id}>
                <PayerLink payer={child} />
              </List.Item>
            ))}
          </List>
        </AdminSection>
      )}
      <AdminSection title="Schema">
        <Text size="sm" c="dimmed" mb="sm">{`From: ${EDITED.get(payer.schema.source) ?? "the payer's own configuration"}`}</Text>
        <Title order={3} mb="xs">
          Combos
        </Title>
        {payer.schema.combos.length === 0 && <Text size="sm">None.</Text>}
        <List size="sm" mb="md">
          {payer.schema.combos.map((combo) => (
            <List.Item key={comboKey(combo)}>{comboWords(combo)}</List.Item>
          ))}
        </List>
        <Title order={3} mb="xs">
          Fields
        </Title>
        <DataTable
          label="Fields of the schema"
          columns={fieldColumns}
          rows={payer.schema.fields}
          rowId={(field) => field.name}
          rowLabel={(field) => field.name}
          empty={<EmptyState>No fields yet.</EmptyState>}
        />
      </AdminSection>
    </Stack>
  );
}

function PayerLink({ payer }: { payer: { id: string; name: string } }) {
  return (
    <Anchor component={Link} to={`/admin/payers/${payer.id}`} inherit>
      {payer.name}
    </Anchor>
  );
}
