import type { Plan, Preview, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plans } from '#db/tables/billing.ts';
import {
  aPractice,
  asManager,
  changeCard,
  current,
  customerOf,
  eventually,
  GOOD_CARD,
  GROUP,
  mailsTo,
  MONTH_SECONDS,
  openPage,
  pay,
  post,
  PRACTICE,
  STARTER,
  startBillingApp,
  submitForm,
  subscribe,
  type BillingApp,
} from '../../../test/billing.ts';
import { createUser, newId } from '../../../test/factories.ts';
import { ADDON_COST, PLANS } from './plan-list.ts';
import { setUpBilling } from './set-up-billing.ts';

let t: BillingApp;
beforeAll(async () => {
  t = await startBillingApp();
});
afterAll(async () => await t.close());

test('setting up twice sells every plan once', async () => {
  await setUpBilling(t.deps);

  const prices = await t.stripe.prices.list({ limit: 100 });
  const meters = await t.stripe.billing.meters.list();
  expect(prices.data).toHaveLength(7);
  expect(meters.data).toHaveLength(1);
});

test('a plan that the file disables is sold to nobody new, goes on for who has it, and setting up again changes nothing', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice, { plan_id: PRACTICE });
  const disabled = PLANS.map((plan) => ({ ...plan, isEnabled: plan.id !== PRACTICE }));
  const pricesOf = async () =>
    (await t.stripe.prices.list({ limit: 100 })).data.map(({ id, lookup_key, active }) => [id, lookup_key, active]);
  const before = await pricesOf();

  const first = await t.deps.billing.setUpCatalog(disabled, ADDON_COST);
  const archived = await pricesOf();
  const second = await t.deps.billing.setUpCatalog(disabled, ADDON_COST);
  await t.advance(MONTH_SECONDS);
  const [renewal] = (await t.stripe.invoices.list({ subscription: remote_id ?? '', limit: 1 })).data;
  await setUpBilling(t.deps);

  expect(archived.filter(([, , isActive]) => isActive === false).map(([, key]) => key)).toEqual([
    'coverlight_practice_extra',
    'coverlight_practice_base',
  ]);
  expect(second).toEqual(first);
  expect(renewal).toMatchObject({ status: 'paid', billing_reason: 'subscription_cycle', total: 24_900 });
  expect(await pricesOf()).toEqual(before);
});

test('a plan that the file no longer names is sold to nobody new', async () => {
  const practice = await aPractice(t);
  const gone = { id: newId(), name: 'Legacy', base_cost: '79.00', base_inquiries: 10, addl_cost: '3.00', tier: 1, is_enabled: true };
  await t.deps.db.asAdmin(async (tx) => void (await tx.orm.insert(plans).values(gone)));

  await setUpBilling(t.deps);

  const { body } = await asManager<{ plans: Plan[] }>(t, practice, { method: 'GET', url: '/api/v1/plans' });
  const bought = await asManager(t, practice, post('checkout-session', { plan_id: gone.id }));
  expect(body.plans.map(({ id }) => id)).toEqual([STARTER, PRACTICE, GROUP]);
  expect(bought).toMatchObject({ status: 422, body: { errors: { NOFIELD: ['This plan is no longer available.'] } } });
});

test('a price that was sold cannot be changed in the file: the operator reads so, and nothing else of the file is carried out', async () => {
  const dearer = PLANS.map((plan) => ({
    ...plan,
    isEnabled: plan.id !== PRACTICE,
    baseCost: plan.id === GROUP ? '609.00' : plan.baseCost,
  }));

  const refused = t.deps.billing.setUpCatalog(dearer, ADDON_COST);

  await expect(refused).rejects.toThrow('coverlight_group_base is sold at another price already. Add a new plan and disable the old one.');
  expect((await t.stripe.prices.list({ active: false })).data).toEqual([]);
});

test('a manager without a subscription buys a plan with the add-on, and access follows at once', async () => {
  const practice = await aPractice(t);
  const token = await t.signIn(practice.manager);
  const refresh = async () => (await t.call(token, { method: 'GET', url: '/api/v1/auth/refresh' })).json<{ user: object }>().user;
  expect(await refresh()).toMatchObject({ has_active_subscription: false });

  const subscription = await subscribe(t, practice, { plan_id: PRACTICE, has_feature_reimbursement: true });

  expect(subscription).toMatchObject({
    plan_id: PRACTICE,
    status: 'active',
    is_active: true,
    has_feature_reimbursement: true,
    has_cancelled: false,
  });
  expect(subscription.remote_id).toMatch(/^sub_/);
  expect(Date.parse(subscription.current_period_ends_at ?? '')).toBeGreaterThan(Date.now() + 27 * 86_400_000);
  expect(await refresh()).toMatchObject({ has_active_subscription: true, has_feature_reimbursement: true });
});

test('a second checkout is refused while a subscription lives', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);

  const again = await asManager(t, practice, post('checkout-session', { plan_id: PRACTICE }));

  expect(again).toMatchObject({ status: 422, body: { errors: { NOFIELD: ['Your organization already has a subscription.'] } } });
});

test('of two tabs with a checkout each only the younger can pay', async () => {
  const practice = await aPractice(t);
  const [first, second] = await Promise.all([openPage(t, practice, { plan_id: STARTER }), openPage(t, practice, { plan_id: PRACTICE })]);

  const answers = [await pay(first), await pay(second)].map(({ status }) => status);

  const [customer] = (await t.stripe.customers.list({ limit: 1 })).data;
  const bought = await t.stripe.subscriptions.list({ customer: customer?.id ?? '', status: 'all' });
  const sessions = await t.stripe.checkout.sessions.list({ customer: customer?.id ?? '' });
  expect(new Set(answers)).toEqual(new Set([303, 410]));
  expect(bought.data).toHaveLength(1);
  expect(sessions.data).toHaveLength(2);
  expect(new Set(sessions.data.map(({ status }) => status))).toEqual(new Set(['complete', 'expired']));
});

test('leaving the payment page leads back to the plans, which know what was chosen', async () => {
  const practice = await aPractice(t);
  const backFrom = async (order: object) => {
    const url = await openPage(t, practice, order);
    const session = await t.stripe.checkout.sessions.retrieve(url.split('/').at(-1) ?? '');
    return new URL(session.cancel_url ?? '');
  };

  const [plain, withAddon] = [await backFrom({ plan_id: STARTER }), await backFrom({ plan_id: STARTER, has_feature_reimbursement: true })];

  expect([plain.pathname, plain.search]).toEqual(['/organization/settings/plan', '?left=checkout']);
  expect(withAddon.search).toBe('?left=checkout-with-estimates');
});

test('a checkout that was paid before its events came refuses the next tab', async () => {
  const practice = await aPractice(t);
  const page = await openPage(t, practice, { plan_id: STARTER });
  await t.control('/__webhooks', { mode: 'lose' });
  await pay(page);

  const again = await asManager(t, practice, post('checkout-session', { plan_id: STARTER }));
  await t.control('/__webhooks', { mode: 'normal' });

  expect(again.status).toBe(422);
  expect((await current(t, practice)).subscription).toMatchObject({ status: 'active' });
});

test('what a preview shows is what the next invoice bills, to the cent', async () => {
  const practice = await aPractice(t);
  const subscription = await subscribe(t, practice);
  await t.control('/__clock', { advance_seconds: 10 * 86_400 });

  const change = { new_plan_id: GROUP };
  const shown = await asManager<{ preview: Preview }>(t, practice, post('preview', change));
  await t.control('/__clock', { advance_seconds: 300 });
  const changed = await asManager<{ subscription: Subscription }>(
    t,
    practice,
    post('change', { ...change, preview: shown.body.preview.token }),
  );

  expect(changed).toMatchObject({ status: 200, body: { subscription: { id: subscription.id, plan_id: GROUP } } });
  const upcoming = await t.stripe.invoices.createPreview({ subscription: subscription.remote_id ?? '' });
  expect((upcoming.total / 100).toFixed(2)).toBe(shown.body.preview.total);
  expect(shown.body.preview.lines.filter((line) => line.is_proration)).toHaveLength(2);
});

test('a preview of something else, of somebody else or too old changes nothing', async () => {
  const [practice, other] = [await aPractice(t), await aPractice(t)];
  await subscribe(t, practice);
  await subscribe(t, other);
  const { body } = await asManager<{ preview: Preview }>(t, practice, post('preview', { new_plan_id: GROUP }));
  const { token } = body.preview;

  const answers = [
    await asManager(t, practice, post('change', { new_plan_id: PRACTICE, preview: token })),
    await asManager(t, other, post('change', { new_plan_id: GROUP, preview: token })),
    await asManager(t, practice, post('change', { new_plan_id: GROUP, preview: `0${token}` })),
  ];

  expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect((await current(t, practice)).subscription).toMatchObject({ plan_id: STARTER });
});

test('amounts that another change made untrue bill nothing, and repeating a change that was made is no fault', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  await t.control('/__clock', { advance_seconds: 86_400 });
  const preview = async () =>
    (await asManager<{ preview: Preview }>(t, practice, post('preview', { new_plan_id: PRACTICE }))).body.preview.token;
  const early = await preview();
  await t.control('/__clock', { advance_seconds: 86_400 });
  await asManager(t, practice, post('change', { new_plan_id: GROUP }));

  const refused = await asManager(t, practice, post('change', { new_plan_id: PRACTICE, preview: early }));

  expect(refused).toMatchObject({
    status: 422,
    body: { errors: { NOFIELD: ['The amounts are out of date. Please look at them again.'] } },
  });
  expect((await current(t, practice)).subscription).toMatchObject({ plan_id: GROUP });
  const change = { new_plan_id: PRACTICE, preview: await preview() };
  expect((await asManager(t, practice, post('change', change))).status).toBe(200);
  expect((await asManager(t, practice, post('change', change))).status).toBe(200);
});

test('a disabled plan is sold to nobody, kept by who has it, and gone after leaving it', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice, { plan_id: PRACTICE });
  const enable = async (is_enabled: boolean) =>
    await t.deps.db.asAdmin(async (tx) => void (await tx.orm.update(plans).set({ is_enabled }).where(eq(plans.id, PRACTICE))));
  await enable(false);
  const listFor = async (who: typeof practice) =>
    (await asManager<{ plans: Plan[] }>(t, who, { method: 'GET', url: '/api/v1/plans' })).body.plans.map(({ id }) => id);

  const kept = await listFor(practice);
  const others = await listFor(await aPractice(t));
  const bought = await asManager(t, await aPractice(t), post('checkout-session', { plan_id: PRACTICE }));
  const left = await asManager(t, practice, post('change', { new_plan_id: STARTER }));
  const back = await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));
  await enable(true);

  expect(kept).toEqual([STARTER, PRACTICE, GROUP]);
  expect(others).toEqual([STARTER, GROUP]);
  expect(bought).toMatchObject({ status: 422, body: { errors: { NOFIELD: ['This plan is no longer available.'] } } });
  expect([left.status, back.status]).toEqual([200, 422]);
});

test('the add-on goes on with a coupon of its own and off again; a wrong coupon changes nothing', async () => {
  const practice = await aPractice(t);
  const subscription = await subscribe(t, practice);
  const coupon = await t.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  await t.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'HALFOFF' });
  const on = (promotion?: string) => post('change', { has_feature_reimbursement: true, ...(promotion === undefined ? {} : { promotion }) });

  const wrong = await asManager(t, practice, on('NOSUCHCODE'));
  const untouched = await current(t, practice);
  const right = await asManager<{ subscription: Subscription }>(t, practice, on('halfoff'));
  const again = await asManager<{ subscription: Subscription }>(t, practice, on());
  const upcoming = await t.stripe.invoices.createPreview({ subscription: subscription.remote_id ?? '' });
  const off = await asManager<{ subscription: Subscription }>(t, practice, post('change', { has_feature_reimbursement: false }));

  expect(wrong).toMatchObject({ status: 422, body: { errors: { promotion: ['This coupon code is not valid.'] } } });
  expect(untouched.subscription).toMatchObject({ has_feature_reimbursement: false });
  expect(right.body.subscription).toMatchObject({ has_feature_reimbursement: true });
  expect(again.status).toBe(200);
  const addon = upcoming.lines.data.filter((line) => line.description?.includes('Reimbursement Estimates'));
  expect(addon.length).toBeGreaterThan(0);
  expect(off.body.subscription).toMatchObject({ has_feature_reimbursement: false });
});

test('a coupon for an add-on that is on already is refused under promotion, in the preview too', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  const coupon = await t.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  await t.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'TOOLATE' });
  await asManager(t, practice, post('change', { has_feature_reimbursement: true }));
  const withCode = { has_feature_reimbursement: true, promotion: 'TOOLATE' };

  const changed = await asManager(t, practice, post('change', withCode));
  const previewed = await asManager(t, practice, post('preview', withCode));

  const refusal = { promotion: ['The add-on is on already, so a coupon code cannot be applied to it.'] };
  expect(changed).toMatchObject({ status: 422, body: { errors: refusal } });
  expect(previewed).toMatchObject({ status: 422, body: { errors: refusal } });
});

test('a change with a coupon whose answer was lost can be made again, although the code is used up by it', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  const coupon = await t.stripe.coupons.create({ percent_off: 50, duration: 'forever' });
  await t.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'JUSTONCE', max_redemptions: 1 });
  const change = { has_feature_reimbursement: true, promotion: 'justonce' };
  await t.control('/__fault', { vendor: 'stripe', kind: 'lost', times: 3, path: `/v1/subscriptions/${remote_id}` });

  const lost = await asManager(t, practice, post('change', change));
  const again = await asManager<{ subscription: Subscription }>(t, practice, post('change', change));

  expect(lost.status).toBe(502);
  expect(again).toMatchObject({ status: 200, body: { subscription: { has_feature_reimbursement: true } } });
  expect((await asManager(t, practice, post('preview', change))).status).toBe(200);
  const { items } = await t.stripe.subscriptions.retrieve(remote_id ?? '');
  expect(items.data.map((item) => item.discounts.length).toSorted((a, b) => a - b)).toEqual([0, 0, 1]);
});

test('a coupon that was used up, has expired, is for another customer, a first purchase or a larger one is refused under promotion', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  const coupon = await t.stripe.coupons.create({ amount_off: 1000, currency: 'usd', duration: 'once' });
  const promotion = { type: 'coupon' as const, coupon: coupon.id };
  const stranger = await t.stripe.customers.create({ email: 'somebody@example.test' });
  const soon = Math.floor(t.deps.clock().getTime() / 1000) + 3600;
  await t.stripe.promotionCodes.create({ promotion, code: 'NOTYOURS', customer: stranger.id });
  await t.stripe.promotionCodes.create({ promotion, code: 'FIRSTTIME', restrictions: { first_time_transaction: true } });
  await t.stripe.promotionCodes.create({
    promotion,
    code: 'TOOSMALL',
    restrictions: { minimum_amount: 90_000, minimum_amount_currency: 'usd' },
  });
  await t.stripe.promotionCodes.create({ promotion, code: 'EXPIRED', expires_at: soon });
  await t.stripe.promotionCodes.create({ promotion, code: 'ONCEONLY', max_redemptions: 1 });
  const use = async (who: typeof practice, code: string) =>
    await asManager(t, who, post('change', { has_feature_reimbursement: true, promotion: code }));
  const first = await aPractice(t);
  await subscribe(t, first);
  expect((await use(first, 'ONCEONLY')).status).toBe(200);
  await t.advance(7200);

  for (const code of ['NOTYOURS', 'FIRSTTIME', 'TOOSMALL', 'EXPIRED', 'ONCEONLY']) {
    const refusal = { status: 422, body: { errors: { promotion: ['This coupon code is not valid.'] } } };
    expect(await use(practice, code), code).toMatchObject(refusal);
  }

  expect((await t.stripe.subscriptions.retrieve(remote_id ?? '')).items.data).toHaveLength(2);
  expect((await current(t, practice)).subscription).toMatchObject({ has_feature_reimbursement: false });
});

test.each([
  ['nothing', {}],
  ['a plan and the add-on', { new_plan_id: GROUP, has_feature_reimbursement: true }],
])('a change that asks for %s is refused', async (_what, body) => {
  const practice = await aPractice(t);

  expect((await asManager(t, practice, post('change', body))).status).toBe(422);
});

test('the portal opens at the subscription, and where payment is due at the card', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);

  const { body } = await asManager<{ redirect_url: string }>(t, practice, post('portal-session'));
  const page = await (await fetch(body.redirect_url)).text();

  expect(page).toContain('Starter');
});

test('leaving in the portal keeps access until the period ends, and then ends it', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  const { body } = await asManager<{ redirect_url: string }>(t, practice, post('portal-session'));
  const page = await fetch(body.redirect_url);
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';');
  await submitForm(body.redirect_url, { action: 'confirm-cancel', subscription: remote_id ?? '' }, cookie);

  const leaving = await eventually(async () => {
    const { subscription } = await current(t, practice);
    expect(subscription).toMatchObject({ has_cancelled: true });
    return subscription;
  });
  await t.stripe.subscriptions.cancel(remote_id ?? '');
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status: 'canceled', is_active: false }));

  expect(leaving).toMatchObject({ status: 'active', is_active: true });
});

test('who has left buys again as the same customer, and has one subscription that lives', async () => {
  const practice = await aPractice(t);
  const first = await subscribe(t, practice, { plan_id: GROUP });
  await t.stripe.subscriptions.cancel(first.remote_id ?? '');
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status: 'canceled', is_active: false }));
  const change = await asManager(t, practice, post('change', { new_plan_id: STARTER }));

  const second = await subscribe(t, practice, { plan_id: STARTER });

  const customer = await customerOf(t, practice);
  const all = await t.stripe.subscriptions.list({ customer, status: 'all' });
  expect(change).toMatchObject({
    status: 422,
    body: { errors: { NOFIELD: ['Your organization has no subscription that can be changed.'] } },
  });
  expect(second.id).not.toBe(first.id);
  expect(all.data.map(({ id, status }) => [id, status])).toEqual([
    [second.remote_id, 'active'],
    [first.remote_id, 'canceled'],
  ]);
  expect((await current(t, practice)).subscription).toMatchObject({ id: second.id, plan_id: STARTER, has_cancelled: false });
});

test('managers are mailed once a day that somebody waits', async () => {
  const practice = await aPractice(t);
  const user = await createUser(t.store, { organization_id: practice.organization.id, first_name: 'Wren' });
  const notify = async () => (await t.call(await t.signIn(user), post('notify'))).statusCode;
  const mails = async () => await mailsTo(t, practice.manager.email);

  const answers = [await notify(), await notify()];
  const first = await mails();
  t.turnClock(24 * 3_600_000);
  await notify();
  const own = (await t.call(await t.signIn(practice.manager), post('notify'))).statusCode;

  expect(answers).toEqual([204, 204]);
  expect(first).toMatchObject([{ kind: 'no-subscription', facts: { organization_name: practice.organization.name } }]);
  expect(JSON.stringify(first)).toContain('Wren');
  expect(own).toBe(204);
  expect(await mails()).toHaveLength(2);
});

test('nothing but ids, and the name and address of the practice, has gone to the payment provider', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  await changeCard(t, practice, GOOD_CARD);

  const report = (await (await fetch(`${t.sandboxUrl}/__requests?full=1`)).json()) as {
    stripe: { requests: { sent: string; path: string }[] };
  };

  const posts = report.stripe.requests.filter(({ sent }) => sent.includes('"idempotencyKey"') || sent.includes('params'));
  expect(posts.length).toBeGreaterThan(10);
  const keys = new Set(posts.flatMap(({ sent }) => Object.keys((JSON.parse(sent) as { params?: object }).params ?? {})));
  expect([...keys].filter((key) => /patient|member|payer|birth|ssn/i.test(key))).toEqual([]);
});
