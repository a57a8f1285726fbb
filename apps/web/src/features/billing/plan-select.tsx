import type { Plan, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { Anchor, Button, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { placeErrors, TRY_LATER } from '#lib/form-errors.ts';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { AddonCard } from './addon-card.tsx';
import { useCheckout } from './billing.queries.ts';
import { PlanCard } from './plan-card.tsx';
import { hasEnded, isPastDue } from './subscription-status.ts';

interface PlanSelectProps {
  plans: readonly Plan[];
  /** The one that gives no access, if there was any. */
  subscription: Subscription | null;
}

/** For managers whose organization has no subscription that gives access. */
export function PlanSelect({ plans, subscription }: PlanSelectProps) {
  const [hasAddon, setHasAddon] = useState(false);
  const checkout = useCheckout();
  const obstacle = obstacleOf(subscription);
  return (
    <>
      <Text mb="md">{subscription === null ? 'Choose a plan to begin.' : 'Your subscription gives no access at the moment.'}</Text>
      {obstacle !== null && <Text mb="md">{obstacle}</Text>}
      <ErrorBanner message={checkout.error === null ? null : placeErrors(checkout.error, [], TRY_LATER).banner} />
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
                aria-label={`Choose the ${plan.name} plan`}
                onClick={() => checkout.mutate({ plan_id: plan.id, has_feature_reimbursement: hasAddon })}
              >
                Choose this plan
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

/** Why nothing can be bought now; null where it can. */
function obstacleOf(subscription: Subscription | null): string | null {
  if (subscription === null || hasEnded(subscription.status)) return null;
  if (isPastDue(subscription.status)) return 'Once the open invoice is paid, your plan goes on as before. No new plan is needed.';
  return 'Your last subscription is not settled yet. Open payment and invoices to settle it.';
}
