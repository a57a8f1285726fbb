import type { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { goodCard, makeCatalog, makeCustomer, startSandbox, submitForm, type Catalog, type TestSandbox } from './sandbox.test-kit.ts';

type Ready = TestSandbox & { catalog: Catalog; customer: string };

async function ready(options?: Parameters<typeof startSandbox>[0]): Promise<Ready> {
  const kit = await startSandbox(options);
  const customer = await kit.stripe.customers.create({ name: 'Harbor Street Clinic', email: 'manager@example.test' });
  return { ...kit, catalog: await makeCatalog(kit.stripe), customer: customer.id };
}

async function openSession(kit: Ready, more: Stripe.Checkout.SessionCreateParams = {}): Promise<Stripe.Checkout.Session> {
  return await kit.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: kit.customer,
    client_reference_id: '01ORG',
    line_items: [{ price: kit.catalog.base, quantity: 1 }, { price: kit.catalog.overage }, { price: kit.catalog.addOn, quantity: 1 }],
    allow_promotion_codes: true,
    subscription_data: { metadata: { organization_id: '01ORG' } },
    success_url: 'http://127.0.0.1:3000/done?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:3000/plans',
    ...more,
  });
}

function urlOf(session: Stripe.Checkout.Session): string {
  return session.url ?? '';
}

test('paying on the page starts the subscription and leads back with the session id filled in', async () => {
  const kit = await ready();
  const session = await openSession(kit);

  const answer = await submitForm(urlOf(session), goodCard);

  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`http://127.0.0.1:3000/done?session=${session.id}`);
  const done = await kit.stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription', 'line_items', 'invoice'] });
  expect(done).toMatchObject({ status: 'complete', payment_status: 'paid', client_reference_id: '01ORG', amount_total: 60_000, url: null });
  expect(done.subscription).toMatchObject({ status: 'active', metadata: { organization_id: '01ORG' }, customer: kit.customer });
  expect(done.invoice).toMatchObject({ status: 'paid', total: 60_000, billing_reason: 'subscription_create' });
  expect(done.line_items?.data.map((line) => line.amount_total)).toEqual([10_000, 0, 50_000]);
});

test('the page shows items, total and a way back, and needs no script', async () => {
  const kit = await ready();

  const text = await (await fetch(urlOf(await openSession(kit)))).text();

  expect(text).toContain('Total due today');
  expect(text).toContain('$600.00');
  expect(text).toContain('href="http://127.0.0.1:3000/plans"');
  expect(text).not.toContain('<script');
});

test('a paid session cannot be paid again', async () => {
  const kit = await ready();
  const session = await openSession(kit);
  await submitForm(urlOf(session), goodCard);

  const second = await submitForm(urlOf(session), goodCard);

  expect(second.status).toBe(410);
  expect((await kit.stripe.subscriptions.list({ customer: kit.customer })).data).toHaveLength(1);
});

test('a declined card leaves the session open and nothing bought', async () => {
  const kit = await ready();
  const session = await openSession(kit);

  const answer = await submitForm(urlOf(session), { ...goodCard, number: '4000000000009995' });

  expect(await answer.text()).toContain('Your card has insufficient funds.');
  expect((await kit.stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  expect((await kit.stripe.subscriptions.list({ customer: kit.customer, status: 'all' })).data).toEqual([]);
});

test('a card that asks its holder is charged only after the confirmation', async () => {
  const kit = await ready();
  const session = await openSession(kit);
  await submitForm(urlOf(session), { ...goodCard, number: '4000002500003155' });
  const waiting = await (await fetch(urlOf(session))).text();

  const confirmed = await submitForm(urlOf(session), { action: 'confirm' });

  expect(waiting).toContain('Complete authentication');
  expect(confirmed.headers.get('location')).toContain(session.id);
});

test('a promotion code typed on the page lowers the total; a wrong one says so', async () => {
  const kit = await ready();
  const coupon = await kit.stripe.coupons.create({
    percent_off: 20,
    duration: 'once',
    applies_to: { products: [kit.catalog.addOnProduct] },
  });
  await kit.stripe.promotionCodes.create({ code: 'WELCOME20', promotion: { type: 'coupon', coupon: coupon.id } });
  const session = await openSession(kit);

  const wrong = await submitForm(urlOf(session), { action: 'code', code: 'NOPE' });
  await submitForm(urlOf(session), { action: 'code', code: 'welcome20' });

  expect(await wrong.text()).toContain('This code is invalid.');
  expect((await kit.stripe.checkout.sessions.retrieve(session.id)).amount_total).toBe(50_000);
  await submitForm(urlOf(session), goodCard);
  const [invoice] = (await kit.stripe.invoices.list({ customer: kit.customer })).data;
  expect(invoice?.total).toBe(50_000);
});

test('an expired session says so and can be neither opened nor paid', async () => {
  const kit = await ready();
  const byCall = await openSession(kit);
  const byTime = await openSession(kit);
  await kit.stripe.checkout.sessions.expire(byCall.id);

  await kit.advanceDays(1);

  expect((await kit.stripe.checkout.sessions.retrieve(byTime.id)).status).toBe('expired');
  expect((await submitForm(urlOf(byCall), goodCard)).status).toBe(410);
  await expect(kit.stripe.checkout.sessions.expire(byTime.id)).rejects.toMatchObject({ statusCode: 400 });
  expect((await kit.stripe.events.list({ type: 'checkout.session.expired' })).data).toHaveLength(2);
});

test('a quantity on a metered price, an archived price and a discount beside promotion codes are refused', async () => {
  const kit = await ready();
  await kit.stripe.prices.update(kit.catalog.pro, { active: false });

  await expect(openSession(kit, { line_items: [{ price: kit.catalog.overage, quantity: 1 }] })).rejects.toMatchObject({ statusCode: 400 });
  await expect(openSession(kit, { line_items: [{ price: kit.catalog.pro, quantity: 1 }] })).rejects.toThrow('inactive');
  await expect(openSession(kit, { discounts: [{ coupon: 'x' }] })).rejects.toMatchObject({ code: 'parameters_exclusive' });
  await expect(openSession(kit, { expires_at: kit.now() + 60 })).rejects.toMatchObject({ param: 'expires_at' });
});

test.for([
  ['used up', { max_redemptions: 1 }],
  ['expired', { expires_at: 1_767_225_600 + 60 }],
  ['for first purchases', { restrictions: { first_time_transaction: true } }],
  ['for larger orders', { restrictions: { minimum_amount: 60_000, minimum_amount_currency: 'usd' } }],
] as const)('a promotion code that is %s is refused for an add-on taken later, and nothing changes', async ([, terms]) => {
  const kit = await ready();
  const customer = await makeCustomer(kit.stripe);
  const coupon = await kit.stripe.coupons.create({ percent_off: 10, duration: 'forever' });
  const code = await kit.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, ...terms });
  const subscription = await kit.stripe.subscriptions.create({ customer, items: [{ price: kit.catalog.base }] });
  if ('max_redemptions' in terms) {
    const other = await makeCustomer(kit.stripe);
    await kit.stripe.subscriptions.create({
      customer: other,
      items: [{ price: kit.catalog.base }],
      discounts: [{ promotion_code: code.id }],
    });
  }
  await kit.advanceDays(1);

  const update = kit.stripe.subscriptions.update(subscription.id, {
    items: [{ price: kit.catalog.addOn, discounts: [{ promotion_code: code.id }] }],
  });

  await expect(update).rejects.toMatchObject({ statusCode: 400 });
  expect((await kit.stripe.subscriptions.retrieve(subscription.id)).items.data).toHaveLength(1);
});

test('a code is found whatever the case, and only while it is active', async () => {
  const kit = await ready();
  const coupon = await kit.stripe.coupons.create({ amount_off: 500, currency: 'usd', duration: 'once' });
  const code = await kit.stripe.promotionCodes.create({ code: 'Spring', promotion: { type: 'coupon', coupon: coupon.id } });
  const find = async () => (await kit.stripe.promotionCodes.list({ code: 'SPRING', active: true, limit: 1 })).data.map((one) => one.id);

  expect(await find()).toEqual([code.id]);
  await expect(
    kit.stripe.promotionCodes.create({ code: 'spring', promotion: { type: 'coupon', coupon: coupon.id } }),
  ).rejects.toMatchObject({ param: 'code' });
  await kit.stripe.promotionCodes.update(code.id, { active: false });
  expect(await find()).toEqual([]);
});
