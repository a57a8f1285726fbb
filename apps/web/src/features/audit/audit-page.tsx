import type { AuditEvent } from '@coverlight/contract/audit/audit.contract.ts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { deviceName } from '#features/auth/device-name.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { createMemoryStore } from '#lib/memory-store.ts';
import { Instant } from '#ui/calendar-date.tsx';
import type { Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PagedTable, type TableView } from '#ui/paged-table.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { auditFilters, auditQuery, isFiltered } from './audit-filters.ts';
import classes from './audit.module.css';
import { actionWords, actorName, KIND_LABELS, objectWords, OUTCOMES } from './audit-words.ts';
import { type AuditListQuery, auditPageOptions, useExportAudit } from './audit.queries.ts';

const PAGE_SIZE = 25;
const view = createMemoryStore<TableView>({ page: 1, sort: '-at' });

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
      <AuditFilterBar onChange={() => view.set({ page: 1 })} />
      <PagedTable
        label="Audit log"
        columns={columns}
        rowId={(event) => event.id}
        rowLabel={(event) => event.action}
        pageSize={PAGE_SIZE}
        view={view}
        query={auditPageOptions({ ...query, page, limit: PAGE_SIZE, sort: sort as AuditListQuery['sort'] })}
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
  { id: 'user', header: 'Who', sortBy: 'user', cell: actorName },
  { id: 'kind', header: 'Action', cell: (event) => KIND_LABELS[event.kind] },
  { id: 'action', header: 'What', sortBy: 'action', cell: (event) => <ActionCell event={event} /> },
  {
    id: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => <StatusBadge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</StatusBadge>,
  },
  { id: 'from', header: 'From', cell: (event) => <Origin event={event} /> },
];

function ActionCell({ event }: { event: AuditEvent }) {
  const object = objectWords(event);
  return (
    <>
      {actionWords(event.action)}
      {object && <span className={classes.detail}>{object}</span>}
      {event.changed_fields.length > 0 && <span className={classes.detail}>{`fields: ${event.changed_fields.join(', ')}`}</span>}
    </>
  );
}

function Origin({ event }: { event: AuditEvent }) {
  if (event.address === null) return null;
  return (
    <>
      {event.address}
      {event.user_agent && <span className={classes.detail}>{deviceName(event.user_agent)}</span>}
    </>
  );
}
