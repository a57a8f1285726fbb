import type { AdminSubscription } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { statusTone, statusWords } from '#features/billing/subscription-status.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import type { Column } from '#ui/data-table.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { currentSubscriptionOptions, listSubscriptions } from '../accounts.queries.ts';
import { AdminList, useListView } from '../admin-list.tsx';
import { Facts } from '../facts.tsx';
import { PacificInstant } from '../pacific-instant.tsx';
import { YesNo } from '../yes-no.tsx';

/** The one that runs, else the last that ran. */
export function CurrentSubscription({ organizationId }: { organizationId: string }) {
  const { data: subscription, isError, refetch } = useQuery(currentSubscriptionOptions(organizationId));
  if (isError && subscription === undefined) return <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />;
  if (subscription === undefined) return <Skeleton height={60} aria-busy="true" role="status" aria-label="Loading" />;
  if (subscription === null) return <Text size="sm">There is no subscription yet.</Text>;
  return (
    <Facts
      facts={[
        ['Plan', subscription.plan_name],
        ['Status', <SubscriptionBadge key="status" subscription={subscription} />],
        ['Gives access', <YesNo key="access" is={subscription.is_active} />],
        ['Period ends', <PacificInstant key="end" at={subscription.current_period_ends_at} never="not stated" />],
        ['Cancelled', <YesNo key="cancelled" is={subscription.has_cancelled} />],
        ['Estimates add-on', subscription.has_feature_reimbursement ? 'On' : 'Off'],
        ["Payment provider's id", subscription.remote_id],
      ]}
    />
  );
}

const columns: readonly Column<AdminSubscription>[] = [
  { id: 'plan', header: 'Plan', cell: (row) => row.plan_name },
  { id: 'status', header: 'Status', sortBy: 'status', cell: (row) => <SubscriptionBadge subscription={row} /> },
  {
    id: 'current_period_ends_at',
    header: 'Period ends',
    sortBy: 'current_period_ends_at',
    cell: (row) => <PacificInstant at={row.current_period_ends_at} never="not stated" />,
  },
  { id: 'estimates', header: 'Estimates', cell: (row) => <YesNo is={row.has_feature_reimbursement} /> },
  { id: 'remote_id', header: "Payment provider's id", cell: (row) => row.remote_id ?? '' },
  { id: 'created_at', header: 'Created', sortBy: 'created_at', cell: (row) => <PacificInstant at={row.created_at} /> },
];

export function SubscriptionTable({ organizationId }: { organizationId: string }) {
  const [view, onView] = useListView('-created_at');
  return (
    <AdminList
      label="Subscriptions"
      columns={columns}
      rowId={(row) => row.id}
      rowLabel={(row) => row.plan_name}
      empty="No subscriptions yet."
      view={view}
      onView={onView}
      queryKey={['admin', 'subscriptions', organizationId]}
      fetchPage={(query, signal) => listSubscriptions({ ...query, organization_id: organizationId }, signal)}
    />
  );
}

function SubscriptionBadge({ subscription }: { subscription: AdminSubscription }) {
  return <StatusBadge tone={statusTone(subscription.status)}>{statusWords(subscription.status)}</StatusBadge>;
}
