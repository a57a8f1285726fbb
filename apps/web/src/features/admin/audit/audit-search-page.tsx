import type { AdminAuditEvent } from '@coverlight/contract/admin/admin-audit.contract.ts';
import { Anchor, Button, Group } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { auditColumns } from '#features/audit/audit-columns.tsx';
import { AuditFilterBar } from '#features/audit/audit-filter-bar.tsx';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { useAddress } from '../use-address.ts';
import type { Column } from '#ui/data-table.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { AdminList, type ListView } from '../admin-list.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { ReasonGate } from '../inquiries/reason-gate.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { SearchedSelect } from '../searched-select.tsx';
import {
  adminAuditAddress,
  type AdminAuditView,
  adminAuditQuery,
  adminAuditView,
  isNarrowed,
  sharedFilters,
} from './admin-audit-filters.ts';
import { AUDIT_KEY, listEvents, organizationChoices, personChoices, useExportEvents } from './admin-audit.queries.ts';

const SCOPE = 'audit';
const onView = (next: Partial<ListView>) => adminAuditView.set(next);
/** Every change starts again at the first page. */
const onFilter = (next: Partial<AdminAuditView>) => adminAuditView.set({ page: 1, ...next });

const columns: readonly Column<AdminAuditEvent>[] = [
  { id: 'at', header: 'When', sortBy: 'at', cell: (event) => <PacificInstant at={event.at} /> },
  {
    id: 'organization',
    header: 'Organization',
    cell: ({ organization }) => (
      <Anchor component={Link} to={`/admin/organizations/${organization.id}`} inherit>
        {organization.name}
      </Anchor>
    ),
  },
  auditColumns.who,
  auditColumns.kind,
  auditColumns.what,
  auditColumns.outcome,
  auditColumns.from,
  { id: 'reason', header: 'Reason', cell: (event) => event.reason ?? '' },
];

/** Who did what in any organization (docs/product.md 12.4). */
export function AuditSearchPage() {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Organizations', to: '/admin/organizations' },
          { label: 'Audit log', to: null },
        ]}
      />
      <PageTitle>Audit log of all organizations</PageTitle>
      <ReasonGate scope={SCOPE} what="what was done in all organizations">
        {(reason) => <AuditSearch reason={reason} />}
      </ReasonGate>
    </>
  );
}

function AuditSearch({ reason }: { reason: string }) {
  const view = useAddress('/admin/audit', adminAuditView, adminAuditAddress);
  // One moment for the whole visit: a period that moved with each look would never be the same question.
  const [now] = useState(() => new Date());
  const query = adminAuditQuery(view, now);
  const exported = useExportEvents(reason);
  return (
    <>
      <ErrorBanner message={exported.isError ? LIST_ERROR : null} />
      <AuditFilterBar filters={sharedFilters(view)} onChange={onFilter}>
        <SearchedSelect
          {...organizationChoices}
          label="Organization"
          everything="All organizations"
          value={view.organization}
          onChange={(organization) => onFilter({ organization })}
        />
        <SearchedSelect
          {...personChoices}
          label="User"
          everything="All users"
          value={view.person}
          onChange={(person) => onFilter({ person })}
        />
      </AuditFilterBar>
      <Group mb="md">
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={exported.isPending}
          onClick={() => exported.mutate(query)}
        >
          Export CSV
        </Button>
      </Group>
      <AdminList
        label="Audit log"
        columns={columns}
        rowId={(event) => event.id}
        rowLabel={(event) => event.action}
        empty="Nothing was recorded in this period."
        view={view}
        onView={onView}
        queryKey={[...AUDIT_KEY, query]}
        fetchPage={(page, signal) => listEvents({ ...query, ...page }, reason, signal)}
        isFiltered={isNarrowed(view)}
        onClear={adminAuditView.reset}
      />
    </>
  );
}
