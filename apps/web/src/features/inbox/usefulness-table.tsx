import type { inboxContract } from '@coverlight/contract/inbox/inbox.contract.ts';
import { changeTitle } from '@coverlight/domain/changes/change-codes.ts';
import type { ReplyOf } from '@coverlight/contract/endpoint.ts';
import { Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { type Column, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { usefulnessOptions } from './inbox.queries.ts';

type Row = ReplyOf<typeof inboxContract.usefulness>['usefulness'][number];

/** Whole percent; of none closed there is none. */
const shareText = ({ closed, not_useful: not }: Row): string => (closed === 0 ? 'none closed' : `${Math.round((not / closed) * 100)} %`);

const columns: readonly Column<Row>[] = [
  { id: 'code', header: 'Change', cell: ({ code }) => changeTitle(code) },
  { id: 'closed', header: 'Closed', cell: ({ closed }) => closed.toLocaleString('en-US') },
  { id: 'not', header: 'Not useful', cell: ({ not_useful: not }) => not.toLocaleString('en-US') },
  { id: 'share', header: 'Share', cell: shareText },
];

/** What to mute: how the items that were closed were judged. */
export function UsefulnessTable() {
  const { data, isError, refetch } = useQuery(usefulnessOptions);
  const rows = data && data.toSorted((a, b) => b.not_useful / (b.closed || 1) - a.not_useful / (a.closed || 1));
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} radius="md" component="section" aria-labelledby="usefulness">
      <Title order={2} id="usefulness" mb="xs">
        How useful it was
      </Title>
      <Text size="sm" mb="sm">
        Of what was closed in the last 90 days, how often somebody said that it was not useful.
      </Text>
      {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
      {!(isError && !data) && (
        <DataTable
          label="How useful it was"
          columns={columns}
          rows={rows}
          rowId={({ code }) => code}
          rowLabel={({ code }) => changeTitle(code)}
          empty={<EmptyState>Nothing was closed in the last 90 days.</EmptyState>}
        />
      )}
    </Paper>
  );
}
