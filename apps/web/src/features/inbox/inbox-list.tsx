import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { usersOptions } from '#features/users/users.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { useSingleKeys } from '#lib/use-single-keys.ts';
import { Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { InboxRow } from './inbox-row.tsx';
import { type InboxFilters, inboxFilters, inboxQuery, isFiltered, NO_FILTERS, PAGE_SIZE } from './inbox-filters.ts';
import classes from './inbox.module.css';
import { inboxListOptions } from './inbox.queries.ts';
import { patientOf } from './inbox-words.ts';
import { useInboxActions } from './use-inbox-actions.ts';

// Opened now and then.
const SnoozeDialog = lazy(async () => ({ default: (await import('./snooze-dialog.tsx')).SnoozeDialog }));

/** The items, one of which is current: keys act on it. */
export function InboxList({ userId }: { userId: string }) {
  const filters = inboxFilters.use();
  const list = useQuery(inboxListOptions(inboxQuery(filters, userId)));
  const users = useQuery(usersOptions);
  const people = (users.data ?? []).map((one) => ({ value: one.id, label: `${one.first_name} ${one.last_name}` }));
  const [currentId, setCurrentId] = useState<string | null>(null);
  const [snoozed, setSnoozed] = useState<InboxItem | null>(null);
  const place = useRef<HTMLUListElement>(null);
  const actions = useInboxActions();
  const items = (list.data?.items ?? []).filter(({ id }) => !actions.leaving.has(id));
  const current = items.find(({ id }) => id === currentId) ?? null;

  const focusItem = (item: InboxItem | undefined) => {
    setCurrentId(item?.id ?? null);
    const row = item && place.current?.querySelector<HTMLElement>(`[data-item="${item.id}"]`);
    (row?.querySelector<HTMLElement>('a[href]') ?? row)?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  };
  /** The one that takes its place, which gets the keys. */
  const leave = (item: InboxItem, act: () => void) => {
    const at = items.findIndex(({ id }) => id === item.id);
    focusItem(items[at + 1] ?? items[at - 1]);
    act();
  };
  const done = (item: InboxItem) => leave(item, () => actions.done(item));
  const step = (by: 1 | -1) => {
    const at = items.findIndex(({ id }) => id === currentId);
    focusItem(items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))]);
  };
  // Enter is the link's own.
  useSingleKeys(userId, {
    j: () => step(1),
    k: () => step(-1),
    x: () => current && current.state !== 'done' && done(current),
    s: () => current && current.state !== 'done' && setSnoozed(current),
  });
  useLastPage(list.isPlaceholderData ? undefined : list.data?.total);

  if (list.isError && !list.data) return <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton height={320} role="status" aria-label="Loading" />;
  return (
    <>
      {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
      {items.length === 0 && !list.isPlaceholderData ? (
        <Empty filters={filters} />
      ) : (
        <ul ref={place} className={classes.items} aria-label="What changed" aria-busy={list.isPlaceholderData}>
          {items.map((item) => (
            <InboxRow
              key={item.id}
              item={item}
              people={people}
              isCurrent={item.id === currentId}
              onCurrent={() => setCurrentId(item.id)}
              onDone={() => done(item)}
              onNotUseful={() => leave(item, () => actions.notUseful(item))}
              onSnooze={() => setSnoozed(item)}
              onReopen={() => leave(item, () => actions.reopen(item))}
              onAssign={(assigneeId) => actions.assign(item, assigneeId)}
            />
          ))}
        </ul>
      )}
      <Pager page={filters.page} pageSize={PAGE_SIZE} total={list.data.total} onPage={(page) => inboxFilters.set({ page })} />
      {snoozed && (
        <Suspense>
          <SnoozeDialog
            patient={patientOf(snoozed)}
            onClose={() => setSnoozed(null)}
            onSnooze={(until) => {
              setSnoozed(null);
              leave(snoozed, () => actions.snooze(snoozed, until));
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** A page beyond the end, after the last of it were done, leads back. */
function useLastPage(total: number | undefined): void {
  useEffect(() => {
    if (total === undefined) return;
    const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
    if (inboxFilters.get().page > last) inboxFilters.set({ page: last });
  }, [total]);
}

function Empty({ filters }: { filters: InboxFilters }) {
  if (isFiltered(filters)) {
    return (
      <EmptyState action={<Button onClick={() => inboxFilters.set(NO_FILTERS)}>Clear filters</Button>}>
        Nothing matches; clear filters
      </EmptyState>
    );
  }
  return (
    <EmptyState>
      Nothing to look at. When a new answer says something else than the one before, such as that a plan has ended, it comes here. What goes
      on as usual does not.
    </EmptyState>
  );
}
