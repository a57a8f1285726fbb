import type { InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { patientInWords } from '@coverlight/domain/inquiries/patient-identity.ts';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentType, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { Checklist } from '#features/onboarding/checklist.tsx';
import { onboardingOptions } from '#features/onboarding/onboarding.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { DataTable, Pager } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { AttentionLine } from './attention-line.tsx';
import { BulkHideBar } from './bulk-hide-bar.tsx';
import { attentionOptions, inquiryListOptions } from './inquiries.queries.ts';
import { InquiryFilters } from './inquiry-filters.tsx';
import { inquiryColumns } from './inquiry-table.tsx';
import { clearListFilters, isFiltered, listFilters, listQuery, PAGE_SIZE, searchTerm } from './list-filters.ts';
import { stepThroughRows } from './row-actions.ts';
import { useFinishNotices } from './use-finish-notices.ts';
import { useLiveInquiries } from './use-live-inquiries.ts';

const isAwaited = (query: { isLoading: boolean; failureCount: number }) => query.isLoading && query.failureCount === 0;

/**
 * True once everything has answered or failed, and then for good: what comes late would push the list down under the pointer. The page is
 * then built in small pieces, so that it hears keys meanwhile.
 */
function useIsReady(...queries: Parameters<typeof isAwaited>[0][]): boolean {
  const [isKnown, setKnown] = useState(false);
  if (!isKnown && !queries.some(isAwaited)) setKnown(true);
  return useDeferredValue(isKnown, false);
}

/** `Found` stands above what a search found: where persons are known, this feature knows none. */
export function InquiryListPage({ Found }: { Found: ComponentType<{ rows: readonly InquiryRow[] | undefined }> }) {
  const user = useCurrentUser();
  const kept = listFilters.use();
  // Whoever was a manager a moment ago may not ask for removed rows any more.
  const filters = isManager(user) || !kept.showHidden ? kept : { ...kept, showHidden: false };
  const query = listQuery(filters);
  const list = useQuery(inquiryListOptions(query));
  const attention = useQuery(attentionOptions);
  const onboarding = useQuery({ ...onboardingOptions, enabled: isManager(user) });
  const isReady = useIsReady(list, attention, onboarding);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // Other filters leave the chosen rows behind: what is not seen must not be removed.
  const [filterKey, setFilterKey] = useState(kept);
  if (filterKey !== kept) {
    setFilterKey(kept);
    setChosen(new Set());
  }

  useLiveInquiries(query, list.isPlaceholderData ? undefined : list.data);
  useFinishNotices(list.data?.rows, attention.data?.rows);
  useLastPage(list.isPlaceholderData ? undefined : list.data?.total);

  return (
    <>
      <PageTitle
        actions={
          <Group gap="sm">
            <Button component={Link} to="/batches/new" variant="default">
              Several
            </Button>
            <Button component={Link} to="/inquiries/new" leftSection={<IconPlus size={18} aria-hidden />}>
              Create New Inquiry
            </Button>
          </Group>
        }
      >
        Inquiries
      </PageTitle>
      {isReady ? (
        <>
          {isManager(user) && <Checklist />}
          <AttentionLine />
          <div role="presentation" onKeyDown={stepThroughRows}>
            <InquiryFilters key={filters.resets} />
            {list.isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void list.refetch()} />}
            {searchTerm(filters.searchField, filters.searchText) !== undefined && !list.isPlaceholderData && (
              <Suspense>
                <Found rows={list.data?.rows} />
              </Suspense>
            )}
            {isManager(user) && <BulkHideBar chosen={chosen} areHidden={filters.showHidden} onDone={() => setChosen(new Set())} />}
            {!(list.isError && !list.data) && (
              <DataTable
                label="Inquiries"
                columns={inquiryColumns}
                rows={list.data?.rows}
                rowId={(row) => row.id}
                rowLabel={(row) => `the inquiry for ${patientInWords(row)}`}
                isStale={list.isPlaceholderData}
                sort={filters.sort}
                onSort={(sort) => listFilters.set({ sort: sort === 'created_at' ? 'created_at' : '-created_at', page: 1 })}
                {...(isManager(user) ? { selection: { ids: chosen, onChange: setChosen } } : {})}
                empty={<EmptyList isFilteredAway={isFiltered(filters)} />}
              />
            )}
          </div>
          <Pager page={filters.page} pageSize={PAGE_SIZE} total={list.data?.total ?? 0} onPage={(page) => listFilters.set({ page })} />
        </>
      ) : (
        <Skeleton height={480} role="status" aria-label="Loading" />
      )}
    </>
  );
}

/** A page beyond the end, after rows were removed, leads back to the last one. */
function useLastPage(total: number | undefined): void {
  useEffect(() => {
    if (total === undefined) return;
    const last = Math.max(1, Math.ceil(total / PAGE_SIZE));
    if (listFilters.get().page > last) listFilters.set({ page: last });
  }, [total]);
}

function EmptyList({ isFilteredAway }: { isFilteredAway: boolean }) {
  if (isFilteredAway) {
    return <EmptyState action={<Button onClick={clearListFilters}>Clear filters</Button>}>Nothing matches; clear filters</EmptyState>;
  }
  return (
    <EmptyState
      action={
        <Button component={Link} to="/inquiries/new">
          Create New Inquiry
        </Button>
      }
    >
      No inquiries yet. Create one
    </EmptyState>
  );
}
