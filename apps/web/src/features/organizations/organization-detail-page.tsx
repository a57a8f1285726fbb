import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { SubscriptionSummary } from '#features/billing/subscription-summary.tsx';
import { InviteTable } from '#features/invites/invite-table.tsx';
import { ProviderTable } from '#features/providers/provider-table.tsx';
import { UserTable } from '#features/users/user-table.tsx';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { FactorDemand } from './factor-demand.tsx';
import { organizationOptions } from './organizations.queries.ts';

/** Everything a manager looks after (docs/product.md 2.13). */
export function OrganizationDetailPage() {
  const { data: organization, isError, refetch } = useQuery(organizationOptions);
  const user = useCurrentUser();
  return (
    <>
      <PageTitle
        actions={
          <Group gap="md">
            <Anchor component={Link} to="/inbox/settings">
              What changed: settings
            </Anchor>
            <Anchor component={Link} to="/organization/audit">
              Audit log
            </Anchor>
          </Group>
        }
      >
        Organization Settings
      </PageTitle>
      <Text size="lg" mb="md">
        {organization?.name ?? user?.organization.name}
      </Text>
      <Stack gap="lg">
        <Section
          id="subscription"
          title="Subscription"
          action={
            <Button component={Link} to="/organization/settings/plan" variant="default">
              Subscription Plan
            </Button>
          }
        >
          <SubscriptionSummary />
        </Section>
        <Section id="invites" title="Invites" action={<AddButton to="/organization/users/new">Invite a user</AddButton>}>
          <InviteTable />
        </Section>
        <Section id="users" title="Users">
          <UserTable />
        </Section>
        <Section id="providers" title="Providers" action={<AddButton to="/organization/providers/new">Add a provider</AddButton>}>
          <ProviderTable />
        </Section>
        <Section id="security" title="Security">
          {organization && <FactorDemand organization={organization} />}
          {isError && <ErrorBanner message={LIST_ERROR} onRetry={() => void refetch()} />}
          {!organization && !isError && <Skeleton height={60} />}
        </Section>
      </Stack>
    </>
  );
}

function Section({ id, title, action, children }: { id: string; title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p={{ base: 'sm', sm: 'lg' }} radius="md" component="section" aria-labelledby={`${id}-title`}>
      <Group justify="space-between" mb="sm" gap="sm">
        <Title order={2} id={`${id}-title`}>
          {title}
        </Title>
        {action}
      </Group>
      {children}
    </Paper>
  );
}

function AddButton({ to, children }: { to: '/organization/users/new' | '/organization/providers/new'; children: string }) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
      {children}
    </Button>
  );
}
