import type { PayerExpectation } from '@coverlight/contract/payers/payer.schema.ts';
import type { AttemptOutcome } from '@coverlight/domain/inquiries/attempt.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInquiry, createOrganization, createPayer, createUser, newId, type Payer } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { recordTurn, startAttempts } from '#features/inquiries/asking/turn.repository.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let t: TestApp;
/** Of an organization that never asked anybody. */
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  const { id } = await createOrganization(t.store);
  token = await t.signIn(await createUser(t.store, { organization_id: id, is_restricted: true }));
});
afterAll(async () => await t.close());

/** One question of some organization to the payer, `ago` milliseconds ago. */
async function asked(payer: Pick<Payer, 'id'>, outcome: AttemptOutcome, ago: number, tookMs = 1_000): Promise<void> {
  const startedAt = new Date(t.deps.clock().getTime() - ago);
  const inquiry = await createInquiry(t.store, { payer_id: payer.id, created_at: startedAt, status: 'complete' });
  await t.deps.db.asOrganization(inquiry.organization_id, async (tx) => {
    const attempt = { part: 0, number: 0, route: 'availity' as const };
    await startAttempts(tx, inquiry.id, [attempt], startedAt);
    if (outcome === 'sent') return;
    await recordTurn(tx, await t.deps.keys.keysOf(inquiry.organization_id), {
      inquiryId: inquiry.id,
      now: new Date(startedAt.getTime() + tookMs),
      status: 'complete',
      isOver: true,
      nextTurnAt: null,
      conclusion: null,
      attempt: { ...attempt, outcome, requestId: null, reason: null, isLook: false, misses: 0, retryAfterSeconds: null, exchanges: [] },
      answer: null,
    });
  });
}

const ask = async (id: string) => await t.call(token, { method: 'GET', url: `/api/v1/payers/${id}/expectation` });
const expectationOf = async (payer: Pick<Payer, 'id'>): Promise<PayerExpectation> =>
  (await ask(payer.id)).json<{ expectation: PayerExpectation }>().expectation;
const toMinute = (ms: number) => new Date(Math.floor(ms / MINUTE) * MINUTE).toISOString();

test('of a payer nobody or hardly anybody asked nothing is said', async () => {
  const payer = await createPayer(t.store);
  expect(await expectationOf(payer)).toEqual({ usual_seconds: null, silent_since: null, silent_services: [] });

  await asked(payer, 'answered', 5 * MINUTE);
  await asked(payer, 'answered', 4 * MINUTE);
  await asked(payer, 'unreachable', 3 * MINUTE);
  await asked(payer, 'unreachable', 2 * MINUTE);

  expect(await expectationOf(payer)).toEqual({ usual_seconds: null, silent_since: null, silent_services: [] });
});

test('what is usual is the middle of the last answers of all organizations, and tells nothing else', async () => {
  const payer = await createPayer(t.store);
  await asked(payer, 'answered', 8 * DAY, 900_000);
  await asked(payer, 'answered', 50 * MINUTE, 3_000);
  await asked(payer, 'answered', 40 * MINUTE, 8_200);
  await asked(payer, 'answered', 30 * MINUTE, 30_000);
  await asked(payer, 'rejected', 20 * MINUTE, 300);

  const reply = await ask(payer.id);

  expect(reply.json()).toEqual({ expectation: { usual_seconds: 8, silent_since: null, silent_services: [] } });
});

test('a payer is silent since its last answer once three questions went unanswered, failed or just waiting', async () => {
  const payer = await createPayer(t.store);
  const now = t.deps.clock().getTime();
  await asked(payer, 'answered', 90 * MINUTE, 2_000);
  await asked(payer, 'unreachable', 30 * MINUTE);
  await asked(payer, 'pending', 20 * MINUTE);
  await asked(payer, 'pending', 30_000);
  expect((await expectationOf(payer)).silent_since).toBeNull();
  await asked(payer, 'no-answer', 10 * MINUTE);

  expect((await expectationOf(payer)).silent_since).toBe(toMinute(now - 90 * MINUTE + 2_000));
  await asked(payer, 'answered', MINUTE);
  expect((await expectationOf(payer)).silent_since).toBeNull();
});

test('a question that we sent wrong, stopped or kept back says nothing of the payer', async () => {
  const payer = await createPayer(t.store);
  for (const outcome of ['refused', 'withdrawn', 'circuit-open', 'refused'] as const) await asked(payer, outcome, 30 * MINUTE);

  expect(await expectationOf(payer)).toEqual({ usual_seconds: null, silent_since: null, silent_services: [] });
});

test('what the two that a payer was merged from answered counts for it, by each of the three ids', async () => {
  const parent = await createPayer(t.store, { code: null });
  const child = await createPayer(t.store, { parent_id: parent.id });
  await asked(child, 'answered', 40 * MINUTE, 6_000);
  await asked(child, 'answered', 30 * MINUTE, 6_000);
  await asked(parent, 'answered', 20 * MINUTE, 6_000);

  expect(await expectationOf(parent)).toEqual({ usual_seconds: 6, silent_since: null, silent_services: [] });
  expect(await expectationOf(child)).toEqual({ usual_seconds: 6, silent_since: null, silent_services: [] });
});

test('a payer that is not there has nothing to expect', async () => {
  const removed = await createPayer(t.store, { deleted_at: t.deps.clock() });

  expect((await ask(newId())).statusCode).toBe(404);
  expect((await ask(removed.id)).statusCode).toBe(404);
});

/** An answer of an active plan to these service types, of which it said nothing about some. */
async function told(payer: Pick<Payer, 'id'>, serviceTypes: string[], silent: string[] | null, daysAgo = 1): Promise<void> {
  await createInquiry(t.store, {
    payer_id: payer.id,
    created_at: new Date(t.deps.clock().getTime() - daysAgo * DAY),
    status: 'complete',
    change: { asked: { service_types: serviceTypes, practice_type: null, silent } },
  });
}

test('a service type that a payer never answered about is told once it was asked often enough, and not for ever', async () => {
  const payer = await createPayer(t.store);
  await told(payer, ['30', 'RT', 'BB'], ['RT', 'BB']);
  await told(payer, ['30', 'RT', 'BB'], ['RT']);
  // Of an inactive plan nothing is told.
  await told(payer, ['RT'], null);
  expect((await expectationOf(payer)).silent_services).toEqual([]);

  await told(payer, ['30', 'RT'], ['RT'], 89);
  expect((await expectationOf(payer)).silent_services).toEqual(['RT']);

  const old = await createPayer(t.store);
  for (const daysAgo of [91, 92, 93]) await told(old, ['RT'], ['RT'], daysAgo);
  expect((await expectationOf(old)).silent_services).toEqual([]);
});
