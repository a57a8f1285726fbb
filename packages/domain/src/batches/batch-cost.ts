/** What sending a batch comes to: how many are asked, and what that costs beyond the plan (product.md 19.3). */
import type { BatchCost } from '@coverlight/contract/batches/batch.schema.ts';
import { multiplyDollars } from '../billing/money.ts';

export interface CostFacts {
  /** Rows that are ready, or wait to be sent. */
  ready: number;
  reused: number;
  needsYou: number;
  /** Rows that ask what another one asks. */
  duplicates: number;
  /** Rows that somebody left out. */
  leftOut: number;
  /** Checks that the ceiling leaves; null: no bound. */
  ceilingLeft: number | null;
  /** Null without a plan: nothing is counted. */
  plan: { included: number; used: number; unitPrice: string | null } | null;
}

const many = (count: number, one: string, several: string) => `${inGroups(count)} ${count === 1 ? one : several}`;
const inGroups = (count: number): string => String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

export function batchCost(facts: CostFacts): BatchCost {
  const { ready, reused, needsYou, ceilingLeft, plan } = facts;
  const asked = Math.min(ready, ceilingLeft ?? ready);
  const left = plan === null ? null : Math.max(0, plan.included - plan.used);
  const extra = left === null ? null : Math.max(0, asked - left);
  const price = plan?.unitPrice ?? null;
  const cost = extra === null || price === null ? null : multiplyDollars(price, extra);
  return {
    asked,
    reused,
    needs_you: needsYou,
    included_left: left,
    extra,
    unit_price: price,
    extra_cost: cost,
    words: sentences(rowWords(facts, asked), planWords({ left, extra, price, cost })),
  };
}

/** Of checks that are no rows of a list: what is asked, and what it costs beyond the plan. */
export function costOfChecks(count: number, plan: CostFacts['plan']): BatchCost {
  const cost = batchCost({ ready: count, reused: 0, needsYou: 0, duplicates: 0, leftOut: 0, ceilingLeft: null, plan });
  const { included_left: left, extra, unit_price: price, extra_cost: extraCost } = cost;
  return { ...cost, words: sentences(`${inGroups(count)} will be asked.`, planWords({ left, extra, price, cost: extraCost })) };
}

const sentences = (...parts: readonly string[]): string => parts.filter((words) => words !== '').join(' ');

function rowWords({ ready, reused, needsYou, duplicates, leftOut }: CostFacts, asked: number): string {
  const parts = [
    `${inGroups(asked)} will be asked`,
    ...(asked < ready ? [`${inGroups(ready - asked)} are beyond your bound`] : []),
    ...(reused > 0 ? [many(reused, 'reuses an answer', 'reuse an answer')] : []),
    ...(needsYou > 0 ? [many(needsYou, 'needs you', 'need you')] : []),
    ...(duplicates > 0 ? [many(duplicates, 'is a duplicate', 'are duplicates')] : []),
    ...(leftOut > 0 ? [many(leftOut, 'is left out', 'are left out')] : []),
  ];
  return `${many(ready + reused + needsYou + duplicates + leftOut, 'row', 'rows')}: ${parts.join(', ')}.`;
}

function planWords({ left, extra, price, cost }: { left: number | null; extra: number | null; price: string | null; cost: string | null }) {
  if (left === null || extra === null) return '';
  const has = `Your plan has ${inGroups(left)} left this month`;
  if (extra === 0) return `${has}; nothing is charged beyond it.`;
  if (price === null || cost === null) return `${has}; ${inGroups(extra)} extra.`;
  return `${has}; ${inGroups(extra)} extra at $${price} = $${cost}.`;
}
