import fc from 'fast-check';
import { Client } from 'pg';
import type { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aPractice,
  asManager,
  current,
  customerOf,
  eventually,
  openPage,
  pay,
  post,
  PRACTICE,
  STARTER,
  startBillingApp,
  subscribe,
  type BillingApp,
  type Practice,
} from '../../../test/billing.ts';
import { startWorkers } from '../../workers.ts';
import { reconcileBilling } from './reconcile-billing.ts';
import { syncSubscription } from './sync-subscription.ts';

let t: BillingApp;
beforeAll(async () => {
  t = await startBillingApp();
});
afterAll(async () => await t.close());

const SECRET = 'whsec_sandbox';
/** The soak (bench/soak/billing) delivers them in 200. */
const ORDERS = 8;
const anEvent = (id: string) =>
  JSON.stringify({
    id,
    object: 'event',
    type: 'invoice.paid',
    created: 1,
    data: { object: { object: 'invoice', customer: 'cus_nobody' } },
  });
const sign = (payload: string, secret = SECRET, timestamp = Math.floor(Date.now() / 1000)) =>
  t.stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

const send = async (payload: string | Buffer, headers: Record<string, string>) =>
  (
    await t.call(null, {
      method: 'POST',
      url: '/api/v1/webhooks/stripe',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
  ).statusCode;

const deliver = async (body: string) => await send(body, { 'stripe-signature': sign(body) });

const storedEvents = async () =>
  await t.deps.db.withoutOrganization(
    async (tx) => await tx.queryOnce<{ id: string; open: boolean }>('SELECT id, processed_at IS NULL AS open FROM billing_events', []),
  );

/** All that is stored of the subscription but when it was looked at. */
const rowOf = async ({ organization }: Practice) =>
  await t.deps.db.asOrganization(
    organization.id,
    async (tx) => await tx.queryOnce(`SELECT to_jsonb(s) - 'updated_at' AS row FROM subscriptions s`, []),
  );

/** A row that nothing at the provider says. */
const garble = async ({ organization }: Practice) =>
  await t.deps.db.asOrganization(organization.id, async (tx) => {
    await tx.queryOnce(`UPDATE subscriptions SET status = 'unpaid', has_feature_reimbursement = true, current_period_ends_at = NULL`, []);
  });

const openEvents = async () =>
  await t.deps.db.withoutOrganization(async (tx) => await tx.queryOnce('SELECT id FROM billing_events WHERE processed_at IS NULL', []));

const isAbout = ({ data }: Stripe.Event, customer: string): boolean => 'customer' in data.object && data.object.customer === customer;

test('an event with a good signature is kept once, however often it comes', async () => {
  const body = anEvent('evt_known');

  const answers = [];
  for (let time = 0; time < 3; time += 1) answers.push(await send(body, { 'stripe-signature': sign(body) }));

  expect(answers).toEqual([200, 200, 200]);
  expect((await storedEvents()).filter(({ id }) => id === 'evt_known')).toHaveLength(1);
});

test('while the secret is rolled both the old and the new one are good', async () => {
  const rolling = await startBillingApp({ env: { STRIPE_WEBHOOK_SECRET: 'whsec_sandbox, whsec_next' }, workers: false });
  const answers = [];
  for (const secret of ['whsec_sandbox', 'whsec_next', 'whsec_other']) {
    const body = anEvent(`evt_${secret}`);
    const headers = { 'content-type': 'application/json', 'stripe-signature': sign(body, secret) };
    answers.push((await rolling.call(null, { method: 'POST', url: '/api/v1/webhooks/stripe', payload: body, headers })).statusCode);
  }
  await rolling.close();

  expect(answers).toEqual([200, 200, 400]);
});

test.each([
  ['without a signature', () => ({})],
  ['with a signature by another secret', (body: string) => ({ 'stripe-signature': sign(body, 'whsec_other') })],
  ['signed ten minutes ago', (body: string) => ({ 'stripe-signature': sign(body, SECRET, Math.floor(Date.now() / 1000) - 600) })],
  ['signed over other bytes', (body: string) => ({ 'stripe-signature': sign(`${body} `) })],
  ['of another content type', (body: string) => ({ 'stripe-signature': sign(body), 'content-type': 'text/plain' })],
])('an event %s is refused and leaves nothing', async (_how, headers) => {
  const body = anEvent('evt_refused');

  expect(await send(body, headers(body))).toBe(400);
  expect((await storedEvents()).map(({ id }) => id)).not.toContain('evt_refused');
});

test('a body of ten megabytes is refused unread', async () => {
  const body = Buffer.alloc(10 * 1024 * 1024, 32);

  expect(await send(body, { 'stripe-signature': sign('x') })).toBe(413);
});

test.each(['duplicate', 'shuffle', 'delay'])(
  'events delivered in the way %s leave the subscription as it is at the provider',
  async (mode) => {
    const practice = await aPractice(t);
    await t.control('/__webhooks', { mode });

    const { remote_id } = await subscribe(t, practice);
    await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: true });
    await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: false });
    await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));
    await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: true });
    await eventually(async () =>
      expect((await current(t, practice)).subscription).toMatchObject({ plan_id: PRACTICE, has_cancelled: true }),
    );
    await t.control('/__webhooks', { mode: 'normal' });

    await eventually(async () => expect((await storedEvents()).filter(({ open }) => open)).toEqual([]));
    expect((await current(t, practice)).subscription).toMatchObject({ plan_id: PRACTICE, has_cancelled: true, status: 'active' });
  },
);

test('fifty events, each three times, in any order: the row is the same every time', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  const customer = await customerOf(t, practice);
  await t.control('/__webhooks', { mode: 'lose' });
  const told: Stripe.Event[] = [];
  for (let leaves = true; told.length < 50; leaves = !leaves) {
    await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: leaves });
    told.splice(0, told.length, ...(await t.stripe.events.list({ limit: 100 })).data.filter((event) => isAbout(event, customer)));
  }
  await t.control('/__webhooks', { mode: 'normal' });
  const thrice = Array.from({ length: 3 * 50 }, (_, place) => place % 50);
  await syncSubscription(t.deps, practice.organization.id);
  const isTrue = await rowOf(practice);

  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(thrice, { minLength: thrice.length }), async (order) => {
      runs += 1;
      const bodies = told.slice(0, 50).map((event) => JSON.stringify({ ...event, id: `${event.id}_${runs}` }));
      await garble(practice);
      const answers = await Promise.all(order.map(async (place) => await deliver(bodies[place] ?? '')));
      await eventually(async () => expect(await openEvents()).toEqual([]), 20_000);
      expect(new Set(answers)).toEqual(new Set([200]));
      expect(await rowOf(practice)).toEqual(isTrue);
    }),
    { numRuns: ORDERS, endOnFailure: true },
  );

  expect(runs).toBe(ORDERS);
}, 120_000);

test('looks that overlap in any order end with what is true at the provider', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  const step = fc.constantFrom<'keep' | 'leave' | 'look' | 'look twice'>('keep', 'leave', 'look', 'look twice');

  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const looks: Promise<void>[] = [];
      let isLeaving = false;
      for (const one of steps) {
        if (one === 'look' || one === 'look twice') looks.push(syncSubscription(t.deps, practice.organization.id));
        if (one === 'look twice') looks.push(syncSubscription(t.deps, practice.organization.id));
        if (one === 'keep' || one === 'leave') {
          isLeaving = one === 'leave';
          await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: isLeaving });
        }
      }
      await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: isLeaving });
      await Promise.all([...looks, syncSubscription(t.deps, practice.organization.id)]);

      expect((await current(t, practice)).subscription?.has_cancelled).toBe(isLeaving);
    }),
    { numRuns: 10 },
  );
}, 60_000);

test('events stored by a process that died before it looked are dealt with by the next', async () => {
  const dying = await startBillingApp({ workers: false });
  const practice = await aPractice(dying);
  const paid = await pay(await openPage(dying, practice, { plan_id: STARTER }));
  const events = async () =>
    await dying.deps.db.withoutOrganization(
      async (tx) =>
        await tx.queryOnce<{ open: boolean }>(
          'SELECT processed_at IS NULL AS open FROM billing_events WHERE remote_customer_id IS NOT NULL',
          [],
        ),
    );
  await eventually(async () => expect((await events()).length).toBeGreaterThan(3));
  const before = (await current(dying, practice)).subscription;

  await startWorkers(dying.deps, dying);

  await eventually(async () => expect((await events()).filter(({ open }) => open)).toEqual([]));
  expect([paid.status, before]).toEqual([303, null]);
  expect((await current(dying, practice)).subscription).toMatchObject({ status: 'active', plan_id: STARTER });
  await dying.close();
});

test('events whose job gave up after hours without the provider are taken up by the comparison', async () => {
  const waiting = await startBillingApp({ workers: false });
  const practice = await aPractice(waiting);
  await pay(await openPage(waiting, practice, { plan_id: STARTER }));
  const isStored = async () =>
    await waiting.deps.db.withoutOrganization(
      async (tx) => await tx.queryOnce('SELECT FROM billing_events WHERE processed_at IS NULL AND remote_customer_id IS NOT NULL', []),
    );
  await eventually(async () => expect((await isStored()).length).toBeGreaterThan(3));
  const database = new Client({ connectionString: waiting.databaseUrl });
  await database.connect();
  await database.query(`DELETE FROM pgboss.job WHERE name = 'sync-subscription'`);
  // The provider has nothing to tell that was not told before.
  await database.query(`UPDATE billing_catalog SET events_seen_until = now() + interval '1 day'`);
  await database.end();

  await reconcileBilling(waiting.deps);
  await startWorkers(waiting.deps, waiting);

  await eventually(async () => expect(await isStored()).toEqual([]));
  expect((await current(waiting, practice)).subscription).toMatchObject({ status: 'active', plan_id: STARTER });
  await waiting.close();
}, 40_000);

test('lost events are made good by the comparison', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  await t.control('/__webhooks', { mode: 'lose' });
  await t.stripe.subscriptions.cancel(remote_id ?? '');
  const before = (await current(t, practice)).subscription;
  await t.control('/__webhooks', { mode: 'normal' });

  await reconcileBilling(t.deps);

  expect(before).toMatchObject({ status: 'active' });
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status: 'canceled', is_active: false }));
});

test('while the provider is away a person reads so, nothing changes, and events are dealt with later', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  await t.stripe.subscriptions.update(remote_id ?? '', { cancel_at_period_end: true });
  await t.control('/__fault', { vendor: 'stripe', kind: '500', times: 1000 });

  const answer = await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));
  const meanwhile = (await current(t, practice)).subscription;
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });

  expect(answer.status).toBe(502);
  expect(answer.body.errors['NOFIELD']).toEqual(['The payment provider cannot be reached. Please try again later.']);
  expect(meanwhile).toMatchObject({ plan_id: STARTER, has_cancelled: false });
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ has_cancelled: true }), 25_000);
}, 40_000);

test('a change whose answer was lost is carried out once', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  await t.control('/__fault', { vendor: 'stripe', kind: 'lost', times: 1, path: `/v1/subscriptions/${remote_id}` });

  const answer = await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));

  const upcoming = await t.stripe.invoices.createPreview({ subscription: remote_id ?? '' });
  const prorated = upcoming.lines.data.filter((line) => line.parent?.subscription_item_details?.proration === true);
  expect(answer).toMatchObject({ status: 200, body: { subscription: { plan_id: PRACTICE } } });
  expect(prorated).toHaveLength(2);
});
