import type { NetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_ERROR, placeErrors } from '#lib/form-errors.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { useSingleMutation } from '#lib/use-single-mutation.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { toast } from '#ui/toast.ts';
import { networkRulesOptions, removeRule, useRefreshRules } from './network-rules.queries.ts';
import { ATTENTION_WORDS, conditionWords, periodWords, SOURCE_LABELS, VERDICT_LOOKS } from './rule-words.ts';

const columns: readonly Column<NetworkRule>[] = [
  { id: 'order', header: 'Rule', cell: ({ order }) => <span className="tabular">{order}</span> },
  { id: 'when', header: 'Applies to', cell: (rule) => <Condition rule={rule} /> },
  {
    id: 'verdict',
    header: 'Says',
    cell: ({ verdict }) => <StatusBadge tone={VERDICT_LOOKS[verdict].tone}>{VERDICT_LOOKS[verdict].label}</StatusBadge>,
  },
  { id: 'source', header: 'Known from', cell: (rule) => <Source rule={rule} /> },
  {
    id: 'last',
    header: 'Last decided',
    cell: ({ last_fit_at: at }) => (at === null ? 'never' : <Instant at={at} />),
  },
];
const actions: Column<NetworkRule> = {
  id: 'actions',
  header: 'Actions',
  isHeaderHidden: true,
  cell: (rule) => <RuleActions rule={rule} />,
};

function Condition({ rule }: { rule: NetworkRule }) {
  return (
    <>
      {conditionWords(rule)}
      {rule.note !== null && rule.note !== '' && (
        <Text size="xs" c="dimmed">
          {rule.note}
        </Text>
      )}
    </>
  );
}

function Source({ rule }: { rule: NetworkRule }) {
  const period = periodWords(rule);
  return (
    <Stack gap={2} align="flex-start">
      <span>{period === '' ? SOURCE_LABELS[rule.source] : `${SOURCE_LABELS[rule.source]}, ${period}`}</span>
      {rule.attention !== null && <StatusBadge tone="warning">{ATTENTION_WORDS[rule.attention]}</StatusBadge>}
    </Stack>
  );
}

/** By what the practice knows whether it is in a plan's network: the first rule that fits decides, else it is to be asked (product.md 20.5). */
export function NetworkRuleListPage() {
  const user = useCurrentUser();
  const { data, isError, refetch } = useQuery(networkRulesOptions);
  const mayWrite = isManager(user);
  const ending = data?.filter(({ attention }) => attention !== null).length ?? 0;
  return (
    <>
      <PageTitle actions={mayWrite && <PageActions />}>Network rules</PageTitle>
      <Text mb="md">
        The first rule that fits an answer decides; where none fits, the network is to be asked. A rule is your practice’s word, never the
        payer’s, and is quoted wherever it decides.{!mayWrite && ' Managers write them.'}
      </Text>
      {ending > 0 && (
        <Text mb="md" role="status" fw={600}>
          {ending === 1
            ? '1 rule needs a look: it ends soon, has ended or fitted nothing for a year.'
            : `${ending} rules need a look: they end soon, have ended or fitted nothing for a year.`}
        </Text>
      )}
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {!(isError && !data) && (
        <DataTable
          label="Network rules"
          columns={mayWrite ? [...columns, actions] : columns}
          rows={data}
          rowId={({ id }) => id}
          rowLabel={({ order }) => `rule ${order}`}
          empty={
            <EmptyState
              action={
                mayWrite && (
                  <Button component={Link} to="/network-rules/new">
                    Add a rule
                  </Button>
                )
              }
            >
              {mayWrite ? 'No rules yet. Add one' : 'No rules yet. A manager can add them.'}
            </EmptyState>
          }
        />
      )}
    </>
  );
}

function PageActions() {
  return (
    <Group gap="xs">
      <Button component={Link} to="/network-rules/upload" variant="default">
        Import CSV
      </Button>
      <Button component={Link} to="/network-rules/new" leftSection={<IconPlus size={18} aria-hidden />}>
        Add a rule
      </Button>
    </Group>
  );
}

function RuleActions({ rule }: { rule: NetworkRule }) {
  const [isAsking, setIsAsking] = useState(false);
  const refresh = useRefreshRules();
  const remove = useSingleMutation({
    mutationFn: () => removeRule(rule.id),
    onSuccess: async () => {
      setIsAsking(false);
      toast({ kind: 'success', message: `Rule ${rule.order} was deleted.` });
      await refresh();
    },
    onError: (error) => toast({ kind: 'danger', message: placeErrors(error, [], LIST_ERROR).banner ?? LIST_ERROR }),
  });
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor
        inherit
        renderRoot={(props) => <Link to="/network-rules/$id/update" params={{ id: rule.id }} {...props} />}
        aria-label={`Edit rule ${rule.order}`}
      >
        Edit
      </Anchor>
      <Button size="compact-sm" variant="subtle" aria-label={`Delete rule ${rule.order}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete rule ${rule.order}?`}
        confirmLabel="Delete"
        isDanger
        isBusy={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate()}
      >
        <Text>{`“${conditionWords(rule)}: ${VERDICT_LOOKS[rule.verdict].label}” decides nothing any more. Answers that it decided fall to the next rule that fits. This cannot be undone.`}</Text>
      </ConfirmDialog>
    </Group>
  );
}
