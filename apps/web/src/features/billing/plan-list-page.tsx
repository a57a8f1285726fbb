import type { Plan, Subscription, Usage } from '@coverlight/contract/billing/subscription.schema.ts';
import { Alert, Button, Card, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LIST_ERROR, placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import { currentSubscriptionOptions, plansOptions, useNotifyManagers, usePortal } from './billing.queries.ts';
import { CheckoutReturn } from './checkout-return.tsx';
import { PastDueBanner } from './past-due-banner.tsx';
import { PlanChange } from './plan-change.tsx';
import { PlanSelect } from './plan-select.tsx';
import { isPastDue } from './subscription-status.ts';
import { SubscriptionHead } from './subscription-summary.tsx';
import { UsageLine } from './usage-line.tsx';

/** Managers buy and change here; everybody else reads that a manager has to (docs/product.md 2.13). */
export function PlanListPage() {
  const user = useCurrentUser();
  return (
    <>
      <PageTitle>Subscription Plan</PageTitle>
      {isManager(user) ? <ManagersView /> : <OthersNotice hasSubscription={user?.has_active_subscription === true} />}
    </>
  );
}

function OthersNotice({ hasSubscription }: { hasSubscription: boolean }) {
  const notify = useNotifyManagers();
  const { mutate } = notify;
  useEffect(() => {
    if (!hasSubscription) mutate();
  }, [hasSubscription, mutate]);
  if (hasSubscription) return <Text>Your organization has a subscription. Your manager can change the plan.</Text>;
  return (
    <Alert color="blue" title="Your organization has no subscription">
      {notify.isError
        ? 'Please ask your manager to choose a plan.'
        : 'Your manager has been notified. You can work here as soon as a plan has been chosen.'}
    </Alert>
  );
}

function ManagersView() {
  const current = useQuery(currentSubscriptionOptions);
  const plans = useQuery(plansOptions);
  if (current.isPending || plans.isPending) return <Skeleton height={320} />;
  if (current.isError || plans.isError) {
    return <ErrorBanner message={LIST_ERROR} onRetry={() => void Promise.all([current.refetch(), plans.refetch()])} />;
  }
  const { subscription, usage } = current.data;
  const isDue = subscription !== null && isPastDue(subscription.status);
  return (
    <>
      {isDue && <PastDueBanner />}
      <CheckoutReturn />
      {subscription !== null && <Own subscription={subscription} usage={usage} plans={plans.data} />}
      {subscription?.is_active === true ? (
        <PlanChange plans={plans.data} subscription={subscription} />
      ) : (
        <PlanSelect plans={plans.data} subscription={subscription} />
      )}
    </>
  );
}

interface OwnProps {
  subscription: Subscription;
  usage: Usage | null;
  plans: readonly Plan[];
}

function Own({ subscription, usage, plans }: OwnProps) {
  const portal = usePortal();
  return (
    <Card withBorder mb="md" component="section" aria-label="Your subscription">
      <SubscriptionHead subscription={subscription} plan={plans.find(({ id }) => id === subscription.plan_id)} />
      {usage !== null && <UsageLine usage={usage} />}
      <ErrorBanner message={portal.error === null ? null : placeErrors(portal.error, [], TRY_LATER).banner} />
      <Button
        mt="sm"
        variant="default"
        w="fit-content"
        loading={portal.isPending}
        disabled={portal.isSuccess}
        onClick={() => portal.mutate()}
      >
        Payment and invoices
      </Button>
    </Card>
  );
}
