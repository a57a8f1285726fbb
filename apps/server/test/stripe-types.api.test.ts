/** The whole life of a subscription, recorded on the wire and held against the types that the payment provider publishes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans } from '../src/db/tables/billing.ts';
import { ADDON_COST, PLANS } from '../src/features/billing/plan-list.ts';
import { reconcileBilling } from '../src/features/billing/reconcile-billing.ts';
import { reportUsage } from '../src/features/billing/report-usage.ts';
import { setUpBilling } from '../src/features/billing/set-up-billing.ts';
import { eq } from 'drizzle-orm';
import {
  aPractice,
  asManager,
  changeCard,
  changeCardAndWait,
  complete,
  current,
  eventually,
  FAILING_CARD,
  GOOD_CARD,
  GROUP,
  MONTH_SECONDS,
  openPage,
  post,
  PRACTICE,
  STARTER,
  startBillingApp,
  submitForm,
  submitInquiry,
  subscribe,
  type BillingApp,
  type Practice,
} from './billing.ts';
import { misfits, unused } from './stripe-literals.ts';
import { startStripeRecorder, type StripeRecorder } from './stripe-recorder.ts';

let recorder: StripeRecorder;
let t: BillingApp;
beforeAll(async () => {
  recorder = await startStripeRecorder();
  t = await startBillingApp({
    env: (sandboxUrl) => {
      recorder.towards(sandboxUrl);
      return { STRIPE_API_BASE: recorder.url };
    },
  });
});
afterAll(async () => {
  await t.close();
  await recorder.close();
});

const MEMBER_ID = 'ZQJ700800900';

async function change(practice: Practice, asked: object): Promise<void> {
  const { status, body } = await asManager<{ preview: { token: string } }>(t, practice, post('preview', asked));
  expect(status, JSON.stringify(body)).toBe(200);
  expect(await asManager(t, practice, post('change', { ...asked, preview: body.preview.token }))).toMatchObject({ status: 200 });
}

const statusIs = async (practice: Practice, status: string): Promise<void> =>
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status }));

/** Bought with a coupon, changed up and down, left a disabled plan, used beyond its allowance. */
async function live(practice: Practice): Promise<void> {
  const coupon = await t.stripe.coupons.create({ percent_off: 20, duration: 'repeating', duration_in_months: 3 });
  await t.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'TWENTY' });
  await openPage(t, practice, { plan_id: STARTER });
  await subscribe(t, practice, { plan_id: STARTER, has_feature_reimbursement: true });
  await change(practice, { new_plan_id: GROUP });
  await change(practice, { new_plan_id: PRACTICE });
  const enable = async (is_enabled: boolean) =>
    await t.deps.db.asAdmin(async (tx) => void (await tx.orm.update(plans).set({ is_enabled }).where(eq(plans.id, PRACTICE))));
  await enable(false);
  await change(practice, { new_plan_id: STARTER });
  await enable(true);
  await change(practice, { has_feature_reimbursement: false });
  await change(practice, { has_feature_reimbursement: true, promotion: 'twenty' });
  await complete(t, practice, 51);
  expect((await submitInquiry(t, practice, MEMBER_ID)).body.inquiry.status).toBe('complete');
  await eventually(async () => expect((await current(t, practice)).usage).toMatchObject({ used: 52, extra: 2 }));
  await reportUsage(t.deps, practice.organization.id);
}

/** A report without an answer is looked up; a card fails, and another one pays. */
async function fallAndRecover(practice: Practice): Promise<void> {
  await t.control('/__fault', { vendor: 'stripe', kind: 'lost', times: 500, path: '/v1/billing/meter_events' });
  await complete(t, practice, 1);
  // The report in the background may be repeated at any time; none has an answer before the day is nearly over.
  await expect(reportUsage(t.deps, practice.organization.id)).rejects.toThrow('could not be reported');
  await t.advance(21 * 3600);
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });
  await eventually(async () => await reportUsage(t.deps, practice.organization.id));
  await t.control('/__fault', { vendor: 'stripe', kind: '503', times: 500, path: '/v1/billing/meter_events' });
  await complete(t, practice, 1);
  await t.advance(MONTH_SECONDS);
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });
  await eventually(async () => await reportUsage(t.deps, practice.organization.id));
  await changeCardAndWait(t, practice, FAILING_CARD);
  await t.advance(MONTH_SECONDS);
  await statusIs(practice, 'past_due');
  await asManager(t, practice, post('portal-session'));
  await changeCard(t, practice, GOOD_CARD);
  await statusIs(practice, 'active');
}

async function leave(practice: Practice): Promise<void> {
  const { body } = await asManager<{ redirect_url: string }>(t, practice, post('portal-session'));
  const page = await fetch(body.redirect_url);
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  const { subscription } = await current(t, practice);
  await submitForm(body.redirect_url, { action: 'confirm-cancel', subscription: subscription?.remote_id ?? '' }, cookie);
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ has_cancelled: true }));
  await t.advance(MONTH_SECONDS);
  await statusIs(practice, 'canceled');
  await reconcileBilling(t.deps);
}

test('from registration to the end, everything asked of the payment provider and everything it says fits its published types', async () => {
  const practice = await aPractice(t);
  await setUpBilling(t.deps);
  await live(practice);
  await fallAndRecover(practice);
  await leave(practice);
  const demo = await aPractice(t);
  const customerId = await t.deps.billing.createCustomer({
    organizationId: demo.organization.id,
    name: 'Demo',
    email: demo.manager.email,
    key: 'demo:customer',
  });
  const { remote_base_price_id: priceId } = await t.deps.db.asAdmin(
    async (tx) => (await tx.orm.select().from(plans).where(eq(plans.id, GROUP)))[0] ?? { remote_base_price_id: '' },
  );
  await t.deps.billing.startTestSubscription({
    customerId,
    prices: [{ priceId: priceId ?? '', isMetered: false }],
    key: 'demo:subscription',
  });
  const events = [];
  for await (const event of t.stripe.events.list({ limit: 100 })) events.push(JSON.parse(JSON.stringify(event)) as { type: string });
  await t.deps.billing.setUpCatalog(
    PLANS.map((plan) => ({ ...plan, isEnabled: plan.id !== PRACTICE })),
    ADDON_COST,
  );
  const { exchanges } = recorder;
  const posts = exchanges.filter(({ method }) => method === 'POST');

  expect(unused(exchanges)).toEqual([]);
  expect(
    misfits(
      exchanges.filter(({ path }) => path !== '/v1/events'),
      events,
    ),
  ).toEqual([]);
  expect(new Set(exchanges.map(({ version }) => version))).toEqual(new Set(['2026-10-28.endive']));
  expect(posts.filter(({ idempotencyKey }) => idempotencyKey === undefined || idempotencyKey.length > 255)).toEqual([]);
  expect(exchanges.filter(({ sent }) => /zqj700|quenby|testperson|1980-02-29/i.test(sent))).toEqual([]);
}, 180_000);

test('a parameter nobody knows, a value nobody lists and a field left out are all told', () => {
  const customer = recorder.exchanges.find(({ method, path }) => method === 'POST' && path === '/v1/customers');
  const subscription = recorder.exchanges.find(({ method, path }) => method === 'POST' && path.startsWith('/v1/subscriptions/'));
  if (customer === undefined || subscription === undefined) throw new Error('nothing was recorded');
  const { invoice_settings: _left, ...answer } = customer.answer as Record<string, unknown>;
  const wrong = [
    { ...customer, form: new URLSearchParams('patient=x') },
    { ...customer, answer },
    { ...customer, answer: { ...(customer.answer as object), surplus: 1 } },
    { ...subscription, form: new URLSearchParams('proration_behavior=prorate') },
    { ...subscription, answer: { ...(subscription.answer as object), status: 'lapsed' } },
    { ...customer, method: 'GET', path: '/v1/elsewhere' },
  ];

  expect(misfits(wrong, []).map((line) => line.replace(/: .*/, ''))).toEqual([
    'GET /v1/elsewhere is an endpoint without a type',
    'POST /v1/customers, sent',
    'POST /v1/customers, answered',
    'POST /v1/customers, answered',
    `POST ${subscription.path}, sent`,
    `POST ${subscription.path}, answered`,
  ]);
}, 60_000);
