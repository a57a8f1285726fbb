import { expect, test, vi } from 'vitest';
import { daySeconds, january, makeCatalog, makeCustomer, startSandbox, webhookSecret, type TestSandbox } from './sandbox.test-kit.ts';

const february = Date.UTC(2026, 1, 1) / 1000;

function receivedTypes(kit: TestSandbox): string[] {
  return kit.deliveries.map(({ body, signature }) => kit.stripe.webhooks.constructEvent(body, signature, webhookSecret).type);
}

async function arrived(kit: TestSandbox, count: number): Promise<void> {
  await vi.waitFor(() => expect(kit.deliveries.length).toBeGreaterThanOrEqual(count), { timeout: 4_000, interval: 20 });
}

test('every change is told in order with a signature the SDK accepts', async () => {
  const kit = await startSandbox({ withReceiver: true });
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  await arrived(kit, 14);
  kit.deliveries.length = 0;

  await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }] });
  await kit.advanceTo(february + 3600);

  expect(receivedTypes(kit)).toEqual([
    'invoice.created',
    'customer.subscription.created',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
    'invoice.created',
    'customer.subscription.updated',
    'invoice.finalized',
    'invoice.paid',
    'invoice.payment_succeeded',
  ]);
});

test('an event carries the version, the request that caused it and what was there before', async () => {
  const kit = await startSandbox();
  const customer = await kit.stripe.customers.create({ name: 'Before' });

  await kit.stripe.customers.update(customer.id, { name: 'After' }, { idempotencyKey: 'rename' });

  const [event] = (await kit.stripe.events.list({ type: 'customer.updated' })).data;
  expect(event).toMatchObject({
    api_version: '2026-10-28.endive',
    data: { object: { name: 'After' }, previous_attributes: { name: 'Before' } },
    request: { idempotency_key: 'rename' },
  });
});

test('duplicate mode sends each event three times', async () => {
  const kit = await startSandbox({ withReceiver: true });
  kit.sandbox.setWebhookMode('duplicate');

  const customer = await kit.stripe.customers.create({ name: 'A' });
  await arrived(kit, 3);

  expect(kit.deliveries.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => kit.deliveries[0]?.body));
  expect(kit.deliveries[0]?.body).toContain(customer.id);
});

test('shuffle mode sends all events, in another order', async () => {
  const kit = await startSandbox({ withReceiver: true });
  kit.sandbox.setWebhookMode('shuffle');
  const made = [];
  for (let count = 0; count < 20; count += 1) made.push((await kit.stripe.customers.create({ name: `n${count}` })).id);

  await arrived(kit, 20);

  const order = kit.deliveries.map(({ body, signature }) => kit.stripe.webhooks.constructEvent(body, signature, webhookSecret));
  const ids = order.map((event) => (event.type === 'customer.created' ? event.data.object.id : ''));
  expect(ids.toSorted()).toEqual(made.toSorted());
  expect(ids).not.toEqual(made);
});

test('lost events never arrive but can be asked for', async () => {
  const kit = await startSandbox({ withReceiver: true });
  kit.sandbox.setWebhookMode('lose');
  await kit.stripe.customers.create({ name: 'lost' });
  kit.sandbox.setWebhookMode('normal');

  await kit.stripe.customers.create({ name: 'told' });
  await arrived(kit, 1);

  expect(kit.deliveries).toHaveLength(1);
  expect((await kit.stripe.events.list({ type: 'customer.created', created: { gte: january } })).data).toHaveLength(2);
});

test('delayed events come late', async () => {
  const kit = await startSandbox({ withReceiver: true });
  kit.sandbox.setWebhookMode('delay');

  await kit.stripe.customers.create({ name: 'late' });
  const early = kit.deliveries.length;
  await arrived(kit, 1);

  expect(early).toBe(0);
});

test('a clock moved far stops at each step, so that usage reported on the draft is still billed', async () => {
  const kit = await startSandbox({ withReceiver: true });
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }, { price: catalog.overage }] });
  kit.receiver.react = async (body) => {
    if (!body.includes('"type": "invoice.created"') || !body.includes('subscription_cycle')) return;
    await kit.stripe.billing.meterEvents.create({
      event_name: 'extra_checks',
      timestamp: february - 60,
      identifier: 'flushed late',
      payload: { stripe_customer_id: customer, value: '4' },
    });
  };

  await kit.advanceTo(february + 10 * daySeconds);

  const [renewal] = (await kit.stripe.invoices.list({ customer, limit: 1 })).data;
  expect(renewal).toMatchObject({ status: 'paid', total: 10_500, created: february });
});

test('a refused event is sent again until it is taken', async () => {
  const kit = await startSandbox({ withReceiver: true });
  kit.receiver.status = 500;
  await kit.stripe.customers.create({ name: 'A' });
  await arrived(kit, 1);
  await kit.advanceTo(january + 10);
  kit.receiver.status = 200;

  await kit.advanceTo(january + daySeconds);

  expect(kit.deliveries).toHaveLength(3);
  expect((await kit.stripe.events.list()).data.map((event) => event.pending_webhooks)).toEqual([0]);
});
