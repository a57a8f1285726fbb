import type { Plan, Subscription, Usage } from '@coverlight/contract/billing/subscription.schema.ts';
import { Alert, Button, Card, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LIST_ERROR, placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { isManager, useCurrentUser } from '#lib/session.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { moneyText } from '#ui/money.tsx';
import { PageTitle } from '#ui/page-title.tsx';
import {
  currentSubscriptionOptions,
  followed,
  plansOptions,
  readSession,
  useAwaitedAccess,
  useCheckout,
  useNotifyManagers,
  usePortal,
} from './billing.queries.ts';
import { CheckoutReturn, isCheckoutReturn } from './checkout-return.tsx';
import { LastInvoiceButton } from './last-invoice.tsx';
import { NextInvoiceButton } from './next-invoice.tsx';
import { PastDueBanner } from './past-due-banner.tsx';
import { PlanChange } from './plan-change.tsx';
import { PlanSelect } from './plan-select.tsx';
import { isPastDue } from './subscription-status.ts';
import { SubscriptionHead } from './subscription-summary.tsx';
import { UsageLine } from './usage-line.tsx';

/** Managers buy and change here; everybody else reads that a manager has to (docs/product.md 2.13). */
export function PlanListPage() {
  const user = useCurrentUser();
  const facts = { hasAccess: user?.has_active_subscription === true, isDue: user?.has_past_due_subscription === true };
  return (
    <>
      <PageTitle>Subscription Plan</PageTitle>
      {isManager(user) ? <ManagersView {...facts} /> : <OthersNotice {...facts} />}
    </>
  );
}

/** What the session knew when the screen was opened. */
interface SessionFacts {
  hasAccess: boolean;
  isDue: boolean;
}

function OthersNotice({ hasAccess, isDue }: SessionFacts) {
  const notify = useNotifyManagers();
  const { mutate } = notify;
  useAwaitedAccess(!hasAccess);
  useEffect(() => {
    if (!hasAccess) mutate();
  }, [hasAccess, mutate]);
  if (hasAccess) {
    return (
      <Text>
        {isDue
          ? 'A payment is due. Please ask your manager to update the payment method.'
          : 'Your organization has a subscription. Your manager can change the plan.'}
      </Text>
    );
  }
  return (
    <Alert color="blue" role="status" title="Your organization has no subscription">
      {notify.isSuccess && 'Your manager has been notified. You can work here as soon as a plan has been chosen.'}
      {notify.isError && 'Please ask your manager to choose a plan.'}
    </Alert>
  );
}

function ManagersView({ hasAccess, isDue }: SessionFacts) {
  const current = useQuery({ ...currentSubscriptionOptions, ...followed });
  const plans = useQuery(plansOptions);
  const checkout = useCheckout();
  const [arrival, setArrival] = useState<'none' | 'paid' | 'late'>(() => (isCheckoutReturn() ? 'paid' : 'none'));
  useSessionThatFollows(current.data?.subscription, { hasAccess, isDue });
  if (current.isPending || plans.isPending) return <Skeleton height={320} aria-busy="true" role="status" aria-label="Loading" />;
  if (current.data === undefined || plans.data === undefined) {
    return <ErrorBanner message={LIST_ERROR} onRetry={() => void Promise.all([current.refetch(), plans.refetch()])} />;
  }
  const { subscription, usage } = current.data;
  return (
    <>
      {subscription !== null && isPastDue(subscription.status) && <PastDueBanner />}
      {arrival !== 'none' && (
        <CheckoutReturn isLate={arrival === 'late'} onLate={() => setArrival('late')} onDone={() => setArrival('none')} />
      )}
      <ErrorBanner message={checkout.error === null ? null : placeErrors(checkout.error, [], TRY_LATER).banner} />
      {subscription !== null && <Own subscription={subscription} usage={usage} plans={plans.data} />}
      {subscription?.is_active === true ? (
        <PlanChange plans={plans.data} subscription={subscription} usage={usage} />
      ) : (
        arrival !== 'paid' && <PlanSelect plans={plans.data} subscription={subscription} checkout={checkout} />
      )}
    </>
  );
}

/** The subscription may change while it is shown; then the shell and the guards have to know. `undefined`: not read yet. */
function useSessionThatFollows(subscription: Subscription | null | undefined, { hasAccess, isDue }: SessionFacts): void {
  const isKnown = subscription !== undefined;
  const differs = isKnown && ((subscription?.is_active ?? false) !== hasAccess || isPastDue(subscription?.status) !== isDue);
  useEffect(() => {
    // Where it fails the guard asks again with the next navigation; an ended session leads to the login by itself.
    if (differs) void readSession().catch(() => undefined);
  }, [differs]);
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
      <Group gap="sm" mt="sm">
        {subscription.owed !== null && (
          <PortalButton portal={portal} page="open-invoice" label={`Pay ${moneyText(subscription.owed.amount)}`} />
        )}
        {subscription.owed !== null && <PortalButton portal={portal} page="payment-method" label="Update payment method" />}
        <PortalButton portal={portal} page="overview" label="Payment and invoices" />
        {subscription.is_active && !subscription.has_cancelled && <NextInvoiceButton subscription={subscription} />}
        {subscription.has_cancelled && <LastInvoiceButton />}
      </Group>
    </Card>
  );
}

interface PortalButtonProps {
  portal: ReturnType<typeof usePortal>;
  page: 'overview' | 'payment-method' | 'open-invoice';
  label: string;
}

/** The invoice that is open comes first and stands out; what it costs is on its button. */
function PortalButton({ portal, page, label }: PortalButtonProps) {
  return (
    <Button
      {...(page === 'open-invoice' ? {} : { variant: 'default' })}
      loading={portal.isPending && portal.variables === page}
      disabled={portal.isPending || portal.isSuccess}
      onClick={() => portal.mutate(page)}
    >
      {label}
    </Button>
  );
}
