import type { RecheckRule } from '@coverlight/contract/batches/recheck.schema.ts';
import { Anchor, Button, Paper, Skeleton, Switch, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { LIST_ERROR, placeErrors } from '#lib/form-errors.ts';
import { Instant } from '#ui/calendar-date.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { toast } from '#ui/toast.ts';
import { BatchNav } from '../batch-nav.tsx';
import { Preview } from './preview.tsx';
import { rulesOptions, useRemoveRule, useStopAll, useSwitchRule } from './rechecks.queries.ts';
import { budgetWords, whenWords, whoWords } from './rule-words.ts';

/** Checks that come again by themselves, with what the next days bring (docs/product.md 2.18). */
export function PlannedPage() {
  const rules = useQuery(rulesOptions);
  return (
    <>
      <PageTitle
        actions={
          <Button component={Link} to="/plans/new" leftSection={<IconPlus size={18} aria-hidden />}>
            Plan checks
          </Button>
        }
      >
        Planned checks
      </PageTitle>
      <BatchNav />
      {rules.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void rules.refetch()} />}
      {rules.isPending && <Skeleton height={240} role="status" aria-label="Loading" />}
      {rules.data && (
        <>
          {rules.data.rules.length > 0 && <StopAll isStopped={rules.data.is_stopped} />}
          <DataTable
            label="Rules"
            columns={columns}
            rows={rules.data.rules}
            rowId={({ id }) => id}
            rowLabel={({ name }) => name}
            empty={
              <EmptyState
                action={
                  <Button component={Link} to="/plans/new">
                    Plan checks
                  </Button>
                }
              >
                Nothing is planned yet. A rule checks patients again by itself
              </EmptyState>
            }
          />
          {rules.data.rules.length > 0 && !rules.data.is_stopped && <Preview />}
        </>
      )}
    </>
  );
}

function failed(error: unknown): void {
  toast({ kind: 'danger', message: placeErrors(error, [], LIST_ERROR).banner ?? LIST_ERROR });
}

function StopAll({ isStopped }: { isStopped: boolean }) {
  const stop = useStopAll();
  return (
    <Paper withBorder p="md" radius="md" mb="md">
      <Switch
        label="Stop everything that is planned"
        description={
          isStopped
            ? 'Nothing planned is asked, whatever the rules say.'
            : 'Nothing new is planned then, and what is under way is paused. The rules stay as they are.'
        }
        checked={stop.isPending ? stop.variables : isStopped}
        onChange={(event) => stop.mutate(event.currentTarget.checked, { onError: failed })}
      />
    </Paper>
  );
}

const columns: readonly Column<RecheckRule>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/plans/${id}`} inherit fw={600}>
        {name}
      </Anchor>
    ),
  },
  { id: 'when', header: 'When', cell: ({ when }) => whenWords(when) },
  { id: 'who', header: 'Who', cell: ({ who }) => whoWords(who) },
  { id: 'budget', header: 'Checks', cell: (rule) => <span className="tabular">{budgetWords(rule)}</span> },
  {
    id: 'run',
    header: 'Last run',
    cell: ({ last_run_at: at }) =>
      at === null ? (
        <Text c="dimmed" size="sm">
          never
        </Text>
      ) : (
        <Instant at={at} />
      ),
  },
  { id: 'on', header: 'On', cell: (rule) => <RuleSwitch rule={rule} /> },
  { id: 'actions', header: 'Actions', cell: (rule) => <RemoveRule rule={rule} /> },
];

function RuleSwitch({ rule }: { rule: RecheckRule }) {
  const change = useSwitchRule(rule.id);
  return (
    <Switch
      aria-label={`${rule.name} is on`}
      checked={change.isPending ? change.variables : rule.is_on}
      onChange={(event) => change.mutate(event.currentTarget.checked, { onError: failed })}
    />
  );
}

function RemoveRule({ rule }: { rule: RecheckRule }) {
  const [isAsking, setIsAsking] = useState(false);
  const remove = useRemoveRule();
  return (
    <>
      <Button size="compact-sm" variant="subtle" c="red.9" aria-label={`Delete ${rule.name}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${rule.name}?`}
        confirmLabel="Delete"
        isDanger
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(rule.id, { onError: failed, onSettled: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        <Text>It plans nothing any more. The lists and checks that came of it stay.</Text>
      </ConfirmDialog>
    </>
  );
}
