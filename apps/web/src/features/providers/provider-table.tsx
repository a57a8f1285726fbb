import type { Provider } from '@coverlight/contract/providers/provider.schema.ts';
import { formatTaxId } from '@coverlight/domain/providers/tax-id.ts';
import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { createMemoryStore } from '#lib/memory-store.ts';
import type { Column } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedTable, type TableView } from '#ui/paged-table.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { type ProviderListQuery, providerPageOptions } from './providers.queries.ts';

const PAGE_SIZE = 10;
const view = createMemoryStore<TableView>({ page: 1, sort: 'name' });

const columns: readonly Column<Provider>[] = [
  { id: 'name', header: 'Name', sortBy: 'name', cell: (provider) => provider.name },
  { id: 'npi', header: 'NPI', sortBy: 'npi', cell: (provider) => <span className="tabular">{provider.npi}</span> },
  { id: 'tax_id', header: 'Tax ID', cell: (provider) => <span className="tabular">{formatTaxId(provider.tax_id)}</span> },
  {
    id: 'is_active',
    header: 'Status',
    sortBy: 'is_active',
    cell: (provider) =>
      provider.is_active ? (
        <StatusBadge tone="success">Active</StatusBadge>
      ) : (
        <StatusBadge tone="neutral" icon="ban">
          Inactive
        </StatusBadge>
      ),
  },
  {
    id: 'actions',
    header: 'Actions',
    isHeaderHidden: true,
    cell: (provider) => (
      <Anchor component={Link} inherit to={`/organization/providers/${provider.id}/update`} aria-label={`Edit ${provider.name}`}>
        Edit
      </Anchor>
    ),
  },
];

export function ProviderTable() {
  const { page, sort } = view.use();
  return (
    <PagedTable
      label="Providers"
      columns={columns}
      rowId={(provider) => provider.id}
      rowLabel={(provider) => provider.name}
      pageSize={PAGE_SIZE}
      view={view}
      query={providerPageOptions({ page, limit: PAGE_SIZE, sort: sort as ProviderListQuery['sort'] })}
      empty={
        <EmptyState
          action={
            <Button component={Link} to="/organization/providers/new">
              Add a provider
            </Button>
          }
        >
          No providers yet. Add one
        </EmptyState>
      }
    />
  );
}
