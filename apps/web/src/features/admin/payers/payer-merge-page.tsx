import { Anchor, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { CARD_WIDTH } from '#ui/theme.ts';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { failed } from '../failed-toast.ts';
import { mergePayers, useRefreshPayers } from './admin-payers.queries.ts';
import { type ChosenPayer, PayerPicker } from './payer-picker.tsx';

/** One payer in place of two that each clearinghouse knows by itself (docs/product.md 15.1). */
export function PayerMergePage() {
  const router = useRouter();
  const refresh = useRefreshPayers();
  const [availity, setAvaility] = useState<ChosenPayer | null>(null);
  const [pverify, setPverify] = useState<ChosenPayer | null>(null);
  const [name, setName] = useState('');
  const isComplete = availity !== null && pverify !== null && name.trim() !== '';
  const merge = useMutation({
    mutationFn: mergePayers,
    onSuccess: async ({ payer }) => {
      toast({ kind: 'success', message: 'Payers merged successfully!' });
      await refresh();
      await router.navigate({ href: `/admin/payers/${payer.id}` });
    },
    onError: (error) => failed(error, 'Failed to merge payers'),
  });
  const submit = () => {
    if (availity === null || pverify === null || name.trim() === '') return;
    merge.mutate({ availity_payer_id: availity.id, pverify_payer_id: pverify.id, name: name.trim() });
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
      <Paper withBorder p="lg" radius="md" maw={CARD_WIDTH}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <Stack>
            <Text size="sm">
              The merged payer stands in for both in drafts, reimbursements, prefixes and groups. Inquiries already made keep their payer. A
              merge can be taken back.
            </Text>
            <PayerPicker
              label="Availity payer"
              description="Known to Availity only"
              filter={{ only: 'availity' }}
              value={availity}
              onChange={(payer) => {
                setAvaility(payer);
                if (payer && name.trim() === '') setName(payer.name);
              }}
            />
            <PayerPicker
              label="pVerify payer"
              description="Known to pVerify only"
              filter={{ only: 'pverify' }}
              value={pverify}
              onChange={setPverify}
            />
            <TextInput
              label="Merged name"
              required
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
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
      </Paper>
    </>
  );
}
