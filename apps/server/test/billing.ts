/** The real application that sells: set up at its own payment sandbox, whose events reach it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Subscription, Usage } from '@coverlight/contract/billing/subscription.schema.ts';
import type { InjectOptions } from 'fastify';
import { Client } from 'pg';
import { expect } from 'vitest';
import { Stripe } from 'stripe';
import { PLANS } from '../src/features/billing/plan-list.ts';
import { setUpBilling } from '../src/features/billing/set-up-billing.ts';
import { countUsage } from '../src/features/billing/count-usage.ts';
import { syncPayers } from '../src/features/payers/sync-payers.ts';
import { createInquiry, createOrganization, createPayer, createProvider, createUser, type Organization, type User } from './factories.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './test-app.ts';

export const [STARTER, PRACTICE, GROUP] = PLANS.map((plan) => plan.id) as [string, string, string];
export const MONTH_SECONDS = 32 * 86_400;

export interface BillingApp extends TestApp {
  /** The payment provider as it knows itself. */
  stripe: Stripe;
  webhookUrl: string;
  /** One of the sandbox's switches. */
  control(path: string, body: object): Promise<void>;
  /** Moves the server's and the sandbox's clock; sessions end by it. */
  advance(seconds: number): Promise<void>;
}

/** Its payers are Availity's: whoever subscribed can ask them. */
export async function startBillingApp(options: TestAppOptions = {}): Promise<BillingApp> {
  const t = await startTestApp({ workers: true, ...options });
  await setUpBilling(t.deps);
  await syncPayers(t.deps, 'availity');
  const address = await t.app.listen({ port: 0, host: '127.0.0.1' });
  const webhookUrl = `${address}/api/v1/webhooks/stripe`;
  const control = async (path: string, body: object): Promise<void> => {
    const reply = await fetch(`${t.sandboxUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(reply.status, await reply.text()).toBe(200);
  };
  await control('/__webhooks', { mode: 'normal', url: webhookUrl });
  return {
    ...t,
    webhookUrl,
    control,
    async advance(seconds) {
      await eventually(async () => expect(await jobsUnderWay(t)).toBe(0), 30_000);
      t.turnClock(seconds * 1000);
      await control('/__clock', { advance_seconds: seconds });
    },
    stripe: new Stripe('sk_test_sandbox', {
      apiVersion: '2026-10-28.endive',
      host: '127.0.0.1',
      port: Number(new URL(t.sandboxUrl).port),
      protocol: 'http',
      telemetry: false,
    }),
  };
}

export interface Practice {
  organization: Organization;
  manager: User;
}

/** No call to the provider takes a month: time may leap only where no job is in the middle of one. */
async function jobsUnderWay(t: TestApp): Promise<number> {
  const database = new Client({ connectionString: t.databaseUrl });
  await database.connect();
  try {
    const { rowCount } = await database.query(`SELECT FROM pgboss.job WHERE state = 'active'`);
    return rowCount ?? 0;
  } finally {
    await database.end();
  }
}

/** Registered, and without a subscription. */
export async function aPractice(t: TestApp): Promise<Practice> {
  const organization = await createOrganization(t.store, { subscription: null });
  return { organization, manager: await createUser(t.store, { organization_id: organization.id, is_manager: true }) };
}

/** A call as the practice's manager; the caller knows what comes back. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the same convenience as the reply's own json().
export async function asManager<Body = Record<string, unknown>>(t: TestApp, { manager }: Practice, request: InjectOptions) {
  const reply = await t.call(await t.signIn(manager), request);
  return { status: reply.statusCode, body: (reply.body === '' ? {} : reply.json()) as Body & { errors: Record<string, string[]> } };
}

export const post = (path: string, payload: object = {}): InjectOptions => ({
  method: 'POST',
  url: `/api/v1/subscriptions/${path}`,
  payload,
});

export async function current(t: TestApp, practice: Practice): Promise<{ subscription: Subscription | null; usage: Usage | null }> {
  const { body } = await asManager<{ subscription: Subscription | null; usage: Usage | null }>(t, practice, {
    method: 'GET',
    url: '/api/v1/subscriptions/current',
  });
  return body;
}

/** The address of a checkout page. */
export async function openPage(t: TestApp, practice: Practice, order: object): Promise<string> {
  const { status, body } = await asManager<{ redirect_url: string }>(t, practice, post('checkout-session', order));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.redirect_url;
}

export const GOOD_CARD = '4242 4242 4242 4242';
/** Can be stored; each charge of it fails. */
export const FAILING_CARD = '4000 0000 0000 0341';

export async function submitForm(url: string, fields: Record<string, string>, cookie = ''): Promise<Response> {
  return await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
    redirect: 'manual',
  });
}

const card = (number: string) => ({ number, expiry: '12/40', cvc: '123', name: 'Dana Example', email: 'dana@example.test' });

/** As the manager does on the hosted page. */
export async function pay(pageUrl: string, number = GOOD_CARD): Promise<Response> {
  return await submitForm(pageUrl, { action: 'pay', ...card(number) });
}

/** Chooses another card in the portal. */
export async function changeCard(t: TestApp, practice: Practice, number: string): Promise<void> {
  const { body } = await asManager<{ redirect_url: string }>(t, practice, post('portal-session'));
  const page = await fetch(body.redirect_url);
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  const saved = await submitForm(body.redirect_url, { action: 'card', ...card(number) }, cookie);
  expect(saved.status).toBe(303);
}

/** The practice at the payment provider. */
export async function customerOf(t: TestApp, { organization }: Practice): Promise<string> {
  return await t.deps.db.asOrganization(organization.id, async (tx) => {
    const [row] = await tx.queryOnce<{ id: string }>('SELECT remote_customer_id AS id FROM billing_accounts', []);
    return row?.id ?? '';
  });
}

/** The same, and until renewals are charged to it. */
export async function changeCardAndWait(t: BillingApp, practice: Practice, number: string): Promise<void> {
  await changeCard(t, practice, number);
  const customerId = await customerOf(t, practice);
  await eventually(async () => {
    const [remote] = (await t.stripe.subscriptions.list({ customer: customerId })).data;
    const customer = await t.stripe.customers.retrieve(customerId);
    expect(remote?.default_payment_method).toBe('invoice_settings' in customer ? customer.invoice_settings.default_payment_method : 'none');
  });
}

/** Bought, paid, and known here. */
export async function subscribe(t: TestApp, practice: Practice, order: object = { plan_id: STARTER }): Promise<Subscription> {
  const paid = await pay(await openPage(t, practice, order));
  expect(paid.status).toBe(303);
  return await eventually(async () => {
    const { subscription } = await current(t, practice);
    expect(subscription?.status).toBe('active');
    if (subscription === null) throw new Error('no subscription');
    return subscription;
  });
}

/** Repeats until it no longer throws. */
export async function eventually<T>(check: () => Promise<T>, limitMs = 12_000): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > until) throw error;
      await sleep(100);
    }
  }
}

/** Mail that was written to an address, oldest first. */
export async function mailsTo(t: TestApp, address: string): Promise<{ kind: string; facts: object }[]> {
  return await t.deps.db.asAdmin(
    async (tx) => await tx.queryOnce('SELECT kind, facts FROM outgoing_mails WHERE recipient = $1 ORDER BY created_at', [address]),
  );
}

/** Twice as many as there are connections: all of these contend. */
const AT_ONCE = 20;

/** Completes that many inquiries, side by side. */
export async function complete(t: TestApp, { organization, manager }: Practice, count: number): Promise<string[]> {
  const organization_id = organization.id;
  const payer_id = (await createPayer(t.store)).id;
  const provider_id = (await createProvider(t.store, { organization_id })).id;
  const inquiry = { organization_id, user_id: manager.id, provider_id, payer_id, status: 'pending' as const };
  const ids: string[] = [];
  for (let number = 0; number < count; number += 1) ids.push((await createInquiry(t.store, inquiry)).id);
  await countSideBySide(t, organization_id, ids);
  return ids;
}

export async function countSideBySide(t: TestApp, organizationId: string, inquiryIds: readonly string[]): Promise<void> {
  const waiting = inquiryIds.values();
  const work = async () => {
    for (const id of waiting) await countOnce(t, organizationId, id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const countOnce = async (t: TestApp, organizationId: string, inquiryId: string): Promise<void> =>
  await t.deps.db.asOrganization(
    organizationId,
    async (tx) => await countUsage(tx, t.deps.queue, { organizationId, inquiryId, at: t.deps.clock() }),
  );

/** An inquiry that a payer answers with active coverage, sent as the practice's manager does. */
export async function submitInquiry(t: TestApp, practice: Practice, memberId: string) {
  const { payers } = (
    await asManager<{ payers: { id: string; is_group: boolean }[] }>(t, practice, { method: 'GET', url: '/api/v1/payers' })
  ).body;
  const provider = await createProvider(t.store, { organization_id: practice.organization.id });
  return await asManager<{ inquiry: { status: string } }>(t, practice, {
    method: 'POST',
    url: '/api/v1/inquiries',
    payload: {
      provider_id: provider.id,
      payer_id: payers.find(({ is_group }) => !is_group)?.id,
      memberId,
      patientFirstName: 'Quenby',
      patientLastName: 'Testperson',
      patientBirthDate: '1980-02-29',
      serviceType: ['30'],
      subscriberRelationship: '18',
    },
  });
}
