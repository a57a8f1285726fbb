import { Alert, Anchor, Skeleton, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import { usersContract } from '@coverlight/contract/users/users.contract.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { call } from '#lib/api.ts';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { useCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { useAwaitedAccess } from './billing.queries.ts';

const EXPIRED = 'Your subscription has expired. Please contact your account admin to renew your subscription.';
const PAST_DUE = 'Your subscription is past due. Please contact your account admin to renew your subscription.';

/** For people who can neither work nor pay: says whom to ask. */
export function UnsubscribedPage() {
  const user = useCurrentUser();
  useAwaitedAccess(user?.has_active_subscription === false);
  return (
    <>
      <PageTitle>You have no active subscription</PageTitle>
      {user?.has_active_subscription && !user.has_past_due_subscription ? (
        <Alert role="status" color="blue" icon={<IconInfoCircle aria-hidden />} mb="lg">
          This has changed: your organization has an active subscription.{' '}
          <Anchor component={Link} to="/inquiries" inherit>
            Go to the inquiries
          </Anchor>
        </Alert>
      ) : (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} mb="lg">
          {user?.has_past_due_subscription ? PAST_DUE : EXPIRED}
        </Alert>
      )}
      {user && <Managers />}
    </>
  );
}

function Managers() {
  const managers = useQuery({
    queryKey: ['managers'],
    queryFn: ({ signal }) => call(usersContract.managers, { query: {}, signal }),
  });
  if (managers.isPending) return <Skeleton height={60} />;
  if (managers.isError) return <ErrorBanner message={LIST_ERROR} onRetry={() => void managers.refetch()} />;
  return (
    <>
      <Title order={2} mb="xs">
        Your managers
      </Title>
      {managers.data.managers.length === 0 && <Text>Your organization has no active manager. Please write to support.</Text>}
      <ul>
        {managers.data.managers.map((manager) => (
          <li key={manager.email}>
            {manager.first_name} {manager.last_name}, <Anchor href={`mailto:${manager.email}`}>{manager.email}</Anchor>
          </li>
        ))}
      </ul>
    </>
  );
}
