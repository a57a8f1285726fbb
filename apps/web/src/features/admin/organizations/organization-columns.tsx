import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '#ui/data-table.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { YesNo } from '../yes-no.tsx';

export const organizationColumns: readonly Column<AdminOrganization>[] = [
  {
    id: 'name',
    header: 'Name',
    sortBy: 'name',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/admin/organizations/${id}`} inherit>
        {name}
      </Anchor>
    ),
  },
  { id: 'is_active', header: 'Status', sortBy: 'is_active', cell: (row) => <OrganizationBadge isActive={row.is_active} /> },
  { id: 'subscription', header: 'Subscription', cell: (row) => <SubscriptionState organization={row} /> },
  {
    id: 'estimates',
    header: 'Estimates',
    cell: (row) => (row.has_override_reimbursement ? 'Override' : <YesNo is={row.has_feature_reimbursement} />),
  },
  { id: 'created_at', header: 'Created', sortBy: 'created_at', cell: (row) => <PacificInstant at={row.created_at} /> },
];

export function OrganizationBadge({ isActive }: { isActive: boolean }) {
  if (isActive) return <StatusBadge tone="success">Active</StatusBadge>;
  return (
    <StatusBadge tone="neutral" icon="ban">
      Deactivated
    </StatusBadge>
  );
}

export function SubscriptionState({ organization }: { organization: AdminOrganization }) {
  if (!organization.has_active_subscription) return <StatusBadge tone="danger">None active</StatusBadge>;
  if (organization.has_cancelled) return <StatusBadge tone="warning">Active, cancelled</StatusBadge>;
  return <StatusBadge tone="success">Active</StatusBadge>;
}
