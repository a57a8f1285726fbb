/** A card that fails: the grace, the end of it, and the ways back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aPractice,
  asManager,
  changeCard,
  changeCardAndWait,
  current,
  customerOf,
  eventually,
  FAILING_CARD,
  GOOD_CARD,
  mailsTo,
  MONTH_SECONDS,
  post,
  startBillingApp,
  submitInquiry,
  subscribe,
  type BillingApp,
  type Practice,
} from '../../../test/billing.ts';

let t: BillingApp;
beforeAll(async () => {
  t = await startBillingApp();
});
afterAll(async () => await t.close());

const DAY_MS = 86_400_000;

async function flagsOf({ manager }: Practice) {
  const reply = await t.call(await t.signIn(manager), { method: 'GET', url: '/api/v1/auth/refresh' });
  const { has_active_subscription: isActive, has_past_due_subscription: isPastDue } = reply.json<{
    user: { has_active_subscription: boolean; has_past_due_subscription: boolean };
  }>().user;
  return { isActive, isPastDue };
}

const GOOD = { isActive: true, isPastDue: false };
const GRACE = { isActive: true, isPastDue: true };
const RESTRICTED = { isActive: false, isPastDue: true };

/** Bought with a good card, and at the first renewal the card fails. */
async function aPastDuePractice(): Promise<Practice> {
  const practice = await aPractice(t);
  await subscribe(t, practice);
  await changeCardAndWait(t, practice, FAILING_CARD);
  await t.advance(MONTH_SECONDS);
  await eventually(async () => expect(await flagsOf(practice)).toEqual(GRACE));
  return practice;
}

test('a failing card: 14 days to the minute under a banner, then restricted, and back to work with another card', async () => {
  const practice = await aPastDuePractice();
  const [{ since } = { since: new Date(0) }] = await t.deps.db.asOrganization(
    practice.organization.id,
    async (tx) => await tx.queryOnce<{ since: Date }>('SELECT past_due_since AS since FROM subscriptions', []),
  );
  const turnTo = (moment: number) => t.turnClock(moment - t.deps.clock().getTime());

  expect(await mailsTo(t, practice.manager.email)).toMatchObject([{ kind: 'payment-failed' }]);
  const page = await asManager<{ redirect_url: string }>(t, practice, post('portal-session'));
  expect(await (await fetch(page.body.redirect_url)).text()).toContain('number');
  turnTo(since.getTime() + 14 * DAY_MS - 60_000);
  expect(await flagsOf(practice)).toEqual(GRACE);
  expect((await submitInquiry(t, practice, 'XGRACE11')).status).toBe(201);
  turnTo(since.getTime() + 14 * DAY_MS + 60_000);
  expect(await flagsOf(practice)).toEqual(RESTRICTED);
  expect(await submitInquiry(t, practice, 'XGRACE12')).toMatchObject({ status: 402 });

  await changeCard(t, practice, GOOD_CARD);

  await eventually(async () => expect(await flagsOf(practice)).toEqual(GOOD));
  expect((await submitInquiry(t, practice, 'XGRACE13')).status).toBe(201);
}, 60_000);

test('a new card pays what is open even where the provider fails at that very moment', async () => {
  const practice = await aPastDuePractice();
  await t.control('/__fault', { vendor: 'stripe', kind: '500', times: 3, path: '/pay$/' });

  await changeCard(t, practice, GOOD_CARD);

  await eventually(async () => expect(await flagsOf(practice)).toEqual(GOOD), 25_000);
  const charged = (await t.stripe.invoices.list({ customer: await customerOf(t, practice) })).data;
  expect(charged.map(({ status, amount_paid: paid, amount_due: due }) => [status, paid === due])).toEqual([
    ['paid', true],
    ['paid', true],
  ]);
}, 60_000);

test('a practice that was unpaid for months pays what is open with a new card and works again', async () => {
  const practice = await aPastDuePractice();
  await t.advance(MONTH_SECONDS);
  await t.advance(MONTH_SECONDS);
  await eventually(async () => expect((await current(t, practice)).subscription).toMatchObject({ status: 'unpaid', is_active: false }));

  await changeCard(t, practice, GOOD_CARD);

  await eventually(async () => expect(await flagsOf(practice)).toEqual(GOOD));
}, 60_000);
