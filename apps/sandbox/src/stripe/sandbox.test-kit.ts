/** A sandbox on a free port with a clock of its own, the real SDK pointed at it, and a receiver for its events. For tests only. */
import { createServer, type Server } from 'node:http';
import fastify from 'fastify';
import { Stripe } from 'stripe';
import { onTestFinished } from 'vitest';
import type { JournalEntry } from './api-server.ts';
import { registerStripe, type StripeSandbox } from './register-stripe.ts';
import type { SnapshotStorage } from './snapshot.ts';

export const webhookSecret = 'whsec_only_for_tests';
export type Delivery = { body: string; signature: string };
/** `react` runs before the answer, as a receiver that does its work at once. */
type Receiver = { status: number; react?: (body: string) => Promise<void> };
export type TestSandbox = {
  stripe: Stripe;
  url: string;
  sandbox: StripeSandbox;
  journal: JournalEntry[];
  /** Faults to come, in order; undefined lets a request pass. */
  faults: (string | undefined)[];
  deliveries: Delivery[];
  /** The status the receiver answers. */
  receiver: Receiver;
  now: () => number;
  /** Moves the clock and waits for everything that follows. */
  advanceTo: (seconds: number) => Promise<void>;
  advanceDays: (days: number) => Promise<void>;
};

export const january = Date.UTC(2026, 0, 1) / 1000;
export const daySeconds = 86_400;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

async function startReceiver(deliveries: Delivery[], receiver: Receiver): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      deliveries.push({ body, signature: String(request.headers['stripe-signature']) });
      void (receiver.react?.(body) ?? Promise.resolve()).finally(() => response.writeHead(receiver.status).end());
    });
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return url;
}

type Options = { start?: number; withReceiver?: boolean; storage?: SnapshotStorage };

export async function startSandbox({ start = january, withReceiver = false, storage }: Options = {}): Promise<TestSandbox> {
  let now = start;
  const listeners: ((now: Date) => void | Promise<void>)[] = [];
  const journal: JournalEntry[] = [];
  const faults: (string | undefined)[] = [];
  const deliveries: Delivery[] = [];
  const receiver: Receiver = { status: 200 };
  const receiverUrl = withReceiver ? await startReceiver(deliveries, receiver) : undefined;
  const app = fastify();
  let url = '';
  const sandbox = registerStripe(app, {
    clock: { now: () => new Date(now * 1000), onAdvance: (listener) => listeners.push(listener) },
    journal: { record: (entry) => journal.push(entry) },
    webhookUrl: () => receiverUrl,
    webhookSecret,
    faults: { next: () => faults.shift() },
    publicUrl: () => url,
    storage,
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    sandbox.stop();
    await app.close();
  });
  const stripe = new Stripe('sk_test_sandbox', {
    apiVersion: '2026-10-28.endive',
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    protocol: 'http',
    maxNetworkRetries: 0,
    timeout: 3_000,
    telemetry: false,
  });
  const advanceTo = async (seconds: number) => {
    now = seconds;
    for (const listener of listeners) await listener(new Date(now * 1000));
  };
  return {
    stripe,
    url,
    sandbox,
    journal,
    faults,
    deliveries,
    receiver,
    now: () => now,
    advanceTo,
    advanceDays: (days) => advanceTo(now + days * daySeconds),
  };
}

export type Catalog = {
  base: string;
  pro: string;
  addOn: string;
  overage: string;
  proOverage: string;
  meter: string;
  addOnProduct: string;
};

/** Base 100.00, pro 250.00, add-on 500.00 a month; overage 1.25 and 0.80 for each use. */
export async function makeCatalog(stripe: Stripe): Promise<Catalog> {
  const meter = await stripe.billing.meters.create({
    display_name: 'Extra checks',
    event_name: 'extra_checks',
    default_aggregation: { formula: 'sum' },
  });
  const price = async (name: string, cents: number, isMetered = false) => {
    const recurring: Stripe.PriceCreateParams.Recurring = {
      interval: 'month',
      ...(isMetered ? { usage_type: 'metered', meter: meter.id } : {}),
    };
    return await stripe.prices.create({ currency: 'usd', unit_amount: cents, product_data: { name }, recurring });
  };
  const addOn = await price('Add-on', 50_000);
  return {
    base: (await price('Base', 10_000)).id,
    pro: (await price('Pro', 25_000)).id,
    addOn: addOn.id,
    addOnProduct: typeof addOn.product === 'string' ? addOn.product : addOn.product.id,
    overage: (await price('Base extra', 125, true)).id,
    proOverage: (await price('Pro extra', 80, true)).id,
    meter: meter.id,
  };
}

export async function makeCustomer(stripe: Stripe, card = 'pm_card_visa'): Promise<string> {
  const customer = await stripe.customers.create({ name: 'Harbor Street Clinic', email: 'manager@example.test' });
  const method = await stripe.paymentMethods.attach(card, { customer: customer.id });
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  return customer.id;
}

/** The id of the item with that price. */
export function itemOf(subscription: Stripe.Subscription, price: string): string {
  const found = subscription.items.data.find((item) => item.price.id === price);
  if (!found) throw new Error(`no item with the price ${price}`);
  return found.id;
}

export async function submitForm(url: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    redirect: 'manual',
  });
}

export const goodCard = {
  action: 'pay',
  number: '4242 4242 4242 4242',
  expiry: '12/34',
  cvc: '123',
  name: 'Dana Example',
  email: 'dana@example.test',
};
