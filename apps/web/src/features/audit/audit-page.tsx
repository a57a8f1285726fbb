import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import { Anchor, Button, Select, Switch, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usersOptions } from '#features/users/users.queries.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { Instant } from '#ui/calendar-date.tsx';
import type { Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PagedTable, type TableView } from '#ui/paged-table.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { auditColumns } from './audit-columns.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { auditFilters, auditQuery, isFiltered, type OwnAuditFilters } from './audit-filters.ts';
import { type AuditListQuery, auditPageOptions, useExportAudit } from './audit.queries.ts';

const PAGE_SIZE = 25;
const view = createMemoryStore<TableView>({ page: 1, sort: '-at' });

/** Every change starts again at the first page. */
const changeFilters = (next: Partial<OwnAuditFilters>) => {
  auditFilters.set(next);
  view.set({ page: 1 });
};

/** Who did what in the organization, for its managers (docs/product.md 12.4). */
export function AuditPage() {
  const filters = auditFilters.use();
  const { page, sort } = view.use();
  // One moment for the whole visit: a period that moved with each look would never be the same question.
  const [now] = useState(() => new Date());
  const query = auditQuery(filters, now);
  const exported = useExportAudit();
  return (
    <>
      <PageTitle
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={exported.isPending}
            onClick={() => exported.mutate(query)}
          >
            Export CSV
          </Button>
        }
      >
        Audit log
      </PageTitle>
      <Text mb="md">
        Every sign-in, and every view, sending, print and change of your organization's data.{' '}
        <Anchor component={Link} to="/organization/settings" inherit>
          Back to the organization
        </Anchor>
      </Text>
      <ErrorBanner message={exported.isError ? LIST_ERROR : null} />
      <AuditFilterBar filters={filters} onChange={changeFilters}>
        <MemberChoice value={filters.userId} onChoice={(userId) => changeFilters({ userId })} />
      </AuditFilterBar>
      <Switch
        mb="md"
        label="Show refreshes of open lists"
        checked={filters.hasRefreshes}
        onChange={(event) => changeFilters({ hasRefreshes: event.currentTarget.checked })}
      />
      <PagedTable
        label="Audit log"
        columns={columns}
        rowId={(event) => event.id}
        rowLabel={(event) => event.action}
        pageSize={PAGE_SIZE}
        view={view}
        query={auditPageOptions({ ...query, page, limit: PAGE_SIZE, sort: sort as AuditListQuery['sort'], folded: !filters.hasRefreshes })}
        empty={
          isFiltered(filters) ? (
            <EmptyState action={<Button onClick={auditFilters.reset}>Clear filters</Button>}>Nothing matches; clear filters</EmptyState>
          ) : (
            <EmptyState>Nothing was recorded in this period.</EmptyState>
          )
        }
      />
    </>
  );
}

const columns: readonly Column<AuditEvent>[] = [
  { id: 'at', header: 'When', sortBy: 'at', cell: (event) => <Instant at={event.at} /> },
  auditColumns.who,
  auditColumns.kind,
  { ...auditColumns.what, sortBy: 'action' },
  auditColumns.outcome,
  auditColumns.from,
];

function MemberChoice({ value, onChoice }: { value: string; onChoice: (userId: string) => void }) {
  const users = useQuery(usersOptions);
  return (
    <Select
      label="User"
      data={[
        { value: '', label: 'All Users' },
        ...(users.data ?? []).map((user) => ({ value: user.id, label: `${user.first_name} ${user.last_name}` })),
      ]}
      value={value}
      allowDeselect={false}
      searchable
      w={220}
      onChange={(userId) => onChoice(userId ?? '')}
    />
  );
}
