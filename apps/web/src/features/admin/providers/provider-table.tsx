import type { AdminProvider } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { Column } from '#ui/data-table.tsx';
import { taxIdMask } from '#ui/digit-mask.ts';
import { accountKeys, listProviders, type OfOrganization, updateProvider, useRefreshAccounts } from '../accounts.queries.ts';
import { AdminList, type ListPage, type ListQuery, type ListView } from '../admin-list.tsx';
import { RowSwitch } from '../row-switch.tsx';
import { YesNo } from '../yes-no.tsx';

/** Why no override can be set while the server knows no provider of the platform (docs/product.md 11.3). */
export const NO_PLATFORM_PROVIDER =
  "Overrides cannot be used: the platform's own provider is not set (PLATFORM_PROVIDER_NAME, PLATFORM_PROVIDER_NPI, PLATFORM_PROVIDER_TAX_ID).";

type ProviderRow = AdminProvider & { hasPlatformProvider: boolean };

export const providerColumns: readonly Column<ProviderRow>[] = [
  { id: 'name', header: 'Name', sortBy: 'name', cell: ({ name }) => name },
  { id: 'npi', header: 'NPI', cell: ({ npi }) => <span className="tabular">{npi}</span> },
  { id: 'tax_id', header: 'Tax ID', cell: (row) => <span className="tabular">{taxIdMask.format(row.tax_id)}</span> },
  {
    id: 'organization',
    header: 'Organization',
    sortBy: 'organization',
    cell: ({ organization }) => (
      <Anchor component={Link} to={`/admin/organizations/${organization.id}`} inherit>
        {organization.name}
      </Anchor>
    ),
  },
  { id: 'is_active', header: 'Active', cell: (row) => <YesNo is={row.is_active} yes="Active" no="Deactivated" /> },
  { id: 'is_override', header: 'Override', cell: (row) => <OverrideSwitch row={row} /> },
];
const ownColumns = providerColumns.filter(({ id }) => id !== 'organization');

async function fetchRows(query: ListQuery & OfOrganization, signal: AbortSignal): Promise<ListPage<ProviderRow>> {
  const { rows, total, hasPlatformProvider } = await listProviders(query, signal);
  return { rows: rows.map((row) => ({ ...row, hasPlatformProvider })), total };
}

export function ProviderTable(props: { of: OfOrganization; view: ListView; onView: (next: Partial<ListView>) => void }) {
  const { of, view, onView } = props;
  const isOfAll = of.organization_id === undefined;
  return (
    <AdminList
      label="Providers"
      columns={isOfAll ? providerColumns : ownColumns}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      empty="No providers yet."
      view={view}
      onView={onView}
      queryKey={[...accountKeys.providers, of]}
      fetchPage={(query, signal) => fetchRows({ ...query, ...of }, signal)}
      {...(isOfAll ? { Note: PlatformNote } : {})}
      {...(isOfAll ? { search: 'Search by name or organization' } : {})}
    />
  );
}

function PlatformNote({ rows: [first] }: { rows: readonly ProviderRow[] }) {
  if (first?.hasPlatformProvider !== false) return null;
  return (
    <Alert color="gray" icon={<IconInfoCircle aria-hidden />} mb="sm">
      {NO_PLATFORM_PROVIDER}
    </Alert>
  );
}

function OverrideSwitch({ row }: { row: ProviderRow }) {
  const refresh = useRefreshAccounts();
  const save = async (isOn: boolean) => {
    await updateProvider(row.id, isOn);
    await refresh('providers');
  };
  return (
    <RowSwitch
      name={`Override ${row.name}`}
      isOn={row.is_override}
      disabledBecause={row.hasPlatformProvider ? undefined : NO_PLATFORM_PROVIDER}
      save={save}
    />
  );
}
