import type { OwnOrganization } from '@coverlight/contract/organizations/organization.schema.ts';
import { Group, Text } from '@mantine/core';
import { instantDayText } from '#ui/calendar-date.tsx';
import { NotStated } from '#ui/money.tsx';
import { StatusBadge } from '#ui/status-badge.tsx';
import classes from './organization.module.css';
import { subscriptionTone, subscriptionWord } from './subscription-words.ts';

/** What is paid for, and until when. */
export function SubscriptionSummary({ organization }: { organization: OwnOrganization }) {
  const { subscription } = organization;
  if (subscription === null) return <Text>There is no subscription yet.</Text>;
  return (
    <dl className={classes.facts}>
      <dt>Plan</dt>
      <dd>{subscription.plan_name}</dd>
      <dt>Status</dt>
      <dd>
        <Group gap="xs">
          <StatusBadge tone={subscriptionTone(subscription.status)}>{subscriptionWord(subscription.status)}</StatusBadge>
        </Group>
      </dd>
      <dt>Current period ends</dt>
      <dd>{subscription.current_period_ends_at ? instantDayText(subscription.current_period_ends_at) : <NotStated />}</dd>
      <dt>Reimbursement Estimates</dt>
      <dd>{subscription.has_feature_reimbursement ? 'On' : 'Off'}</dd>
    </dl>
  );
}
