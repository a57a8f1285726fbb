import { expect, test } from 'vitest';
import { goodCard, makeCatalog, makeCustomer, startSandbox, submitForm, type TestSandbox } from './sandbox.test-kit.ts';

async function subscribed(card = 'pm_card_visa') {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe, card);
  const subscription = await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }] });
  return { ...kit, catalog, customer, subscription };
}

async function visit(kit: TestSandbox, customer: string, flow?: 'payment_method_update') {
  const session = await kit.stripe.billingPortal.sessions.create({
    customer,
    return_url: 'http://127.0.0.1:3000/plan',
    ...(flow
      ? { flow_data: { type: flow, after_completion: { type: 'redirect', redirect: { return_url: 'http://127.0.0.1:3000/updated' } } } }
      : {}),
  });
  const answer = await fetch(session.url, { redirect: 'manual' });
  return {
    url: session.url,
    cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
    status: answer.status,
    text: await answer.text(),
  };
}

test('the portal shows subscription, payment method, invoices and the way back', async () => {
  const kit = await subscribed();

  const page = await visit(kit, kit.customer);

  expect(page.status).toBe(200);
  for (const part of ['Renews on Feb 1, 2026', 'visa •••• 4242', 'Invoice history', '$100.00', 'http://127.0.0.1:3000/plan']) {
    expect(page.text).toContain(part);
  }
});

test('a link works once and for five minutes', async () => {
  const kit = await subscribed();
  const page = await visit(kit, kit.customer);
  const unopened = await kit.stripe.billingPortal.sessions.create({ customer: kit.customer });

  const stranger = await fetch(page.url);
  await kit.advanceTo(kit.now() + 301);

  expect(stranger.status).toBe(410);
  expect((await fetch(unopened.url)).status).toBe(410);
  expect((await fetch(page.url, { headers: { cookie: page.cookie } })).status).toBe(200);
});

test('cancelling keeps the subscription until the end of its period, and can be undone', async () => {
  const kit = await subscribed();
  const page = await visit(kit, kit.customer);

  await submitForm(page.url, { action: 'confirm-cancel', subscription: kit.subscription.id }, page.cookie);
  const leaving = await kit.stripe.subscriptions.retrieve(kit.subscription.id);
  await submitForm(page.url, { action: 'keep', subscription: kit.subscription.id }, page.cookie);
  const staying = await kit.stripe.subscriptions.retrieve(kit.subscription.id);

  expect(leaving).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: leaving.items.data[0]?.current_period_end });
  expect(staying).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
});

test('the link to a new card changes the default card only, and leads back', async () => {
  const kit = await subscribed();
  const before = await kit.stripe.customers.retrieve(kit.customer);
  const page = await visit(kit, kit.customer, 'payment_method_update');

  const saved = await submitForm(page.url, { ...goodCard, action: 'card', number: '5555555555554444' }, page.cookie);

  const after = await kit.stripe.customers.retrieve(kit.customer, { expand: ['invoice_settings.default_payment_method'] });
  expect(page.text).toContain('Save payment method');
  expect(saved.headers.get('location')).toBe('http://127.0.0.1:3000/updated');
  expect(after).toMatchObject({ invoice_settings: { default_payment_method: { card: { last4: '4444' } } } });
  expect(before).not.toMatchObject({ invoice_settings: { default_payment_method: { card: { last4: '4444' } } } });
  expect((await kit.stripe.subscriptions.retrieve(kit.subscription.id)).default_payment_method).toBeNull();
});

test('a refused card is said on the page and not saved', async () => {
  const kit = await subscribed();
  const page = await visit(kit, kit.customer);

  const refused = await submitForm(page.url, { ...goodCard, action: 'card', number: '4000000000000002' }, page.cookie);

  expect(await refused.text()).toContain('Your card was declined.');
  expect((await kit.stripe.paymentMethods.list({ customer: kit.customer })).data).toHaveLength(1);
});

test('an open invoice can be paid in the portal with the new card', async () => {
  const kit = await subscribed();
  const bad = await kit.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: kit.customer });
  await kit.stripe.customers.update(kit.customer, { invoice_settings: { default_payment_method: bad.id } });
  await kit.advanceDays(32);
  const [open] = (await kit.stripe.invoices.list({ customer: kit.customer, status: 'open' })).data;
  const page = await visit(kit, kit.customer);

  await submitForm(page.url, { ...goodCard, action: 'card' }, page.cookie);
  await submitForm(page.url, { action: 'pay', invoice: open?.id ?? '' }, page.cookie);

  expect(page.text).toContain('Pay $100.00');
  expect((await kit.stripe.invoices.retrieve(open?.id ?? '')).status).toBe('paid');
  expect((await kit.stripe.subscriptions.retrieve(kit.subscription.id)).status).toBe('active');
});

test('without the cookie of the visit nothing can be changed', async () => {
  const kit = await subscribed();
  const page = await visit(kit, kit.customer);

  const refused = await submitForm(page.url, { action: 'confirm-cancel', subscription: kit.subscription.id });

  expect(refused.status).toBe(410);
  expect((await kit.stripe.subscriptions.retrieve(kit.subscription.id)).cancel_at_period_end).toBe(false);
});

test('a configuration can switch cancelling off', async () => {
  const kit = await subscribed();
  const configuration = await kit.stripe.billingPortal.configurations.create({
    features: { subscription_cancel: { enabled: false }, subscription_update: { enabled: false }, invoice_history: { enabled: true } },
  });
  const session = await kit.stripe.billingPortal.sessions.create({ customer: kit.customer, configuration: configuration.id });

  const text = await (await fetch(session.url)).text();

  expect(text).toContain('Current subscription');
  expect(text).not.toContain('Cancel subscription');
});
