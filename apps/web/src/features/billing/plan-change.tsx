import type { Plan, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { Alert, Anchor, Button, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADDON, AddonCard, AddonClaims } from './addon-card.tsx';
import { useFreshSubscription } from './billing.queries.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { PlanCard } from './plan-card.tsx';

interface PlanChangeProps {
  plans: readonly Plan[];
  subscription: Subscription;
}

/** For managers of an organization with access: other plans and the add-on. */
export function PlanChange({ plans, subscription }: PlanChangeProps) {
  const [target, setTarget] = useState<Plan | null>(null);
  const current = plans.find(({ id }) => id === subscription.plan_id);
  return (
    <>
      <Title order={2} mt="lg" mb="sm">
        Plans
      </Title>
      {current?.is_enabled === false && <Grandfathered name={current.name} />}
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan}>
            {plan.id === subscription.plan_id ? (
              <Text fw={600}>Your plan</Text>
            ) : (
              <Button fullWidth variant="default" aria-label={`Change to the ${plan.name} plan`} onClick={() => setTarget(plan)}>
                Change to this plan
              </Button>
            )}
          </PlanCard>
        ))}
      </SimpleGrid>
      {target !== null && (
        <ChangeDialog
          title={`Change to the ${target.name} plan?`}
          change={{ new_plan_id: target.id }}
          confirmLabel="Change plan"
          doneMessage={`You are on the ${target.name} plan now.`}
          onClose={() => setTarget(null)}
        >
          {current?.is_enabled === false && <Grandfathered name={current.name} />}
          <Text size="sm">
            {`From now on ${target.base_inquiries.toLocaleString('en-US')} inquiries a month are included. Inquiries already used in this period count toward them.`}
          </Text>
        </ChangeDialog>
      )}
      <AddonSwitch isOn={subscription.has_feature_reimbursement} />
    </>
  );
}

function Grandfathered({ name }: { name: string }) {
  return (
    <Alert color="yellow" mb="md" title={`The ${name} plan is no longer offered`}>
      You can keep it as long as you like. Once you change to another plan, you cannot come back to it.
    </Alert>
  );
}

/** Asks before it switches; whoever cancels finds the switch as the server has it. */
function AddonSwitch({ isOn }: { isOn: boolean }) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const refresh = useFreshSubscription();
  const close = (isDone: boolean) => {
    setWanted(null);
    if (!isDone) void refresh();
  };
  return (
    <>
      <AddonCard isOn={wanted ?? isOn} isDisabled={wanted !== null} onChange={setWanted} />
      {wanted === true && (
        <ChangeDialog
          title={`Turn on ${ADDON}?`}
          change={{ has_feature_reimbursement: true }}
          confirmLabel="Turn on"
          doneMessage={`${ADDON} is on.`}
          hasCoupon
          onClose={close}
        >
          <AddonClaims />
          <Text size="sm" mt="xs">
            It costs $500.00 a month. By turning it on you agree to the{' '}
            <Anchor component={Link} to="/terms" target="_blank">
              Terms and Conditions
            </Anchor>
            .
          </Text>
        </ChangeDialog>
      )}
      {wanted === false && (
        <ChangeDialog
          title={`Turn off ${ADDON}?`}
          change={{ has_feature_reimbursement: false }}
          confirmLabel="Turn off"
          doneMessage={`${ADDON} is off.`}
          onClose={close}
        >
          <Text size="sm">Nobody in your organization will see estimates any more.</Text>
        </ChangeDialog>
      )}
    </>
  );
}
