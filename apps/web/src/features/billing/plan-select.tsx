import type { Plan, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { Alert, Anchor, Button, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { AddonCard } from './addon-card.tsx';
import type { useCheckout } from './billing.queries.ts';
import { PlanCard } from './plan-card.tsx';
import { hasEnded, isPastDue } from './subscription-status.ts';

interface PlanSelectProps {
  plans: readonly Plan[];
  /** The one that gives no access, if there was any. */
  subscription: Subscription | null;
  /** Its failures are shown outside: they may come with a subscription that was bought elsewhere, for which this view is gone. */
  checkout: ReturnType<typeof useCheckout>;
}

/** For managers whose organization has no subscription that gives access. */
export function PlanSelect({ plans, subscription, checkout }: PlanSelectProps) {
  const [left] = useState(leftCheckout);
  const [hasAddon, setHasAddon] = useState(left === 'checkout-with-estimates');
  const obstacle = obstacleOf(subscription);
  useEffect(() => {
    // Coming back to this page later is no return from the payment page.
    if (left !== null) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [left]);
  return (
    <>
      {left !== null && (
        <Alert color="blue" mb="md" role="status">
          You left the payment page. Nothing is bought until you pay there.
        </Alert>
      )}
      <Text mb="md">{invitation(subscription)}</Text>
      {obstacle !== null && <Text mb="md">{obstacle}</Text>}
      <Title order={2} mb="sm">
        Plans
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        {plans
          .filter((plan) => plan.is_enabled)
          .map((plan) => (
            <PlanCard key={plan.id} plan={plan}>
              <Button
                fullWidth
                loading={checkout.isPending && checkout.variables.plan_id === plan.id}
                disabled={obstacle !== null || checkout.isPending || checkout.isSuccess}
                onClick={() => checkout.mutate({ plan_id: plan.id, has_feature_reimbursement: hasAddon })}
              >
                {`Choose the ${plan.name} plan`}
              </Button>
            </PlanCard>
          ))}
      </SimpleGrid>
      <AddonCard isOn={hasAddon} isDisabled={obstacle !== null} onChange={setHasAddon} />
      <Text size="sm" mt="md">
        You pay on the page of our payment provider, which also takes coupon codes. By subscribing you agree to the{' '}
        <Anchor component={Link} to="/terms" target="_blank">
          Terms and Conditions
        </Anchor>
        .
      </Text>
    </>
  );
}

/** Whoever comes back without paying finds the order as it was; null: nobody does. */
const leftCheckout = (): string | null => new URLSearchParams(window.location.search).get('left');

function invitation(subscription: Subscription | null): string {
  if (subscription === null) return 'Choose a plan to begin.';
  return hasEnded(subscription.status) ? 'Choose a plan to go on.' : 'Your subscription gives no access at the moment.';
}

/** Why nothing can be bought now; null where it can. */
function obstacleOf(subscription: Subscription | null): string | null {
  if (subscription === null || hasEnded(subscription.status)) return null;
  if (isPastDue(subscription.status)) return 'Once the open invoice is paid, your plan goes on as before. No new plan is needed.';
  return 'Your last subscription is not settled yet. Open payment and invoices to settle it.';
}
