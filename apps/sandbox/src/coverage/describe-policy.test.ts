import { expect, test } from 'vitest';
import { describePolicy } from './describe-policy.ts';
import { isBehavioural } from './service-types.ts';

const TODAY = '2026-11-21';
const MEMBER_IDS = Array.from({ length: 200 }, (_, i) => `MEM${i * 7919}`);

test('the same member id gets the same policy, however it is typed', () => {
  expect(describePolicy('abc-12 34', TODAY)).toEqual(describePolicy('ABC1234', TODAY));
});

test('other member ids get other policies', () => {
  const plans = new Set(MEMBER_IDS.map((memberId) => JSON.stringify(describePolicy(memberId, TODAY).plans)));

  expect(plans.size).toBe(MEMBER_IDS.length);
});

test('ordinary policies have ten to five hundred lines and speak about behavioural health', () => {
  for (const memberId of MEMBER_IDS) {
    const [plan] = describePolicy(memberId, TODAY).plans;

    expect(plan?.statusCode).toBe('1');
    expect(plan?.lines.length).toBeGreaterThanOrEqual(10);
    expect(plan?.lines.length).toBeLessThanOrEqual(500);
  }
});

test('nothing is left over that exceeds its limit, and no amount is negative', () => {
  for (const line of MEMBER_IDS.flatMap((memberId) => describePolicy(memberId, TODAY).plans[0]?.lines ?? [])) {
    expect(Number(line.remaining ?? 0)).toBeLessThanOrEqual(Number(line.total ?? 0));
    expect(Number(line.remaining ?? line.amount ?? 0)).toBeGreaterThanOrEqual(0);
  }
});

test('the plan year follows the calendar, other facts do not', () => {
  const [now, later] = [describePolicy('ABC1234', TODAY).plans[0], describePolicy('ABC1234', '2027-11-21').plans[0]];

  expect(later?.begin).not.toBe(now?.begin);
  expect(later?.groupNumber).toBe(now?.groupNumber);
  expect(later?.lines.length).toBe(now?.lines.length);
});

test('the plan year holds the day of the question', () => {
  for (const memberId of MEMBER_IDS) {
    const [plan] = describePolicy(memberId, TODAY).plans;

    expect(plan && plan.begin <= TODAY && TODAY <= (plan.end ?? '')).toBe(true);
  }
});

test('a HUGE plan has five hundred lines', () => {
  expect(describePolicy('HUGE1', TODAY).plans[0]?.lines).toHaveLength(500);
});

test('a SILENT plan is active and names no behavioural-health cost', () => {
  const [plan] = describePolicy('SILENT1', TODAY).plans;

  expect(plan?.statusCode).toBe('1');
  expect(plan?.lines.filter((line) => isBehavioural(line.serviceType) && line.kind !== 'status')).toEqual([]);
});

test('an INACTIVE plan ended before the day of the question', () => {
  const [plan] = describePolicy('INACTIVE1', TODAY).plans;

  expect(plan?.end && plan.end < TODAY).toBe(true);
});
