import { expect, test } from 'vitest';
import { retryDays } from './invoice-payment.ts';
import { daySeconds, january, makeCatalog, makeCustomer, startSandbox, type TestSandbox } from './sandbox.test-kit.ts';

const february = Date.UTC(2026, 1, 1) / 1000;
const hour = 3600;

async function subscribed(options?: Parameters<typeof startSandbox>[0]) {
  const kit = await startSandbox(options);
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const subscription = await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }, { price: catalog.overage }] });
  return { ...kit, catalog, customer, subscription };
}

type Subscribed = Awaited<ReturnType<typeof subscribed>>;

async function statusOf(kit: Subscribed): Promise<string> {
  return (await kit.stripe.subscriptions.retrieve(kit.subscription.id)).status;
}

async function latestInvoice(kit: Subscribed) {
  const [invoice] = (await kit.stripe.invoices.list({ customer: kit.customer, limit: 1 })).data;
  if (!invoice) throw new Error('no invoice');
  return invoice;
}

async function use(kit: TestSandbox, customer: string, identifier: string, value = '1'): Promise<void> {
  await kit.stripe.billing.meterEvents.create({
    event_name: 'extra_checks',
    identifier,
    timestamp: kit.now(),
    payload: { stripe_customer_id: customer, value },
  });
}

async function breakCard(kit: Subscribed): Promise<void> {
  const method = await kit.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: kit.customer });
  await kit.stripe.customers.update(kit.customer, { invoice_settings: { default_payment_method: method.id } });
}

test('a new subscription is paid at once and its items carry the period', async () => {
  const kit = await subscribed();

  expect(kit.subscription).toMatchObject({ status: 'active', billing_mode: { type: 'flexible' } });
  expect(kit.subscription.items.data[0]).toMatchObject({ current_period_start: january, current_period_end: february, quantity: 1 });
  expect(kit.subscription.items.data[1]?.quantity).toBeUndefined();
});

test('a renewal is a draft for an hour, takes in late usage, and is then paid', async () => {
  const kit = await subscribed();
  await use(kit, kit.customer, 'in-time', '2');
  await kit.advanceTo(february);
  const draft = await latestInvoice(kit);
  await kit.stripe.billing.meterEvents.create({
    event_name: 'extra_checks',
    identifier: 'late',
    timestamp: february - 1,
    payload: { stripe_customer_id: kit.customer, value: '3' },
  });

  await kit.advanceTo(february + hour);

  expect(draft).toMatchObject({ status: 'draft', billing_reason: 'subscription_cycle', total: 10_250 });
  expect(await kit.stripe.invoices.retrieve(draft.id)).toMatchObject({ status: 'paid', total: 10_625, amount_paid: 10_625 });
});

test('what create_preview shows is what the renewal bills, with overage, add-on, promotion and credit', async () => {
  const kit = await subscribed();
  await kit.stripe.customers.update(kit.customer, { balance: -1_234 });
  const coupon = await kit.stripe.coupons.create({ percent_off: 33, duration: 'forever' });
  const code = await kit.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'THIRD' });
  await kit.advanceDays(10);
  await kit.stripe.subscriptions.update(kit.subscription.id, {
    items: [{ price: kit.catalog.addOn, discounts: [{ promotion_code: code.id }] }],
  });
  await use(kit, kit.customer, 'u1', '7');
  const preview = await kit.stripe.invoices.createPreview({ subscription: kit.subscription.id });

  await kit.advanceTo(february + hour);

  const billed = await latestInvoice(kit);
  const proration = Math.round((50_000 * 0.67 * 21) / 31);
  expect(billed.total).toBe(proration + 7 * 125 + 10_000 + 33_500);
  expect(billed.amount_paid).toBe(billed.total - 1_234);
  for (const key of ['subtotal', 'total', 'amount_due', 'starting_balance', 'ending_balance'] as const)
    expect(billed[key]).toBe(preview[key]);
  expect(billed.lines.data.map((line) => line.amount)).toEqual(preview.lines.data.map((line) => line.amount));
});

test('a credit larger than the invoice stays on the balance and pays the next ones', async () => {
  const kit = await subscribed();
  await kit.advanceDays(1);
  const added = await kit.stripe.subscriptions.update(kit.subscription.id, {
    items: [{ price: kit.catalog.addOn }],
    proration_behavior: 'always_invoice',
  });
  const item = added.items.data.find((one) => one.price.id === kit.catalog.addOn);
  await kit.stripe.subscriptions.update(kit.subscription.id, { items: [{ id: item?.id, deleted: true }] });

  await kit.advanceTo(february + hour);

  const renewal = await latestInvoice(kit);
  const customer = await kit.stripe.customers.retrieve(kit.customer);
  expect(renewal.total).toBe(10_000 - 48_387);
  expect(renewal).toMatchObject({ status: 'paid', amount_due: 0, ending_balance: 10_000 - 48_387 });
  expect(customer).toMatchObject({ balance: 10_000 - 48_387 });
});

test('a discount that lasts once is on one invoice, a repeating one for its months', async () => {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const once = await kit.stripe.coupons.create({ amount_off: 1_000, currency: 'usd', duration: 'once' });
  const twice = await kit.stripe.coupons.create({ percent_off: 10, duration: 'repeating', duration_in_months: 2 });
  await kit.stripe.subscriptions.create({
    customer,
    items: [
      { price: catalog.base, discounts: [{ coupon: once.id }] },
      { price: catalog.addOn, discounts: [{ coupon: twice.id }] },
    ],
  });

  await kit.advanceDays(95);

  const totals = (await kit.stripe.invoices.list({ customer })).data.map((invoice) => invoice.total).toReversed();
  expect(totals).toEqual([9_000 + 45_000, 10_000 + 45_000, 10_000 + 50_000, 10_000 + 50_000]);
});

test('a failing card makes the subscription past due, is tried again on the ladder, and then unpaid', async () => {
  const kit = await subscribed();
  await breakCard(kit);
  await kit.advanceTo(february + hour);
  const failed = await latestInvoice(kit);
  const seen = [await statusOf(kit)];

  for (const days of retryDays) {
    await kit.advanceTo(february + hour + days * daySeconds);
    seen.push(await statusOf(kit));
  }

  expect(failed).toMatchObject({ status: 'open', attempt_count: 1, next_payment_attempt: february + hour + daySeconds });
  expect(seen).toEqual([...Array.from({ length: retryDays.length }, () => 'past_due'), 'unpaid']);
  expect(await kit.stripe.invoices.retrieve(failed.id)).toMatchObject({ status: 'open', attempt_count: 9, next_payment_attempt: null });
});

test('paying the open invoice revives an unpaid subscription', async () => {
  const kit = await subscribed();
  await breakCard(kit);
  await kit.advanceTo(february + 20 * daySeconds);
  const open = await latestInvoice(kit);
  const good = await kit.stripe.paymentMethods.attach('pm_card_visa', { customer: kit.customer });

  const refused = kit.stripe.invoices.pay(open.id);
  await expect(refused).rejects.toMatchObject({ type: 'StripeCardError', code: 'card_declined' });
  const before = await statusOf(kit);
  await kit.stripe.invoices.pay(open.id, { payment_method: good.id });

  expect([before, await statusOf(kit)]).toEqual(['unpaid', 'active']);
});

test('invoices of an unpaid subscription stay drafts', async () => {
  const kit = await subscribed();
  await breakCard(kit);

  await kit.advanceTo(Date.UTC(2026, 2, 20) / 1000);

  expect(await latestInvoice(kit)).toMatchObject({ status: 'draft', auto_advance: false });
  expect(await statusOf(kit)).toBe('unpaid');
});

test("the subscription's own card is charged before the customer's default one", async () => {
  const kit = await subscribed();
  const bad = await kit.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: kit.customer });
  await kit.stripe.subscriptions.update(kit.subscription.id, { default_payment_method: bad.id });

  await kit.advanceTo(february + hour);

  expect(await statusOf(kit)).toBe('past_due');
});

test('a first invoice that fails leaves the subscription incomplete and expires it after 23 hours', async () => {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe, 'pm_card_chargeCustomerFail');
  const subscription = await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }] });

  await kit.advanceTo(january + 23 * hour);

  expect(subscription.status).toBe('incomplete');
  expect((await kit.stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete_expired');
  expect((await kit.stripe.invoices.list({ customer })).data.map((invoice) => invoice.status)).toEqual(['void']);
});

test('cancelled at the end of the period, it runs until then and bills its last usage', async () => {
  const kit = await subscribed();
  await use(kit, kit.customer, 'u1', '4');
  await kit.stripe.subscriptions.update(kit.subscription.id, { cancel_at_period_end: true });
  await kit.advanceTo(february - 1);
  const before = await statusOf(kit);

  await kit.advanceTo(february + hour);

  expect([before, await statusOf(kit)]).toEqual(['active', 'canceled']);
  expect(await latestInvoice(kit)).toMatchObject({ total: 500, status: 'paid' });
  expect((await kit.stripe.events.list({ type: 'customer.subscription.deleted' })).data).toHaveLength(1);
});

test('cancelled at once it ends at once, and can only be annotated afterwards', async () => {
  const kit = await subscribed();

  const ended = await kit.stripe.subscriptions.cancel(kit.subscription.id);

  expect(ended).toMatchObject({ status: 'canceled', ended_at: kit.now() });
  await expect(kit.stripe.subscriptions.update(kit.subscription.id, { items: [{ price: kit.catalog.addOn }] })).rejects.toMatchObject({
    statusCode: 400,
  });
  await kit.advanceDays(60);
  expect((await kit.stripe.invoices.list({ customer: kit.customer })).data).toHaveLength(1);
});

test('cancelled at once with proration, unused time is credited and usage billed', async () => {
  const kit = await subscribed();
  await use(kit, kit.customer, 'u1', '2');
  await kit.advanceDays(15);

  await kit.stripe.subscriptions.cancel(kit.subscription.id, { prorate: true, invoice_now: true });

  expect(await latestInvoice(kit)).toMatchObject({ total: 250 - 5_161, status: 'paid', amount_due: 0 });
  expect(await kit.stripe.customers.retrieve(kit.customer)).toMatchObject({ balance: 250 - 5_161 });
});

test('a fixed amount off the whole subscription is spread over its lines and taken once per invoice', async () => {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const coupon = await kit.stripe.coupons.create({ amount_off: 1_000, currency: 'usd', duration: 'forever' });
  const items = [{ price: catalog.base }, { price: catalog.addOn }];
  await kit.stripe.subscriptions.create({ customer, items, discounts: [{ coupon: coupon.id }] });

  await kit.advanceDays(32);

  const invoices = (await kit.stripe.invoices.list({ customer })).data;
  expect(invoices.map((invoice) => invoice.total)).toEqual([59_000, 59_000]);
  expect(invoices[0]?.lines.data.map((line) => line.discount_amounts?.map((one) => one.amount))).toEqual([[167], [833]]);
  expect((await kit.stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(1);
});

test('an amount below the smallest charge is moved to the balance', async () => {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const coupon = await kit.stripe.coupons.create({ amount_off: 9_970, currency: 'usd', duration: 'once' });

  await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }], discounts: [{ coupon: coupon.id }] });

  const [invoice] = (await kit.stripe.invoices.list({ customer })).data;
  expect(invoice).toMatchObject({ total: 30, amount_due: 0, status: 'paid', ending_balance: 30 });
});

test('a paused subscription is not billed; resumed it begins a new period', async () => {
  const kit = await subscribed();
  const paused = await kit.stripe.subscriptions.pause(kit.subscription.id);
  await kit.advanceDays(60);

  const resumed = await kit.stripe.subscriptions.resume(kit.subscription.id);

  expect([paused.status, resumed.status]).toEqual(['paused', 'active']);
  expect(resumed.items.data[0]?.current_period_start).toBe(kit.now());
  expect((await kit.stripe.invoices.list({ customer: kit.customer })).data).toHaveLength(2);
});

test('a trial costs nothing and is followed by the first paid period', async () => {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const trial = await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }], trial_period_days: 14 });

  await kit.advanceDays(15);

  const later = await kit.stripe.subscriptions.retrieve(trial.id);
  expect([trial.status, later.status]).toEqual(['trialing', 'active']);
  expect((await kit.stripe.invoices.list({ customer })).data.map((invoice) => invoice.total)).toEqual([10_000, 0]);
});

test('a subscription begun on the 31st renews on the last day of shorter months', async () => {
  const kit = await startSandbox({ start: Date.UTC(2026, 0, 31) / 1000 });
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }] });

  await kit.advanceDays(91);

  const days = (await kit.stripe.invoices.list({ customer })).data.map((invoice) =>
    new Date(invoice.created * 1000).toISOString().slice(0, 10),
  );
  expect(days.toReversed()).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
});

test('an identifier counts once, however often it is reported', async () => {
  const kit = await subscribed();
  await use(kit, kit.customer, 'inquiry-1');

  await expect(use(kit, kit.customer, 'inquiry-1')).rejects.toMatchObject({ code: 'duplicate_meter_event' });

  const summary = await kit.stripe.billing.meters.listEventSummaries(kit.catalog.meter, {
    customer: kit.customer,
    start_time: january,
    end_time: february,
  });
  expect(summary.data.map((one) => one.aggregated_value)).toEqual([1]);
});

test('usage too old, too far ahead or without a customer is refused', async () => {
  const kit = await subscribed();
  const report = (more: object) =>
    kit.stripe.billing.meterEvents.create({
      event_name: 'extra_checks',
      payload: { stripe_customer_id: kit.customer, value: '1' },
      ...more,
    });

  await expect(report({ timestamp: january - 36 * daySeconds })).rejects.toMatchObject({ code: 'timestamp_too_far_in_past' });
  await expect(report({ timestamp: january + 301 })).rejects.toMatchObject({ code: 'timestamp_in_future' });
  await expect(report({ payload: { value: '1' } })).rejects.toMatchObject({ code: 'meter_event_no_customer_defined' });
  await expect(report({ event_name: 'other' })).rejects.toMatchObject({ code: 'no_meter' });
});
