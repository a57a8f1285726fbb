import type { Plan, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIST_ERROR } from '#lib/form-errors.ts';
import { instantDayText } from '#ui/calendar-date.tsx';
import { moneyText } from '#ui/money.tsx';
import { ErrorBanner } from '#ui/error-banner.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import { ADDON_WITH_PRICE } from './addon-card.tsx';
import { currentSubscriptionOptions, plansOptions, previewOptions } from './billing.queries.ts';
import { owedWords } from './owed.tsx';
import { statusTone, statusWords } from './subscription-status.ts';
import { UsageLine } from './usage-line.tsx';

/** A manager's own subscription in a few lines, and what was used of it. */
export function SubscriptionSummary() {
  const current = useQuery(currentSubscriptionOptions);
  const plans = useQuery(plansOptions);
  if (current.isPending || plans.isPending) return <Skeleton height={96} />;
  if (current.isError || plans.isError) {
    return <ErrorBanner message={LIST_ERROR} onRetry={() => void Promise.all([current.refetch(), plans.refetch()])} />;
  }
  const { subscription, usage } = current.data;
  if (subscription === null) return <Text>There is no subscription yet.</Text>;
  return (
    <>
      <SubscriptionHead subscription={subscription} plan={plans.data.find(({ id }) => id === subscription.plan_id)} />
      {usage !== null && <UsageLine usage={usage} />}
    </>
  );
}

/** Plan, status, and until when. `plan` undefined: it is neither sold nor one's own any more. */
export function SubscriptionHead({ subscription, plan }: { subscription: Subscription; plan: Plan | undefined }) {
  const { status, has_feature_reimbursement: hasAddon } = subscription;
  return (
    <>
      <Group gap="sm">
        <Text fw={650}>{plan === undefined ? 'Subscription' : `${plan.name} plan`}</Text>
        <StatusBadge tone={statusTone(status)}>{statusWords(status)}</StatusBadge>
        {plan?.is_enabled === false && <StatusBadge tone="info">No longer offered</StatusBadge>}
      </Group>
      {plan !== undefined && <Text size="sm">{`${moneyText(plan.base_cost)} a month${hasAddon ? `, and ${ADDON_WITH_PRICE}` : ''}.`}</Text>}
      {subscription.is_active && !subscription.has_cancelled && subscription.owed === null ? (
        <NextInvoiceLine subscription={subscription} />
      ) : (
        <Text size="sm">{periodWords(subscription)}</Text>
      )}
    </>
  );
}

/** The amount comes from the payment provider, which may take its time; until then the line says the day alone. */
function NextInvoiceLine({ subscription }: { subscription: Subscription }) {
  const preview = useQuery(previewOptions({ has_feature_reimbursement: subscription.has_feature_reimbursement }));
  if (preview.data === undefined) return <Text size="sm">{periodWords(subscription)}</Text>;
  const { amount_due: due, billed_at: billedAt, credit } = preview.data;
  const day = billedAt === null ? '' : ` on ${instantDayText(billedAt)}`;
  const carried = Number(credit) === 0 ? '' : ` A credit of ${moneyText(credit)} is taken into account.`;
  return <Text size="sm">{`Next invoice: ${moneyText(due)}${day}, as things stand now.${carried}`}</Text>;
}

function periodWords({
  status,
  is_active: isActive,
  has_cancelled: hasCancelled,
  current_period_ends_at: endsAt,
  owed,
}: Subscription): string {
  if (status === 'canceled') return 'This subscription has ended.';
  if (owed !== null) return owedWords(owed);
  if (endsAt === null) return '';
  const day = instantDayText(endsAt);
  if (hasCancelled) return `Canceled; it stays usable until ${day}.`;
  return isActive ? `The next invoice is due on ${day}.` : `The current period ends on ${day}.`;
}
