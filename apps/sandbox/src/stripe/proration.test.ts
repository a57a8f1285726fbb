import { expect, test } from 'vitest';
import { daySeconds, itemOf, january, makeCatalog, makeCustomer, startSandbox } from './sandbox.test-kit.ts';

const midJanuary = january + 15 * daySeconds;

async function startOn(price: 'base' | 'pro') {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const subscription = await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog[price] }] });
  await kit.advanceTo(midJanuary);
  return { ...kit, catalog, customer, subscription };
}

/** Totals of the proration lines that wait for the next invoice, in cents. */
async function pendingLines(kit: Awaited<ReturnType<typeof startOn>>): Promise<number[]> {
  const preview = await kit.stripe.invoices.createPreview({ subscription: kit.subscription.id });
  return preview.lines.data.filter((line) => line.parent?.subscription_item_details?.proration).map((line) => line.amount);
}

test('going from 100 to 250 on the 16th credits 51.61 and charges 129.03', async () => {
  const kit = await startOn('base');

  await kit.stripe.subscriptions.update(kit.subscription.id, {
    items: [{ id: itemOf(kit.subscription, kit.catalog.base), price: kit.catalog.pro }],
    proration_behavior: 'create_prorations',
  });

  expect(await pendingLines(kit)).toEqual([-5161, 12903]);
});

test('going from 250 to 100 on the 16th gives back 77.42', async () => {
  const kit = await startOn('pro');

  await kit.stripe.subscriptions.update(kit.subscription.id, {
    items: [{ id: itemOf(kit.subscription, kit.catalog.pro), price: kit.catalog.base }],
  });

  expect(await pendingLines(kit)).toEqual([-12903, 5161]);
});

test('an add-on of 500 taken on the 16th costs 258.06', async () => {
  const kit = await startOn('base');

  await kit.stripe.subscriptions.update(kit.subscription.id, { items: [{ price: kit.catalog.addOn }] });

  expect(await pendingLines(kit)).toEqual([25806]);
});

test('an add-on taken and given up in the same second costs nothing', async () => {
  const kit = await startOn('base');
  const added = await kit.stripe.subscriptions.update(kit.subscription.id, { items: [{ price: kit.catalog.addOn }] });

  await kit.stripe.subscriptions.update(kit.subscription.id, { items: [{ id: itemOf(added, kit.catalog.addOn), deleted: true }] });

  expect((await pendingLines(kit)).reduce((a, b) => a + b, 0)).toBe(0);
});

test('without prorations a change costs nothing until the next period', async () => {
  const kit = await startOn('base');

  await kit.stripe.subscriptions.update(kit.subscription.id, { items: [{ price: kit.catalog.addOn }], proration_behavior: 'none' });

  const preview = await kit.stripe.invoices.createPreview({ subscription: kit.subscription.id });
  expect(preview.total).toBe(60_000);
});

test('a change billed at once makes an invoice that is paid', async () => {
  const kit = await startOn('base');

  const changed = await kit.stripe.subscriptions.update(kit.subscription.id, {
    items: [{ price: kit.catalog.addOn }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  });

  expect(changed.latest_invoice).toMatchObject({ total: 25_806, status: 'paid', billing_reason: 'subscription_update' });
});

test('a preview of a change billed at once is the invoice it makes', async () => {
  const kit = await startOn('base');
  const details = {
    items: [{ id: itemOf(kit.subscription, kit.catalog.base), price: kit.catalog.pro }, { price: kit.catalog.addOn }],
    proration_behavior: 'always_invoice' as const,
    proration_date: midJanuary,
  };
  const preview = await kit.stripe.invoices.createPreview({ subscription: kit.subscription.id, subscription_details: details });

  await kit.stripe.subscriptions.update(kit.subscription.id, details);

  const [billed] = (await kit.stripe.invoices.list({ customer: kit.customer, limit: 1 })).data;
  expect(billed).toMatchObject({ total: preview.total, amount_due: preview.amount_due, status: 'paid' });
  expect(billed?.lines.data.map((line) => line.amount)).toEqual([-5161, 12_903, 25_806]);
});

test('a preview leaves no trace: no discount is counted and nothing changes', async () => {
  const kit = await startOn('base');
  const coupon = await kit.stripe.coupons.create({ percent_off: 10, duration: 'forever', max_redemptions: 1 });
  const items = [{ price: kit.catalog.addOn, discounts: [{ coupon: coupon.id }] }];

  const preview = await kit.stripe.invoices.createPreview({ subscription: kit.subscription.id, subscription_details: { items } });

  expect(preview.total).toBe(23_226 + 10_000 + 45_000);
  expect((await kit.stripe.coupons.retrieve(coupon.id)).times_redeemed).toBe(0);
  expect((await kit.stripe.subscriptions.retrieve(kit.subscription.id)).items.data).toHaveLength(1);
});

test('a preview with a proration date shows what the update with that date then bills', async () => {
  const kit = await startOn('base');
  const items = [{ id: itemOf(kit.subscription, kit.catalog.base), price: kit.catalog.pro }];
  const details = { items, proration_behavior: 'create_prorations' as const, proration_date: midJanuary };
  const preview = await kit.stripe.invoices.createPreview({ subscription: kit.subscription.id, subscription_details: details });
  await kit.advanceTo(midJanuary + 400);

  await kit.stripe.subscriptions.update(kit.subscription.id, details);
  await kit.advanceDays(30);

  const [billed] = (await kit.stripe.invoices.list({ customer: kit.customer, limit: 1 })).data;
  expect(billed?.total).toBe(25_000 + 7_742);
  expect(billed?.total).toBe(preview.total);
  expect(billed?.lines.data.map((line) => line.amount)).toEqual(preview.lines.data.map((line) => line.amount));
});

test('a proration date outside the current period is refused', async () => {
  const kit = await startOn('base');

  const update = kit.stripe.subscriptions.update(kit.subscription.id, {
    items: [{ price: kit.catalog.addOn }],
    proration_date: january - 1,
  });

  await expect(update).rejects.toMatchObject({ statusCode: 400, param: 'proration_date' });
});

test('a credit takes back what was charged after the discount', async () => {
  const kit = await startOn('base');
  const coupon = await kit.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  const added = await kit.stripe.subscriptions.update(kit.subscription.id, {
    items: [{ price: kit.catalog.addOn, discounts: [{ coupon: coupon.id }] }],
  });

  await kit.stripe.subscriptions.update(kit.subscription.id, { items: [{ id: itemOf(added, kit.catalog.addOn), deleted: true }] });

  expect(await pendingLines(kit)).toEqual([12_903, -12_903]);
});

test('usage before and after a change of plan is billed at the price of its time', async () => {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const subscription = await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }, { price: catalog.overage }] });
  const use = (identifier: string) =>
    kit.stripe.billing.meterEvents.create({
      event_name: 'extra_checks',
      identifier,
      timestamp: kit.now(),
      payload: { stripe_customer_id: customer, value: '3' },
    });
  await kit.advanceTo(midJanuary - 10);
  await use('before');
  await kit.advanceTo(midJanuary);
  await kit.stripe.subscriptions.update(subscription.id, {
    items: [
      { id: itemOf(subscription, catalog.base), price: catalog.pro },
      { id: itemOf(subscription, catalog.overage), price: catalog.proOverage },
    ],
  });
  await use('after');

  await kit.advanceDays(30);

  const [billed] = (await kit.stripe.invoices.list({ customer, limit: 1 })).data;
  expect(billed?.lines.data.map((line) => line.amount)).toEqual([-5161, 12_903, 375, 240, 25_000]);
});
