import type { Usage } from '@coverlight/contract/billing/subscription.schema.ts';
import { Progress, Text } from '@mantine/core';
import { instantDayText } from '#ui/calendar-date.tsx';
import { moneyText } from '#ui/money.tsx';

/** What was used of the current period's allowance, and what goes beyond it. */
export function UsageLine({ usage }: { usage: Usage }) {
  const { used, included, extra, extra_cost: extraCost, period_starts_at: startsAt, period_ends_at: endsAt } = usage;
  const period = endsAt === null ? `since ${instantDayText(startsAt)}` : `from ${instantDayText(startsAt)} to ${instantDayText(endsAt)}`;
  const share = included === 0 ? 100 : Math.min(100, (used / included) * 100);
  return (
    <div>
      <Text size="sm" mt="sm">{`${count(used)} of ${count(included)} included inquiries used in the period ${period}.`}</Text>
      <Progress value={share} color={extra > 0 ? 'orange.9' : 'brand.8'} my={6} aria-label="Included inquiries used" />
      <Text size="sm">{extra === 0 ? 'No extra inquiries so far.' : `${count(extra)} extra so far: ${moneyText(extraCost)}.`}</Text>
    </div>
  );
}

const count = (value: number): string => value.toLocaleString('en-US');
