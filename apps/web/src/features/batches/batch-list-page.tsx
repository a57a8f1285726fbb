import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { Instant, instantText } from '#ui/calendar-date.tsx';
import { type Column, DataTable, Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { BatchNav } from './batch-nav.tsx';
import { BATCH_LOOKS, progressWords, SOURCE_WORDS } from './batch-words.ts';
import { batchListOptions } from './batches.queries.ts';
import { isMoving, useLiveBatches } from './use-live-batch.ts';

const PAGE_SIZE = 15;
const listView = createMemoryStore({ page: 1 });

const titleOf = (batch: Batch): string => batch.rule?.name ?? `List of ${instantText(batch.created_at)}`;

const columns: readonly Column<Batch>[] = [
  {
    id: 'list',
    header: 'List',
    cell: (batch) => (
      <>
        <Anchor component={Link} to={`/batches/${batch.id}`} inherit fw={600}>
          {titleOf(batch)}
        </Anchor>
        <Text size="xs" c="dimmed">
          {SOURCE_WORDS[batch.source]}
        </Text>
      </>
    ),
  },
  { id: 'provider', header: 'Provider', cell: (batch) => batch.provider.name },
  { id: 'user', header: 'User', cell: (batch) => batch.user.name },
  { id: 'date', header: 'Date', cell: (batch) => <Instant at={batch.started_at ?? batch.created_at} /> },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => (
      <StatusBadge tone={BATCH_LOOKS[state].tone} icon={BATCH_LOOKS[state].icon}>
        {BATCH_LOOKS[state].word}
      </StatusBadge>
    ),
  },
  { id: 'progress', header: 'Progress', cell: (batch) => <span className="tabular">{progressWords(batch)}</span> },
];

/** All lists that were brought in, with where each stands (docs/product.md 2.18). */
export function BatchListPage() {
  const { page } = listView.use();
  const query = { page, limit: PAGE_SIZE };
  const list = useQuery({ ...batchListOptions(query), placeholderData: keepPreviousData });
  useLiveBatches(query, list.data?.rows.some(isMoving) ?? false);
  return (
    <>
      <PageTitle
        actions={
          <Button component={Link} to="/batches/new" leftSection={<IconPlus size={18} aria-hidden />}>
            Check several
          </Button>
        }
      >
        Several checks
      </PageTitle>
      <BatchNav />
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      {!(list.isError && !list.data) && (
        <DataTable
          label="Lists"
          columns={columns}
          rows={list.data?.rows}
          rowId={(batch) => batch.id}
          rowLabel={titleOf}
          isStale={list.isPlaceholderData}
          empty={
            <EmptyState
              action={
                <Button component={Link} to="/batches/new">
                  Check several
                </Button>
              }
            >
              No lists yet. Paste one, or bring in a CSV or XLSX
            </EmptyState>
          }
        />
      )}
      {(list.data?.total ?? 0) > PAGE_SIZE && (
        <Pager page={page} pageSize={PAGE_SIZE} total={list.data?.total ?? 0} onPage={(next) => listView.set({ page: next })} />
      )}
    </>
  );
}
