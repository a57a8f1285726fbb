/** What people and money see of a payment provider that fails now and then, or for hours. */
import type { Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aPractice,
  asManager,
  changeCardAndWait,
  complete,
  current,
  customerOf,
  eventually,
  GOOD_CARD,
  GROUP,
  pay,
  post,
  STARTER,
  startBillingApp,
  submitInquiry,
  subscribe,
  type BillingApp,
  type Practice,
} from '../../../test/billing.ts';
import { withBillingLease } from './billing-lease.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { reportUsage } from './report-usage.ts';

let t: BillingApp;
beforeAll(async () => {
  t = await startBillingApp();
});
afterAll(async () => await t.close());

const AWAY = 'The payment provider cannot be reached. Please try again later.';
const LOST = 'The answer of the payment provider was lost. The change may have been made all the same: please look before you try again.';
const TOO_SLOW =
  'The payment provider takes too long to answer. A change may have been made all the same: please reload the page in a minute and look before you try again.';
const allWell = async () => await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });

/** Does it again for as long as the provider is said to be away, as a person does. */
async function untilTaken<Body>(practice: Practice, request: InjectOptions): Promise<Body> {
  for (let times = 0; times < 20; times += 1) {
    const { status, body } = await asManager<Body>(t, practice, request);
    if (status === 200) return body;
    expect(status).toBe(502);
    expect([[AWAY], [LOST]]).toContainEqual(body.errors['NOFIELD']);
  }
  throw new Error('the provider stayed away');
}

/** Everything that was ever sold to a practice, and what it was charged. */
async function accountOf(practice: Practice) {
  const customer = await customerOf(t, practice);
  const [subscriptions, invoices] = [
    await t.stripe.subscriptions.list({ customer, status: 'all' }),
    await t.stripe.invoices.list({ customer }),
  ];
  const upcoming = await t.stripe.invoices.createPreview({ subscription: subscriptions.data[0]?.id ?? '' });
  return {
    subscriptions: subscriptions.data.length,
    charged: invoices.data.map((invoice) => invoice.amount_paid),
    prorations: upcoming.lines.data.filter((line) => line.parent?.subscription_item_details?.proration === true).length,
  };
}

test.each([
  // One more than the client repeats by itself: people get to see some of these.
  ['answers 500', '500', 1, 4],
  ['answers 500', '500', 3, 100],
  ['cuts the connection', 'reset', 3, 100],
  ['loses the answer', 'lost', 3, 100],
])(
  'a provider that %s (%s, each %i. call) charges once and sells once, whatever is pressed again',
  async (_what, kind, every, times) => {
    const practice = await aPractice(t);
    await t.control('/__fault', { vendor: 'stripe', kind, every, times, path: '/v1' });

    const opened = await untilTaken<{ redirect_url: string }>(practice, post('checkout-session', { plan_id: STARTER }));
    expect((await pay(opened.redirect_url)).status).toBe(303);
    await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status: 'active' }), 25_000);
    await untilTaken(practice, post('change', { new_plan_id: GROUP }));
    await untilTaken(practice, post('change', { has_feature_reimbursement: true }));
    await untilTaken(practice, post('portal-session'));
    await allWell();

    const expected = { plan_id: GROUP, has_feature_reimbursement: true, status: 'active' };
    await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject(expected));
    expect(await accountOf(practice)).toEqual({ subscriptions: 1, charged: [9_900], prorations: 3 });
  },
  60_000,
);

test('a call that is never answered is given up and repeated as the same call', async () => {
  const [buyer, changer] = [await aPractice(t), await aPractice(t)];
  const { remote_id } = await subscribe(t, changer);
  await t.control('/__fault', { vendor: 'stripe', kind: 'late-hang', times: 1, path: `/v1/subscriptions/${remote_id}` });
  await t.control('/__fault', { vendor: 'stripe', kind: 'late-hang', times: 1, path: '/v1/customers' });

  const [page, changed] = await Promise.all([
    untilTaken<{ redirect_url: string }>(buyer, post('checkout-session', { plan_id: STARTER })),
    untilTaken<{ subscription: Subscription }>(changer, post('change', { new_plan_id: GROUP })),
  ]);
  await pay(page.redirect_url);

  expect(changed.subscription.plan_id).toBe(GROUP);
  expect(await accountOf(changer)).toEqual({ subscriptions: 1, charged: [9_900], prorations: 2 });
  const { data } = await t.stripe.customers.list({ email: buyer.manager.email });
  expect(data).toHaveLength(1);
  expect(await accountOf(buyer)).toEqual({ subscriptions: 1, charged: [9_900], prorations: 0 });
}, 90_000);

test('nobody waits for a provider that answers nothing for longer than 25 seconds, and the words do not say that nothing was done', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  await t.control('/__fault', { vendor: 'stripe', kind: 'late-hang', times: 20, path: `/v1/subscriptions/${remote_id}` });
  const startedAt = performance.now();

  const { status, body } = await asManager(t, practice, post('change', { new_plan_id: GROUP }));

  const seconds = (performance.now() - startedAt) / 1000;
  await allWell();
  // Twenty answers that never come would take minutes; a busy machine takes a few seconds more than was waited.
  expect(seconds).toBeLessThan(40);
  expect([status, body.errors['NOFIELD']]).toEqual([502, [TOO_SLOW]]);
  expect((await untilTaken<{ subscription: Subscription }>(practice, post('change', { new_plan_id: GROUP }))).subscription.plan_id).toBe(
    GROUP,
  );
  expect(await accountOf(practice)).toEqual({ subscriptions: 1, charged: [9_900], prorations: 2 });
}, 90_000);

test('whoever waited so long for the provider that another change began does not carry out his own', async () => {
  const { organization } = await aPractice(t);
  const done: string[] = [];
  const slow = withBillingLease(t.deps, organization.id, async (keep) => {
    t.turnClock(121_000);
    await withBillingLease(t.deps, organization.id, async (keepOther) => {
      await keepOther();
      done.push('other');
      await expect(keep()).rejects.toThrow();
    });
    await keep();
    done.push('slow');
  });

  await expect(slow).rejects.toThrow();
  await withBillingLease(t.deps, organization.id, async (keep) => {
    await keep();
    done.push('next');
  });
  expect(done).toEqual(['other', 'next']);
});

test('hours without the provider: people work on, and afterwards nothing is lost and nothing is there twice', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  await complete(t, practice, 49);
  await t.control('/__fault', { vendor: 'stripe', kind: '503', times: 100_000, path: '/v1' });

  const worked = [await submitInquiry(t, practice, 'XAWAY0001'), await submitInquiry(t, practice, 'XAWAY0002')];
  const asked = [
    await asManager(t, practice, post('change', { new_plan_id: GROUP })),
    await asManager(t, practice, post('preview', { new_plan_id: GROUP })),
    await asManager(t, practice, post('portal-session')),
    await asManager(t, await aPractice(t), post('checkout-session', { plan_id: STARTER })),
  ];
  await t.advance(5 * 3600);
  const read = await current(t, practice);
  await complete(t, practice, 3);
  await allWell();
  await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: true });
  await reconcileBilling(t.deps);
  await eventually(async () => await reportUsage(t.deps, practice.organization.id), 25_000);
  await changeCardAndWait(t, practice, GOOD_CARD);

  expect(worked.map(({ body }) => body.inquiry.status)).toEqual(['complete', 'complete']);
  expect(asked.map(({ status, body }) => [status, body.errors['NOFIELD']])).toEqual(asked.map(() => [502, [AWAY]]));
  expect(read).toMatchObject({ subscription: { plan_id: STARTER, is_active: true }, usage: { used: 51, extra: 1 } });
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ has_cancelled: true }));
  const upcoming = await t.stripe.invoices.createPreview({ subscription: remote_id ?? '' });
  expect(upcoming.lines.data.map(({ quantity, amount }) => [quantity, amount])).toEqual([[4, 800]]);
  expect(await accountOf(practice)).toEqual({ subscriptions: 1, charged: [9_900], prorations: 0 });
}, 90_000);
