import type { AdminOrganization } from '@coverlight/contract/admin/admin-accounts.contract.ts';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useCurrentUser } from '#lib/session.ts';
import { PageTitle } from '#ui/page-title.tsx';
import { organizationOptions } from '../accounts.queries.ts';
import { useListView } from '../admin-list.tsx';
import { AdminSection } from '../admin-section.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { InviteTable } from '../invites/invite-table.tsx';
import { ProviderTable } from '../providers/provider-table.tsx';
import { UserTable } from '../users/user-table.tsx';
import { ActivityButton } from './activity-button.tsx';
import { OrganizationFailure } from './organization-failure.tsx';
import { OrganizationInquiries } from './organization-inquiries.tsx';
import { OrganizationOverview } from './organization-overview.tsx';
import { CurrentSubscription, SubscriptionTable } from './organization-subscriptions.tsx';
import { ProviderOverride } from './provider-override.tsx';
import { whyNoInvites } from './why-no-invites.ts';

/** Everything about one organization (docs/product.md 2.14). */
export function OrganizationDetailPage() {
  const { id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(organizationOptions(id));
  const ownOrganizationId = useCurrentUser()?.organization.id;
  if (error && !data) return <OrganizationFailure error={error} onRetry={() => void refetch()} />;
  // The platform's own organization cannot be deactivated (docs/product.md 6.1).
  const isOwn = data?.organization.id === ownOrganizationId;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { label: 'Organizations', to: '/admin/organizations' },
          { label: data?.organization.name ?? 'Organization', to: null },
        ]}
      />
      <PageTitle {...(data && !isOwn ? { actions: <ActivityButton organization={data.organization} /> } : {})}>
        {data?.organization.name ?? 'Organization'}
      </PageTitle>
      {data ? (
        <OrganizationParts key={id} organization={data.organization} hasPlatformProvider={data.has_platform_provider} />
      ) : (
        <Stack aria-busy="true" role="status" aria-label="Loading">
          <Skeleton height={160} />
          <Skeleton height={240} />
        </Stack>
      )}
    </>
  );
}

function OrganizationParts({ organization, hasPlatformProvider }: { organization: AdminOrganization; hasPlatformProvider: boolean }) {
  const noInvites = whyNoInvites(organization, useCurrentUser()?.organization.id);
  const of = useMemo(() => ({ organization_id: organization.id }), [organization.id]);
  const [inviteView, onInviteView] = useListView('-created_at');
  const [userView, onUserView] = useListView('name');
  const [providerView, onProviderView] = useListView('name');
  return (
    <Stack gap="lg">
      <OrganizationOverview organization={organization} />
      <AdminSection title="Current subscription">
        <CurrentSubscription organizationId={organization.id} />
      </AdminSection>
      <AdminSection title="Subscriptions">
        <SubscriptionTable organizationId={organization.id} />
      </AdminSection>
      <AdminSection title="Invites">
        <InviteTable of={of} view={inviteView} onView={onInviteView} />
      </AdminSection>
      <AdminSection
        title="Users"
        actions={
          noInvites === null && (
            <Button
              component={Link}
              to={`/admin/organizations/${organization.id}/invite`}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Invite New User
            </Button>
          )
        }
      >
        {noInvites && (
          <Text size="sm" c="dimmed" mb="sm">
            {noInvites}
          </Text>
        )}
        <UserTable of={of} view={userView} onView={onUserView} />
      </AdminSection>
      <AdminSection title="Providers">
        <ProviderOverride organization={organization} hasPlatformProvider={hasPlatformProvider} />
        <ProviderTable of={of} view={providerView} onView={onProviderView} />
      </AdminSection>
      <AdminSection title="Inquiries">
        <OrganizationInquiries organizationId={organization.id} />
      </AdminSection>
    </Stack>
  );
}
