import { toCents } from '@coverlight/domain/billing/money.ts';
import { prorate } from '@coverlight/domain/billing/proration.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aPractice,
  asManager,
  complete,
  countSideBySide,
  current,
  customerOf,
  eventually,
  MONTH_SECONDS,
  post,
  PRACTICE,
  STARTER,
  startBillingApp,
  submitInquiry,
  subscribe,
  type BillingApp,
  type Practice,
} from '../../../test/billing.ts';
import { reportUsage } from './report-usage.ts';

let t: BillingApp;
beforeAll(async () => {
  t = await startBillingApp();
});
afterAll(async () => await t.close());

/** Extra ones that the provider's meter has counted, ever. */
async function metered(practice: Practice): Promise<number> {
  const [meter] = (await t.stripe.billing.meters.list()).data;
  const now = Math.floor(t.deps.clock().getTime() / 60_000) * 60;
  const { data } = await t.stripe.billing.meters.listEventSummaries(meter?.id ?? '', {
    customer: await customerOf(t, practice),
    start_time: now - 100 * 86_400,
    end_time: now + 100 * 86_400,
  });
  return data.reduce((sum, { aggregated_value }) => sum + aggregated_value, 0);
}

const unreported = async ({ organization }: Practice): Promise<number> =>
  await t.deps.db.asOrganization(organization.id, async (tx) => {
    const rows = await tx.queryOnce('SELECT FROM usage_events WHERE is_extra AND reported_at IS NULL', []);
    return rows.length;
  });

test('of 200 inquiries completed at once exactly those beyond the allowance are extra, and the meter counts each once', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice, { plan_id: STARTER });

  const ids = await complete(t, practice, 200);
  await countSideBySide(t, practice.organization.id, ids.slice(0, 50));

  expect((await current(t, practice)).usage).toMatchObject({ used: 200, included: 50, extra: 150, extra_cost: '300.00' });
  await eventually(async () => expect(await unreported(practice)).toBe(0), 30_000);
  expect(await metered(practice)).toBe(150);
}, 60_000);

test('an inquiry that a payer answers is counted in the transaction that completes it, and a second look does not count it again', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);

  const answered = await submitInquiry(t, practice, 'XQZ100200300');
  const refused = await submitInquiry(t, practice, 'NOTFOUND1');

  expect([answered.body.inquiry.status, refused.body.inquiry.status]).toEqual(['complete', 'error']);
  expect((await current(t, practice)).usage).toMatchObject({ used: 1, included: 50, extra: 0, extra_cost: '0.00' });
});

test('changing the plan grants the allowance of the new one for the period, not a second one', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice, { plan_id: STARTER });
  await complete(t, practice, 52);
  await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));

  await complete(t, practice, 10);

  expect((await current(t, practice)).usage).toMatchObject({ used: 62, included: 200, extra: 2, extra_cost: '4.00' });
});

test('extra ones before and after a change of plan are billed each at the price of its time, as the managers were shown', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice, { plan_id: STARTER });
  await complete(t, practice, 52);
  await eventually(async () => expect(await unreported(practice)).toBe(0));
  await t.advance(3 * 3600);
  await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));
  await t.advance(3 * 3600);
  await complete(t, practice, 151);
  await eventually(async () => expect(await unreported(practice)).toBe(0));
  const { usage } = await current(t, practice);

  await t.advance(MONTH_SECONDS);

  const [invoice] = (await t.stripe.invoices.list({ subscription: remote_id ?? '', limit: 1 })).data;
  const extraLines = (invoice?.lines.data ?? []).filter(({ description }) => description?.includes('extra inquiries') === true);
  expect(usage).toMatchObject({ used: 203, included: 200, extra: 5, extra_cost: '7.75' });
  expect(invoice).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' });
  expect(extraLines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [2, 400],
    [3, 375],
  ]);
}, 60_000);

test('hours without the payment provider lose nothing and report nothing twice', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  const path = '/v1/billing/meter_events';
  await t.control('/__fault', { vendor: 'stripe', kind: '503', times: 500, path });
  const submitted = await complete(t, practice, 60);
  await expect(reportUsage(t.deps, practice.organization.id)).rejects.toThrow('could not be reported');
  await t.advance(2 * 3600);
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });
  await t.control('/__fault', { vendor: 'stripe', kind: 'lost', times: 4, path });

  await eventually(async () => {
    await reportUsage(t.deps, practice.organization.id);
    expect(await unreported(practice)).toBe(0);
  }, 30_000);

  expect(submitted).toHaveLength(60);
  expect(await metered(practice)).toBe(10);
}, 60_000);

test('a report whose answer was lost more than 20 hours ago is looked up before it is sent again', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  await complete(t, practice, 50);
  await t.control('/__fault', { vendor: 'stripe', kind: 'lost', times: 3, path: '/v1/billing/meter_events' });
  const [extra = ''] = await complete(t, practice, 1);
  await eventually(async () => expect(await metered(practice)).toBe(1));
  await t.advance(21 * 3600);
  await t.control('/__fault', { vendor: 'stripe', kind: '500', times: 50, path: '/v1/billing/meter_events' });

  await reportUsage(t.deps, practice.organization.id);
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });

  expect(await unreported(practice), extra).toBe(0);
  expect(await metered(practice)).toBe(1);
}, 40_000);

test('after a month with extra ones, the add-on and a coupon the invoice is, to the cent, what the parts add up to; the next begins with nothing used', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice, { plan_id: STARTER });
  const coupon = await t.stripe.coupons.create({ percent_off: 15, duration: 'forever' });
  await t.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'FIFTEEN' });
  await t.advance(11 * 86_400 + 4321);
  const change = { has_feature_reimbursement: true, promotion: 'FIFTEEN' };
  const { body } = await asManager<{ preview: { token: string } }>(t, practice, post('preview', change));
  await asManager(t, practice, post('change', { ...change, preview: body.preview.token }));
  const [item] = (await t.stripe.subscriptions.retrieve(remote_id ?? '')).items.data;
  await complete(t, practice, 53);
  await eventually(async () => expect(await unreported(practice)).toBe(0));

  await t.advance(21 * 86_400);

  const period = { startsAt: new Date((item?.current_period_start ?? 0) * 1000), endsAt: new Date((item?.current_period_end ?? 0) * 1000) };
  const since = new Date(Number(body.preview.token.split('.')[0]));
  const discounted = '425.00';
  const expected = toCents(prorate('0', discounted, since, period).sum) + toCents('99.00') + toCents(discounted) + 3n * toCents('2.00');
  const [invoice] = (await t.stripe.invoices.list({ subscription: remote_id ?? '', limit: 1 })).data;
  expect(invoice).toMatchObject({ billing_reason: 'subscription_cycle', status: 'paid' });
  expect(BigInt(invoice?.total ?? 0)).toBe(expected);
  await eventually(async () => expect((await current(t, practice)).usage).toMatchObject({ used: 0, extra: 0 }));
}, 40_000);

test('a use that missed the invoice of its period is billed with the next one', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  // Not the report itself is refused but what it asks first: one under way while the clock jumps would still name the period before.
  await t.control('/__fault', { vendor: 'stripe', kind: '503', times: 500, path: '/v1/subscriptions' });
  await complete(t, practice, 52);
  await t.advance(MONTH_SECONDS);
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });

  await eventually(async () => {
    await reportUsage(t.deps, practice.organization.id);
    expect(await unreported(practice)).toBe(0);
  }, 30_000);
  const upcoming = await t.stripe.invoices.createPreview({ subscription: remote_id ?? '' });

  expect(upcoming.total).toBe(9_900 + 2 * 200);
}, 60_000);
