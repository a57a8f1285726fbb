import { expect, test } from 'vitest';
import { makeCatalog, makeCustomer, startSandbox } from './sandbox.test-kit.ts';

function memory() {
  const kept: { snapshot?: Uint8Array } = {};
  return { kept, read: () => kept.snapshot, write: (snapshot: Uint8Array) => void (kept.snapshot = snapshot) };
}

test('a restarted sandbox knows its objects and goes on where it was', async () => {
  const storage = memory();
  const first = await startSandbox({ storage });
  const catalog = await makeCatalog(first.stripe);
  const customer = await makeCustomer(first.stripe);
  const subscription = await first.stripe.subscriptions.create({ customer, items: [{ price: catalog.base }, { price: catalog.overage }] });
  const session = await first.stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price: catalog.pro, quantity: 1 }],
    success_url: 'http://127.0.0.1:3000/done',
  });
  await first.advanceDays(15);
  await first.stripe.subscriptions.update(subscription.id, { items: [{ price: catalog.addOn }] });
  first.sandbox.stop();

  const second = await startSandbox({ storage, start: first.now() });
  await second.advanceDays(17);

  const [renewal, opening] = (await second.stripe.invoices.list({ customer })).data;
  expect(opening).toMatchObject({ id: subscription.latest_invoice, status: 'paid' });
  expect(renewal).toMatchObject({ status: 'paid', total: 25_806 + 60_000 });
  expect((await second.stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
});

test('without storage a new sandbox begins empty', async () => {
  const first = await startSandbox();
  await makeCustomer(first.stripe);

  const second = await startSandbox();

  expect((await second.stripe.customers.list()).data).toEqual([]);
});
