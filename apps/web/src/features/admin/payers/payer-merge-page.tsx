import type { MergeablePayer } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { Anchor, Button, Group, List, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { failed } from '../failed-toast.ts';
import { mergePayers, mergeProposalsOptions, useClearinghouses, useRefreshPayers } from './admin-payers.queries.ts';
import { type ChosenPayer, PayerPicker } from './payer-picker.tsx';

type Chosen = Readonly<Record<string, ChosenPayer | null>>;

/** One payer in place of several that each clearinghouse knows by itself (docs/product.md 15.1). */
export function PayerMergePage() {
  const clearinghouses = useClearinghouses();
  const [chosen, setChosen] = useState<Chosen>({});
  const [name, setName] = useState('');
  const takeOver = (next: Chosen, proposed: string) => {
    setChosen(next);
    if (name.trim() === '') setName(proposed);
  };
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Payers', to: '/admin/payers' },
          { label: 'Merge', to: null },
        ]}
      />
      <PageTitle>Merge payers</PageTitle>
      <Stack gap="lg" maw={CARD_WIDTH}>
        <Paper withBorder p="lg" radius="md">
          <MergeForm chosen={chosen} name={name} onName={setName}>
            {clearinghouses.map(({ id, name: label }) => (
              <PayerPicker
                key={id}
                label={`${label} payer`}
                description={`Known to ${label} only`}
                filter={{ only: id }}
                value={chosen[id] ?? null}
                onChange={(payer) => takeOver({ ...chosen, [id]: payer }, payer?.name ?? '')}
              />
            ))}
          </MergeForm>
        </Paper>
        <Proposals
          onChoose={(payers) => {
            const next = Object.fromEntries(payers.flatMap((payer) => payer.known_at.map((id) => [id, payer])));
            setName(payers[0]?.name ?? '');
            setChosen(next);
          }}
        />
      </Stack>
    </>
  );
}

function MergeForm({
  chosen,
  name,
  onName,
  children,
}: {
  chosen: Chosen;
  name: string;
  onName: (name: string) => void;
  children: React.ReactNode;
}) {
  const router = useRouter();
  const refresh = useRefreshPayers();
  const payer_ids = [...new Set(Object.values(chosen).flatMap((payer) => payer?.id ?? []))];
  const isComplete = payer_ids.length > 1 && name.trim() !== '';
  const merge = useMutation({
    mutationFn: mergePayers,
    onSuccess: async ({ payer }) => {
      toast({ kind: 'success', message: 'Payers merged successfully!' });
      await refresh();
      await router.navigate({ href: `/admin/payers/${payer.id}` });
    },
    onError: (error) => failed(error, 'Failed to merge payers'),
  });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete) merge.mutate({ payer_ids, name: name.trim() });
      }}
    >
      <Stack>
        <Text size="sm">
          The merged payer stands in for all of them in drafts, reimbursements, prefixes and groups. Inquiries already made keep their
          payer. A merge can be taken back.
        </Text>
        {children}
        <TextInput
          label="Merged name"
          required
          autoComplete="off"
          maxLength={200}
          value={name}
          onChange={(event) => onName(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" disabled={!isComplete} loading={merge.isPending}>
            Merge
          </Button>
          <Anchor component={Link} to="/admin/payers" size="sm">
            Back to the payers
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}

/** Payers of one name at different clearinghouses: staff see two where there is one company. */
function Proposals({ onChoose }: { onChoose: (payers: readonly MergeablePayer[]) => void }) {
  const { data: proposals = [] } = useQuery(mergeProposalsOptions);
  const clearinghouses = useClearinghouses();
  const nameOf = (id: string) => clearinghouses.find((one) => one.id === id)?.name ?? id;
  if (proposals.length === 0) return null;
  return (
    <Paper withBorder p="lg" radius="md">
      <Title order={2} mb="sm">
        Same name at several clearinghouses
      </Title>
      <List size="sm" spacing="xs" listStyleType="none">
        {proposals.map((payers) => (
          <List.Item key={payers.map(({ id }) => id).join()}>
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm">{payers.map((payer) => `${payer.name} (${payer.known_at.map(nameOf).join(', ')})`).join(' and ')}</Text>
              <Button size="xs" variant="default" aria-label={`Choose ${payers[0]?.name ?? ''}`} onClick={() => onChoose(payers)}>
                Choose
              </Button>
            </Group>
          </List.Item>
        ))}
      </List>
    </Paper>
  );
}
