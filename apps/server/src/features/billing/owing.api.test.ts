/** What is owed, told on the wire and by mail, and the ways to pay it (product.md 14.4). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Invoice, Preview, Subscription } from '@coverlight/contract/billing/subscription.schema.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { tellEndedGrace } from './tell-access-end.ts';
import {
  aPractice,
  asManager,
  changeCardAndWait,
  current,
  eventually,
  FAILING_CARD,
  GOOD_CARD,
  GROUP,
  mailsTo,
  MONTH_SECONDS,
  post,
  PRACTICE,
  startBillingApp,
  STARTER,
  submitForm,
  subscribe,
  type BillingApp,
  type Practice,
} from '../../../test/billing.ts';
import { createUser } from '../../../test/factories.ts';
import { untilWaiting } from '../../../test/waiting.ts';

let t: BillingApp;
beforeAll(async () => {
  t = await startBillingApp();
});
afterAll(async () => await t.close());

const DAY_MS = 86_400_000;
const card = (number: string) => ({ number, expiry: '12/40', cvc: '123', name: 'Dana Example' });

async function aPastDuePractice(): Promise<{ practice: Practice; owed: NonNullable<Subscription['owed']> }> {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  await changeCardAndWait(t, practice, FAILING_CARD);
  await t.advance(MONTH_SECONDS);
  const owed = await eventually(async () => {
    const { subscription } = await current(t, practice);
    expect(subscription).toMatchObject({ status: 'past_due', is_active: true, owed: expect.anything() });
    return subscription?.owed;
  });
  if (owed == null) throw new Error('nothing is owed');
  return { practice, owed };
}

test('a practice that is past due reads how much, since when and until when, and pays the open invoice with another card', async () => {
  const { practice, owed } = await aPastDuePractice();
  const opened = await asManager<{ redirect_url: string }>(t, practice, post('portal-session', { page: 'open-invoice' }));
  const shown = await (await fetch(opened.body.redirect_url)).text();

  const refused = await submitForm(opened.body.redirect_url, { action: 'pay-card', ...card('4000 0000 0000 0002') });
  const paid = await submitForm(opened.body.redirect_url, { action: 'pay-card', ...card(GOOD_CARD) });

  expect(owed).toMatchObject({ amount: '99.00', currency: 'usd' });
  expect(Date.parse(owed.access_ends_at ?? '')).toBeGreaterThan(t.deps.clock().getTime() + 13 * DAY_MS);
  expect(Date.parse(owed.due_at)).toBeLessThanOrEqual(t.deps.clock().getTime());
  expect(shown).toContain('$99.00');
  expect([refused.status, paid.status]).toEqual([200, 303]);
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status: 'active', owed: null }));
  expect(await asManager(t, practice, post('portal-session', { page: 'open-invoice' }))).toMatchObject({ status: 422 });
}, 60_000);

test('past due, the overview with invoices and leaving stays within reach beside the card', async () => {
  const { practice } = await aPastDuePractice();

  const pageOf = async (page: string) => {
    const { body } = await asManager<{ redirect_url: string }>(t, practice, post('portal-session', { page }));
    return await (await fetch(body.redirect_url)).text();
  };
  const [overview, method] = [await pageOf('overview'), await pageOf('payment-method')];

  expect(overview).toContain('Cancel subscription');
  expect(overview).toContain('Invoice history');
  expect(method).toContain('Card number');
}, 60_000);

test('the mail of a failed payment and the one at the end of access say what is owed; each comes once, and changes are refused as for unpaid', async () => {
  const { practice, owed } = await aPastDuePractice();
  const failed = await mailsTo(t, practice.manager.email);
  t.turnClock(Date.parse(owed.access_ends_at ?? '') + 60_000 - t.deps.clock().getTime());

  const change = await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));
  await tellEndedGrace(t.deps);
  await tellEndedGrace(t.deps);

  expect(failed).toMatchObject([{ kind: 'payment-failed', facts: { owed: '$99.00' } }]);
  expect(Object.keys(failed[0]?.facts ?? {})).toEqual(expect.arrayContaining(['owed_since', 'access_ends']));
  expect(change).toMatchObject({ status: 422, body: { errors: { NOFIELD: ['Please update your payment method first.'] } } });
  expect(await mailsTo(t, practice.manager.email)).toMatchObject([
    { kind: 'payment-failed' },
    { kind: 'access-ended', facts: { owed: '$99.00' } },
  ]);
  expect((await current(t, practice)).subscription).toMatchObject({ is_active: false, owed: { amount: '99.00', access_ends_at: null } });
}, 60_000);

test('when two come to tell the end of access in one moment, one mail leaves', async () => {
  const { practice, owed } = await aPastDuePractice();
  const { id } = practice.organization;
  t.turnClock(Date.parse(owed.access_ends_at ?? '') + 60_000 - t.deps.clock().getTime());

  // Both have read that nobody was told yet before either may say that it will.
  const both = await t.deps.db.asOrganization(id, async (tx) => {
    await tx.queryOnce('SELECT FROM subscriptions WHERE organization_id = $1 FOR UPDATE', [id]);
    const telling = [tellEndedGrace(t.deps), tellEndedGrace(t.deps)];
    await untilWaiting(t.deps.db, 2);
    return { telling };
  });
  await Promise.all(both.telling);

  expect(await mailsTo(t, practice.manager.email)).toMatchObject([{ kind: 'payment-failed' }, { kind: 'access-ended' }]);
}, 60_000);

test('a lost answer to a change says that it may have been made, and the preview tells that it was', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  await t.control('/__fault', { vendor: 'stripe', kind: 'lost', times: 3, path: `/v1/subscriptions/${remote_id}` });

  const before = await asManager<{ preview: Preview }>(t, practice, post('preview', { new_plan_id: GROUP }));
  const lost = await asManager(t, practice, post('change', { new_plan_id: GROUP }));
  const after = await asManager<{ preview: Preview }>(t, practice, post('preview', { new_plan_id: GROUP }));

  expect(lost).toMatchObject({
    status: 502,
    body: {
      errors: {
        NOFIELD: [
          'The answer of the payment provider was lost. The change may have been made all the same: please look before you try again.',
        ],
      },
    },
  });
  expect([before.body.preview.is_made, after.body.preview.is_made]).toEqual([false, true]);
}, 60_000);

test('an invoice says in our words what each line is for, leaves out what costs nothing, and a coupon says what it gives and how long', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  const coupon = await t.stripe.coupons.create({ percent_off: 25, duration: 'repeating', duration_in_months: 3 });
  await t.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'QUARTER' });

  const change = { has_feature_reimbursement: true, promotion: 'QUARTER' };
  const { preview } = (await asManager<{ preview: Preview }>(t, practice, post('preview', change))).body;
  const smaller = (await asManager<{ preview: Preview }>(t, practice, post('preview', { new_plan_id: GROUP }))).body.preview;

  expect(preview.coupon).toEqual({ percent_off: '25', amount_off: null, duration: 'repeating', months: 3 });
  expect(preview.lines.map((line) => line.description)).toEqual(
    expect.arrayContaining(['Starter plan', 'Reimbursement Estimates', 'Reimbursement Estimates: rest of the period']),
  );
  expect(preview.lines.filter((line) => Number(line.amount) === 0)).toEqual([]);
  expect(smaller.lines.map((line) => line.description)).toEqual(
    expect.arrayContaining(['Group plan', 'Group plan: rest of the period', 'Starter plan: credit for the time not used']),
  );
}, 60_000);

test('a credit that the next invoice does not use up is told', async () => {
  const practice = await aPractice(t);
  await subscribe(t, practice, { plan_id: GROUP });
  await asManager(t, practice, post('change', { new_plan_id: STARTER }));
  await t.advance(MONTH_SECONDS);

  const { preview } = (await asManager<{ preview: Preview }>(t, practice, post('preview', { has_feature_reimbursement: false }))).body;

  // 599 are credited nearly whole, and 99 are due for the second month.
  expect(Number(preview.credit)).toBeGreaterThan(300);
  expect(preview.amount_due).toBe('0.00');
}, 60_000);

test('usage stands with its period; a subscription that has ended shows its last invoice; the audit row says from what to what', async () => {
  const practice = await aPractice(t);
  const { remote_id } = await subscribe(t, practice);
  const { usage, subscription } = await current(t, practice);
  await asManager(t, practice, post('change', { new_plan_id: PRACTICE }));
  await t.stripe.subscriptions.cancel(remote_id ?? '');
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status: 'canceled' }));

  const last = await asManager<{ invoice: Invoice }>(t, practice, { method: 'GET', url: '/api/v1/subscriptions/last-invoice' });
  const changes = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce("SELECT changed_fields FROM audit_events WHERE action = 'subscription.change' AND organization_id = $1", [
        practice.organization.id,
      ]),
  );

  expect(usage?.period_ends_at).toBe(subscription?.current_period_ends_at);
  expect(last.body.invoice.lines[0]?.description).toMatch(/plan|Reimbursement/);
  expect(changes).toEqual([{ changed_fields: ['plan_id: Starter to Practice'] }]);
}, 60_000);

test('coming back from paying looks at that checkout once, even where its event is lost; a checkout of somebody else is not there', async () => {
  const [practice, other] = [await aPractice(t), await aPractice(t)];
  await t.control('/__webhooks', { mode: 'lose' });
  const opened = await asManager<{ redirect_url: string }>(t, practice, post('checkout-session', { plan_id: STARTER }));
  const paid = await submitForm(opened.body.redirect_url, { action: 'pay', ...card(GOOD_CARD), email: 'dana@example.test' });
  const checkoutId = new URL(paid.headers.get('location') ?? '').searchParams.get('checkout') ?? '';
  await t.control('/__webhooks', { mode: 'normal' });

  const foreign = await asManager(t, other, post('checkout-return', { checkout_id: checkoutId }));
  const unknown = await asManager(t, practice, post('checkout-return', { checkout_id: 'cs_unknown' }));
  const looked = await asManager(t, practice, post('checkout-return', { checkout_id: checkoutId }));

  expect([foreign.status, unknown.status, looked.status]).toEqual([404, 404, 204]);
  expect((await current(t, practice)).subscription).toMatchObject({ status: 'active', is_active: true });
}, 60_000);

test("deactivating an organization cancels its subscription at the period's end if so chosen, keeps it otherwise, and does nothing where the provider is away", async () => {
  const admin = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  const [leaving, staying, stuck] = [await aPractice(t), await aPractice(t), await aPractice(t)];
  const [{ remote_id: leavingId }, { remote_id: stayingId }, { remote_id: stuckId }] = [
    await subscribe(t, leaving, { plan_id: GROUP, has_feature_reimbursement: true }),
    await subscribe(t, staying),
    await subscribe(t, stuck),
  ];
  const put = async ({ organization }: Practice, payload: object) =>
    await t.call(admin, { method: 'PUT', url: `/api/v1/admin/organizations/${organization.id}`, payload });
  const before = await t.call(admin, { method: 'GET', url: `/api/v1/admin/organizations/${leaving.organization.id}/current-subscription` });

  const cancelled = await put(leaving, { is_active: false, subscription: 'cancel_at_period_end' });
  const kept = await put(staying, { is_active: false, subscription: 'keep' });
  const misplaced = await put(stuck, { subscription: 'cancel_at_period_end' });
  await t.control('/__fault', { vendor: 'stripe', kind: '500', times: 20, path: `/v1/subscriptions/${stuckId}` });
  const away = await put(stuck, { is_active: false, subscription: 'cancel_at_period_end' });
  await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });

  const changes = async ({ organization }: Practice) =>
    (
      await t.deps.db.asAdmin(
        async (tx) =>
          await tx.queryOnce<{ changed_fields: string[] }>(
            `SELECT changed_fields FROM audit_events WHERE action = 'organization.update' AND $1 = ANY (object_ids) ORDER BY id`,
            [organization.id],
          ),
      )
    ).map(({ changed_fields: fields }) => fields);
  expect([await changes(leaving), await changes(staying), await changes(stuck)]).toEqual([
    [['is_active', 'subscription']],
    [['is_active']],
    [],
  ]);
  const isEnding = async (id: string | null) => (await t.stripe.subscriptions.retrieve(id ?? '')).cancel_at_period_end;
  expect(before.json()).toMatchObject({ subscription: { monthly_cost: '1099.00', current_period_ends_at: expect.any(String) } });
  expect([cancelled.statusCode, kept.statusCode, misplaced.statusCode, away.statusCode]).toEqual([200, 200, 422, 502]);
  expect([await isEnding(leavingId), await isEnding(stayingId), await isEnding(stuckId)]).toEqual([true, false, false]);
  const list = (await t.call(admin, { method: 'GET', url: '/api/v1/admin/organizations' })).json<{
    organizations: { id: string; is_active: boolean }[];
  }>();
  const isActive = ({ organization }: Practice) => list.organizations.find(({ id }) => id === organization.id)?.is_active;
  expect([isActive(leaving), isActive(staying), isActive(stuck)]).toEqual([false, false, true]);

  const later = await put(staying, { is_active: false, subscription: 'cancel_at_period_end' });
  expect([later.statusCode, await isEnding(stayingId), await changes(staying)]).toEqual([200, true, [['is_active'], ['subscription']]]);
}, 60_000);
