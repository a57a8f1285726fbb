import type { Plan, Subscription, Usage } from '@coverlight/contract/billing/subscription.schema.ts';
import { Alert, Anchor, Button, SimpleGrid, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { instantDayText } from '#ui/calendar-date.tsx';
import { moneyText } from '#ui/money.tsx';
import { ADDON, AddonCard, AddonClaims } from './addon-card.tsx';
import { useFreshSubscription } from './billing.queries.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { PlanCard } from './plan-card.tsx';

interface PlanChangeProps {
  plans: readonly Plan[];
  subscription: Subscription;
  usage: Usage | null;
}

/** For managers of an organization with access: other plans and the add-on. */
export function PlanChange({ plans, subscription, usage }: PlanChangeProps) {
  const [target, setTarget] = useState<Plan | null>(null);
  const refresh = useFreshSubscription();
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
              <Button fullWidth variant="default" onClick={() => setTarget(plan)}>
                {`Change to the ${plan.name} plan`}
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
          onClose={(isDone) => {
            setTarget(null);
            if (!isDone) void refresh();
          }}
        >
          {current?.is_enabled === false && <Grandfathered name={current.name} />}
          <EndsAnyway subscription={subscription} />
          <Text size="sm">
            {`From now on ${target.base_inquiries.toLocaleString('en-US')} inquiries a month are included. ${leftWords(target, usage)}`}
          </Text>
        </ChangeDialog>
      )}
      <AddonSwitch subscription={subscription} />
    </>
  );
}

/** What is left of the new allowance in the running period. */
function leftWords({ base_inquiries: included, addl_cost: cost }: Plan, usage: Usage | null): string {
  if (usage === null) return 'Inquiries already used in this period count toward them.';
  const left = included - usage.used;
  const used = `Of these, ${usage.used.toLocaleString('en-US')} are used in this period already`;
  if (left > 0) return `${used}, so ${left.toLocaleString('en-US')} are left.`;
  return `${used}, so none is left: each further one costs ${moneyText(cost)}.`;
}

function Grandfathered({ name }: { name: string }) {
  return (
    <Alert color="yellow" mb="md">
      <Text fw={650}>{`The ${name} plan is no longer offered`}</Text>
      You can keep it as long as you like. Once you change to another plan, you cannot come back to it.
    </Alert>
  );
}

/** A change does not take a cancellation back. */
function EndsAnyway({ subscription: { has_cancelled: hasCancelled, current_period_ends_at: endsAt } }: { subscription: Subscription }) {
  if (!hasCancelled || endsAt === null) return null;
  return (
    <Alert color="yellow" mb="md">
      {`Your subscription still ends on ${instantDayText(endsAt)}. To keep it, open payment and invoices.`}
    </Alert>
  );
}

/** Asks before it switches; whoever cancels finds the switch as the server has it. */
function AddonSwitch({ subscription }: { subscription: Subscription }) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const refresh = useFreshSubscription();
  const close = (isDone: boolean) => {
    setWanted(null);
    if (!isDone) void refresh();
  };
  return (
    <>
      <AddonCard isOn={wanted ?? subscription.has_feature_reimbursement} isDisabled={false} onChange={setWanted} />
      {wanted === true && (
        <ChangeDialog
          title={`Turn on ${ADDON}?`}
          change={{ has_feature_reimbursement: true }}
          confirmLabel="Turn on"
          doneMessage={`${ADDON} is on.`}
          hasCoupon
          onClose={close}
        >
          <EndsAnyway subscription={subscription} />
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
