import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { makeCatalog, makeCustomer, startSandbox } from './sandbox.test-kit.ts';

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded', authorization: 'Bearer sk_test_x' };

test('a request without a key is refused with 401', async () => {
  const { url } = await startSandbox();

  const answer = await fetch(`${url}/v1/customers`);

  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});

test('a live key is refused', async () => {
  const { url } = await startSandbox();

  const answer = await fetch(`${url}/v1/customers`, { headers: { authorization: 'Bearer sk_live_abc' } });

  expect(answer.status).toBe(401);
});

test('another API version is refused, and the own one is echoed with a request id', async () => {
  const { url } = await startSandbox();
  const ask = (version: string) => fetch(`${url}/v1/customers`, { headers: { ...formHeaders, 'stripe-version': version } });

  const [wrong, right] = [await ask('2020-08-27'), await ask('2026-10-28.endive')];

  expect(wrong.status).toBe(400);
  expect(right.status).toBe(200);
  expect(right.headers.get('stripe-version')).toBe('2026-10-28.endive');
  expect(right.headers.get('request-id')).toMatch(/^req_/);
});

test('an unknown parameter is refused by name and changes nothing', async () => {
  const { url, stripe } = await startSandbox();

  const answer = await fetch(`${url}/v1/customers`, { method: 'POST', headers: formHeaders, body: 'name=A&patient[name]=B' });

  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'patient' } });
  expect((await stripe.customers.list()).data).toEqual([]);
});

test('an unknown nested parameter is refused with its whole name', async () => {
  const { url } = await startSandbox();

  const answer = await fetch(`${url}/v1/subscriptions`, {
    method: 'POST',
    headers: formHeaders,
    body: 'customer=cus_1&items[0][prices]=x',
  });

  expect(await answer.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'items[0][prices]' } });
});

test('an address the sandbox does not have answers 404 in the form of an error', async () => {
  const { stripe } = await startSandbox();

  await expect(stripe.charges.list()).rejects.toBeInstanceOf(Stripe.errors.StripeInvalidRequestError);
});

test('the same key and parameters give the same answer once, other parameters are an idempotency error', async () => {
  const { stripe } = await startSandbox();
  const options = { idempotencyKey: 'org-1:create' };
  const first = await stripe.customers.create({ name: 'A', metadata: { organization_id: 'o1' } }, options);

  const again = await stripe.customers.create({ name: 'A', metadata: { organization_id: 'o1' } }, options);

  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  await expect(stripe.customers.create({ name: 'B' }, options)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('a lost answer is repeated under the same key and carried out once', async () => {
  const kit = await startSandbox();
  const retrying = new Stripe('sk_test_sandbox', {
    apiVersion: '2026-10-28.endive',
    host: '127.0.0.1',
    port: Number(new URL(kit.url).port),
    protocol: 'http',
    maxNetworkRetries: 2,
    telemetry: false,
  });
  kit.faults.push('lost', '502');

  const customer = await retrying.customers.create({ name: 'Once' });

  expect((await kit.stripe.customers.list()).data.map((one) => one.id)).toEqual([customer.id]);
});

test('every fault reaches the caller as an error and not as an object', async () => {
  const { stripe, faults } = await startSandbox();
  await stripe.customers.create({ name: 'A' });

  for (const fault of ['401', '429', '500', '502', '503', 'malformed', 'wrong-type', 'truncated', 'reset', 'lost']) {
    // The SDK itself asks once more after a closed connection.
    faults.push(fault, ...(fault === 'reset' || fault === 'lost' ? [fault] : []));
    await expect(stripe.customers.list()).rejects.toBeInstanceOf(Stripe.errors.StripeError);
  }
});

test('a request left without an answer ends in a timeout; the early kind has done nothing, the late kind has', async () => {
  const kit = await startSandbox();
  const hasty = new Stripe('sk_test_sandbox', {
    host: '127.0.0.1',
    port: Number(new URL(kit.url).port),
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 100,
    telemetry: false,
  });
  kit.faults.push('hang', 'late-hang');

  await expect(hasty.customers.create({ name: 'early' })).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  await expect(hasty.customers.create({ name: 'late' })).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);

  expect((await kit.stripe.customers.list()).data.map((one) => one.name)).toEqual(['late']);
  expect(kit.journal.map((entry) => entry.status)).toEqual([0, 200, 200]);
});

test('a slowly dripping answer still arrives whole', async () => {
  const { stripe, faults } = await startSandbox();
  const made = await stripe.coupons.create({ percent_off: 5, id: 'SLOW' });
  faults.push('slow-drip');

  expect((await stripe.coupons.retrieve('SLOW')).created).toBe(made.created);
});

test('the journal tells method, path, status, version and key of each request, and why one was refused', async () => {
  const { stripe, journal } = await startSandbox();

  await stripe.customers.create({ name: 'A' }, { idempotencyKey: 'k1' });
  await stripe.customers.retrieve('cus_none').catch(() => undefined);

  expect(journal).toMatchObject([
    {
      vendor: 'stripe',
      method: 'POST',
      path: '/v1/customers',
      status: 200,
      detail: { idempotency_key: 'k1', stripe_version: '2026-10-28.endive' },
    },
    { method: 'GET', path: '/v1/customers/cus_none', status: 404, refused: 'resource_missing' },
  ]);
});

test('lists come newest first, page by cursor and filter', async () => {
  const { stripe } = await startSandbox();
  const made = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) made.push((await stripe.customers.create({ name })).id);

  const all: string[] = [];
  for await (const customer of stripe.customers.list({ limit: 2 })) all.push(customer.id);

  expect(all).toEqual(made.toReversed());
});

test('references are opened on request, also within lists', async () => {
  const { stripe } = await startSandbox();
  const catalog = await makeCatalog(stripe);
  const customer = await makeCustomer(stripe);
  await stripe.subscriptions.create({ customer, items: [{ price: catalog.base }] });

  const list = await stripe.subscriptions.list({ customer, expand: ['data.customer', 'data.latest_invoice'] });

  expect(list.data[0]?.customer).toMatchObject({ id: customer, object: 'customer' });
  expect(list.data[0]?.latest_invoice).toMatchObject({ object: 'invoice', status: 'paid', amount_paid: 10_000 });
});

test('a price that is archived cannot be put on a subscription, but the running one goes on', async () => {
  const kit = await startSandbox();
  const catalog = await makeCatalog(kit.stripe);
  const customer = await makeCustomer(kit.stripe);
  const running = await kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }] });

  await kit.stripe.prices.update(catalog.base, { active: false });

  await expect(kit.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }] })).rejects.toMatchObject({ statusCode: 400 });
  await kit.advanceDays(32);
  expect((await kit.stripe.invoices.list({ subscription: running.id })).data.map((one) => one.status)).toEqual(['paid', 'paid']);
});

test('a metered price needs a meter', async () => {
  const { stripe } = await startSandbox();

  const made = stripe.prices.create({
    currency: 'usd',
    unit_amount: 1,
    product_data: { name: 'x' },
    recurring: { interval: 'month', usage_type: 'metered' },
  });

  await expect(made).rejects.toMatchObject({ param: 'recurring[meter]' });
});
