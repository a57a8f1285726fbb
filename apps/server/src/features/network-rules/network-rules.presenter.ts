import type { NetworkRule } from '@coverlight/contract/cases/network-rule.schema.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { ruleAttention } from '@coverlight/domain/network-rules/rule-attention.ts';
import type { NetworkRuleRecord } from './network-rules.repository.ts';

const dayOf = (instant: Date) => localDay(instant, DEFAULT_ZONE);

export function presentNetworkRule(rule: NetworkRuleRecord, now: Date): NetworkRule {
  const { last_fit_at: lastFit, created_at: createdAt } = rule;
  const attention = ruleAttention(
    { to: rule.to, createdOn: dayOf(createdAt), lastFitOn: lastFit === null ? null : dayOf(lastFit) },
    dayOf(now),
  );
  return {
    ...rule,
    attention,
    last_fit_at: lastFit?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    updated_at: rule.updated_at.toISOString(),
  };
}
