import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecheckPreview, RecheckRule } from '@coverlight/contract/batches/recheck.schema.ts';
import type { InboxItem } from '@coverlight/contract/inbox/inbox.contract.ts';
import { A_RULE, batchCalls } from '../../../../test/batches.ts';
import { aCoverage } from '../../../../test/coverages.ts';
import { createInquiry, createOrganization, createPayer, createProvider, createUser } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import { lookAfterBatch } from '../sending/look-after-batch.ts';
import { plannedDay } from './planned-day.ts';
import { runRules } from './run-rules.ts';

const DAY_MS = 86_400_000;
let t: TestApp;
let owner: Client;
let calls: ReturnType<typeof batchCalls>;

beforeAll(async () => {
  t = await startTestApp();
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  calls = batchCalls(t);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

/** A practice whose patients were checked so many days ago. */
async function aPractice(checkedDaysAgo: readonly number[]) {
  const organizationId = (await createOrganization(t.store)).id;
  const user = await createUser(t.store, { organization_id: organizationId, is_manager: true });
  const provider = await createProvider(t.store, { organization_id: organizationId });
  const payer = await createPayer(t.store);
  for (const [at, days] of checkedDaysAgo.entries()) {
    await createInquiry(t.store, {
      organization_id: organizationId,
      user_id: user.id,
      provider_id: provider.id,
      payer_id: payer.id,
      status: 'complete',
      coverage: aCoverage(),
      created_at: new Date(t.deps.clock().getTime() - days * DAY_MS),
      submission: { memberId: `XQP${1000 + at}` },
    });
  }
  return { organizationId, token: await t.signIn(user), providerId: provider.id };
}
type APractice = Awaited<ReturnType<typeof aPractice>>;
/** Due today, on whatever day the test runs. */
const today = () => ({ kind: 'monthly' as const, day: Math.min(28, Number(plannedDay(t.deps.clock()).slice(8))) });
const isMonthEnd = () => Number(plannedDay(t.deps.clock()).slice(8)) > 28;
const rule = async ({ token }: APractice, over: object = {}) =>
  await calls.send(token, 'POST', '/recheck-rules', { ...A_RULE, when: today(), ...over });
const batchesOf = async ({ organizationId }: APractice) =>
  (
    await owner.query<{ id: string; rows: number }>(
      `SELECT b.id, count(r.*)::int AS rows FROM batches b JOIN batch_rows r ON r.batch_id = b.id WHERE b.organization_id = $1 AND b.source = 'plan'
     GROUP BY b.id`,
      [organizationId],
    )
  ).rows;

test('a rule makes one batch a day of whom it means, within its budget, and nobody twice in a week', async () => {
  if (isMonthEnd()) t.turnClock(4 * DAY_MS);
  const practice = await aPractice([40, 30, 20, 3]);
  await rule(practice, { monthly_budget: 2 });

  await Promise.all([runRules(t.deps), runRules(t.deps)]);
  await runRules(t.deps);

  const batches = await batchesOf(practice);
  expect(batches.map(({ rows }) => rows)).toEqual([2]);
  const { rules } = (await calls.send(practice.token, 'GET', '/recheck-rules')).json<{ rules: RecheckRule[] }>();
  expect(rules).toMatchObject([{ used: 2, held_back: 1 }]);
  await owner.query(`UPDATE batches SET started_at = started_at - interval '3 days' WHERE organization_id = $1`, [practice.organizationId]);
  await lookAfterBatch(t.deps, { organizationId: practice.organizationId, batchId: batches[0]?.id ?? '' });
  const { rows: lanes } = await owner.query('SELECT DISTINCT lane FROM inquiries WHERE batch_id = $1', [batches[0]?.id]);
  expect(lanes).toEqual([{ lane: 2 }]);
}, 60_000);

test('the switch stops rules and what they have under way, and lets both go on', async () => {
  const practice = await aPractice([40]);
  await rule(practice);
  await runRules(t.deps);
  const stop = async (isStopped: boolean) => await calls.send(practice.token, 'PUT', '/recheck-rules', { is_stopped: isStopped });
  const states = async () =>
    (await owner.query<{ state: string }>('SELECT state FROM batches WHERE organization_id = $1', [practice.organizationId])).rows;

  expect((await stop(true)).json()).toMatchObject({ is_stopped: true });
  expect(await states()).toEqual([{ state: 'paused' }]);
  t.turnClock(31 * DAY_MS);
  await runRules(t.deps);
  expect(await states()).toHaveLength(1);
  expect(
    (await calls.send(await freshToken(practice), 'GET', '/recheck-rules/preview')).json<{ preview: RecheckPreview }>().preview.asked,
  ).toBe(0);

  await calls.send(await freshToken(practice), 'PUT', '/recheck-rules', { is_stopped: false });
  expect(await states()).toEqual([{ state: 'sending' }]);
}, 60_000);

async function freshToken({ organizationId }: APractice): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM users WHERE organization_id = $1', [organizationId]);
  return await t.signIn({ id: rows[0]?.id ?? '', organization_id: organizationId });
}

test('the switch stops a run that is under way', async () => {
  const practice = await aPractice([40]);
  const token = await freshToken(practice);
  await calls.send(token, 'POST', '/recheck-rules', { ...A_RULE, when: today() });

  // The run has read that nobody stopped it, and has made nothing yet.
  await owner.query('BEGIN');
  await owner.query('SELECT FROM recheck_rules WHERE organization_id = $1 FOR UPDATE', [practice.organizationId]);
  const run = runRules(t.deps);
  await untilWaiting(t.deps.db, 1);
  const stop = await calls.send(token, 'PUT', '/recheck-rules', { is_stopped: true });
  await owner.query('COMMIT');
  await run;

  expect(stop.json()).toMatchObject({ is_stopped: true });
  expect(await batchesOf(practice)).toEqual([]);
}, 60_000);

test('the switch stops what a run is about to send', async () => {
  const practice = await aPractice([40]);
  const token = await freshToken(practice);
  await calls.send(token, 'POST', '/recheck-rules', { ...A_RULE, when: today() });

  // The run has made its batch, which nobody else sees yet, and waits for the payer of the first row.
  await owner.query('BEGIN');
  await owner.query('SELECT FROM payers WHERE id = (SELECT payer_id FROM inquiries WHERE organization_id = $1) FOR UPDATE', [
    practice.organizationId,
  ]);
  const run = runRules(t.deps);
  await untilWaiting(t.deps.db, 1);
  const stop = calls.send(token, 'PUT', '/recheck-rules', { is_stopped: true });
  await Promise.race([stop, untilWaiting(t.deps.db, 2)]);
  await owner.query('COMMIT');
  await Promise.all([run, stop]);

  const { rows } = await owner.query<{ state: string }>('SELECT state FROM batches WHERE organization_id = $1', [practice.organizationId]);
  expect(rows).toEqual([{ state: 'paused' }]);
}, 60_000);

test('whoever a plan has taken up is taken up by no other within a week, answered or not', async () => {
  if (isMonthEnd()) t.turnClock(4 * DAY_MS);
  const practice = await aPractice([40, 30]);
  await rule(practice);
  await runRules(t.deps);
  t.turnClock(DAY_MS);
  const tomorrow = { kind: 'monthly', day: Math.min(28, Number(plannedDay(t.deps.clock()).slice(8))) };
  await calls.send(await freshToken(practice), 'POST', '/recheck-rules', { ...A_RULE, when: tomorrow });

  await runRules(t.deps);

  expect((await batchesOf(practice)).map(({ rows }) => rows)).toEqual([2]);
}, 60_000);

test('a budget that is used up is told once in the inbox, with how many are left', async () => {
  if (isMonthEnd()) t.turnClock(4 * DAY_MS);
  const practice = await aPractice([40, 30, 20]);
  await rule(practice, { name: 'Monthly', monthly_budget: 1 });
  await rule(practice, { name: 'Nobody', who: { ...A_RULE.who, tags: ['none'] }, monthly_budget: 0 });
  const token = await freshToken(practice);

  await runRules(t.deps);
  await owner.query('UPDATE recheck_rules SET last_run_on = last_run_on - 1 WHERE organization_id = $1', [practice.organizationId]);
  await runRules(t.deps);

  const { items } = (await calls.send(token, 'GET', '/inbox')).json<{ items: InboxItem[] }>();
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({ person_id: null, inquiry_id: null, patient: '', gravest: 'look' });
  expect(items[0]?.words).toMatch(/^The planned checks “Monthly” are paused: the month’s budget is used up, \d+ left\.$/);
}, 60_000);

test('a practice that may ask nothing plans nothing', async () => {
  if (isMonthEnd()) t.turnClock(4 * DAY_MS);
  const practice = await aPractice([40]);
  await rule(practice);
  await owner.query(`UPDATE subscriptions SET status = 'canceled' WHERE organization_id = $1`, [practice.organizationId]);

  await runRules(t.deps);

  expect(await batchesOf(practice)).toEqual([]);
});

test('a rule that is switched on again makes up for no day on which it was off', async () => {
  if (isMonthEnd()) t.turnClock(4 * DAY_MS);
  const practice = await aPractice([40]);
  const { rule: made } = (await rule(practice, { is_on: false })).json<{ rule: RecheckRule }>();
  await owner.query(`UPDATE recheck_rules SET last_run_on = current_date - 90 WHERE organization_id = $1`, [practice.organizationId]);
  t.turnClock(2 * DAY_MS);
  await calls.send(await freshToken(practice), 'PUT', `/recheck-rules/${made.id}`, { is_on: true });

  await runRules(t.deps);

  expect(await batchesOf(practice)).toEqual([]);
});

test('a preview tells who, when and why, and what is beyond the budget; another practice sees nothing of it', async () => {
  const practice = await aPractice([40, 20]);
  const foreign = await aPractice([]);
  await rule(practice, { monthly_budget: 1, when: { kind: 'monthly', day: 15 } });

  const reply = await calls.send(practice.token, 'GET', '/recheck-rules/preview');

  const { preview } = reply.json<{ preview: RecheckPreview }>();
  expect(reply.headers['x-total-count']).toBe('2');
  expect(preview).toMatchObject({ asked: 1, held_back: 1, extra: 0 });
  expect(preview.people.map(({ why, is_held_back: isHeldBack }) => [why, isHeldBack])).toEqual([
    ['Every month on day 15', false],
    ['Every month on day 15', true],
  ]);
  const other = await calls.send(foreign.token, 'GET', '/recheck-rules/preview');
  expect(other.json<{ preview: RecheckPreview }>().preview).toMatchObject({ asked: 0, people: [] });
});

test('one rule watches at most', async () => {
  const practice = await aPractice([]);
  expect((await rule(practice, { when: { kind: 'watch' } })).statusCode).toBe(201);

  expect((await rule(practice, { when: { kind: 'watch' } })).statusCode).toBe(409);
});
