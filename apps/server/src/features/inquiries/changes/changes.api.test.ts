/** What is new since the answer before, as it is found, stored, read and kept from whoever may not see it (product.md 18.4). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry, InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { ReplyOf } from '@coverlight/contract/endpoint.ts';
import type { personsContract } from '@coverlight/contract/persons/persons.contract.ts';
import { emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCoverage } from '../../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createUser,
  newId,
  type InquiryOver,
  type Organization,
  type Payer,
  type User,
} from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { setPersonConfirmed } from '../person-confirmed.repository.ts';
import { syncPayers } from '../../payers/sync-payers.ts';
import { compareAnswers, compareMarked } from './compare-answers.ts';
import { findPersonOf } from './answers.repository.ts';
import { listComparisonsOf } from './comparisons.repository.ts';
import { markToCompare } from './marks.repository.ts';

type Changes = ReplyOf<typeof personsContract.changes>;

let t: TestApp;
let payer: Payer;
beforeAll(async () => {
  t = await startTestApp();
  payer = await createPayer(t.store);
});
afterAll(async () => await t.close());

const MEMBER = 'XZA700100';
const DAY_MS = 24 * 60 * 60 * 1000;
let answered = 0;

const active = (): Coverage => aCoverage();
const inactive = (): Coverage => aCoverage({ plans: [{ ...emptyPlan(), status: { code: '6', text: 'Inactive' }, name: 'Example PPO' }] });

interface Home {
  organization: Organization;
  user: User;
  token: string;
}

async function aHome(over: Parameters<typeof createUser>[1] = {}): Promise<Home> {
  const organization = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id: organization.id, is_manager: true, ...over });
  return { organization, user, token: await t.signIn(user) };
}

/** One after the other, ten minutes apart, the last of them just now. */
async function answer({ organization, user }: Home, coverage: Coverage, over: InquiryOver = {}): Promise<string> {
  answered += 1;
  const created_at = new Date(Date.now() - DAY_MS + answered * 1000);
  const { id } = await createInquiry(t.store, {
    organization_id: organization.id,
    user_id: user.id,
    payer_id: payer.id,
    status: 'complete',
    created_at,
    coverage,
    ...over,
    submission: { memberId: MEMBER, ...over.submission },
    change: { source: 'availity', plan_state: 'active', ...over.change },
  });
  await t.deps.db.asOrganization(organization.id, async (tx) => await markToCompare(tx, [id]));
  return id;
}

const compare = async ({ organization }: Home) => await compareMarked(t.deps, organization.id);

async function read(token: string, id: string): Promise<{ status: number; body: Changes }> {
  const reply = await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}/changes` });
  return { status: reply.statusCode, body: reply.json<Changes>() };
}
const codesOf = ({ body }: { body: Changes }) => body.changes.map(({ code }) => code);

async function rowOf(token: string, id: string): Promise<InquiryRow | undefined> {
  const reply = await t.call(token, { method: 'GET', url: '/api/v1/inquiries?limit=100' });
  return reply.json<{ inquiries: InquiryRow[] }>().inquiries.find((row) => row.id === id);
}

async function stored({ organization }: Home): Promise<{ after_id: string; before_id: string; codes: string[] }[]> {
  return await t.deps.db.asOrganization(
    organization.id,
    async (tx) =>
      await tx.queryOnce<{ after_id: string; before_id: string; codes: string[] }>(
        'SELECT after_id, before_id, codes FROM comparisons WHERE organization_id = $1 ORDER BY at',
        [organization.id],
      ),
  );
}

async function marks({ organization }: Home): Promise<number> {
  return await t.deps.db.asOrganization(
    organization.id,
    async (tx) => (await tx.queryOnce('SELECT FROM answers_to_compare WHERE organization_id = $1', [organization.id])).length,
  );
}

test('an answer is compared with the one before it of the same person and policy, and the list marks it', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const second = await answer(home, inactive());
  await compare(home);

  const changes = await read(home.token, second);

  expect(changes.body.before?.inquiry_id).toBe(first);
  expect(codesOf(changes)).toContain('became-inactive');
  expect(changes.body.gravest).toBe('urgent');
  expect((await rowOf(home.token, second))?.changes).toMatchObject({ gravest: 'urgent' });
  expect((await rowOf(home.token, first))?.changes).toBeNull();
  expect(await marks(home)).toBe(0);
});

test('what is not stored yet is compared where it is asked for', async () => {
  const home = await aHome();
  await answer(home, active());
  const second = await answer(home, inactive());

  const changes = await read(home.token, second);

  expect(codesOf(changes)).toContain('became-inactive');
  expect(await stored(home)).toEqual([]);
});

test('the first answer of a person, one about another policy and one that was refused have nothing before them', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const other = await answer(home, active(), { submission: { memberId: 'OTHER99881' } });
  const refused = await answer(home, active(), { status: 'error' });
  await compare(home);

  for (const id of [first, other, refused])
    expect((await read(home.token, id)).body).toEqual({ before: null, not_comparable: [], changes: [], gravest: null });
});

test('an answer that nothing changed in says so in its row', async () => {
  const home = await aHome();
  await answer(home, active());
  const second = await answer(home, active());
  await compare(home);

  expect((await rowOf(home.token, second))?.changes).toEqual({ gravest: null, codes: [] });
});

test('what is settled through the clearinghouse is compared by itself a moment later', async () => {
  const home = await aHome();
  await syncPayers(t.deps, 'availity');
  const { payers } = (await t.call(home.token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: Payer[] }>();
  const provider = (await createInquiry(t.store, { organization_id: home.organization.id, user_id: home.user.id })).submission.provider_id;
  const ask = async () => {
    const payload = {
      provider_id: provider,
      payer_id: payers.find(({ id }) => id !== payer.id)?.id,
      memberId: 'XZA552100',
      patientFirstName: 'Quenby',
      patientLastName: 'Testperson',
      patientBirthDate: '1980-02-29',
      serviceType: ['30'],
      subscriberRelationship: '18',
    };
    return (await t.call(home.token, { method: 'POST', url: '/api/v1/inquiries', payload })).json<{ inquiry: Inquiry }>().inquiry;
  };
  const [first, second] = [await ask(), await ask()];
  expect([first.status, second.status]).toEqual(['complete', 'complete']);

  await expect.poll(async () => await stored(home), { timeout: 10_000 }).toEqual([{ after_id: second.id, before_id: first.id, codes: [] }]);
});

test('what a killed process left uncompared is found by the sweep', async () => {
  const home = await aHome();
  await answer(home, active());
  await answer(home, inactive());
  expect(await marks(home)).toBe(2);

  await compareAnswers(t.deps);

  expect(await stored(home)).toEqual([expect.objectContaining({ codes: expect.arrayContaining(['became-inactive']) as string[] })]);
  expect(await marks(home)).toBe(0);
});

test('two processes that compare one person at once store one comparison and one item', async () => {
  const home = await aHome();
  for (const coverage of [active(), inactive(), active()]) await answer(home, coverage);

  await Promise.all([compare(home), compare(home), compareAnswers(t.deps)]);

  expect(await stored(home)).toHaveLength(2);
  const items = await t.deps.db.asOrganization(
    home.organization.id,
    async (tx) => await tx.queryOnce('SELECT FROM inbox_items WHERE organization_id = $1', [home.organization.id]),
  );
  expect(items).toHaveLength(1);
});

test('an answer that comes late between two others is compared with the former, and the latter with it', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const between = new Date(Date.now() - DAY_MS + (answered + 1) * 1000);
  answered += 5;
  const last = await answer(home, inactive());
  await compare(home);
  const late = await answer(home, inactive(), { created_at: between });
  await compare(home);

  expect(await stored(home)).toEqual([
    expect.objectContaining({ after_id: late, before_id: first }),
    { after_id: last, before_id: late, codes: [] },
  ]);
});

test('an answer whose person is in doubt is not compared until somebody confirms it, nor once that is taken back', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const doubted = await answer(home, inactive(), { change: { is_person_in_doubt: true } });
  const third = await answer(home, active());
  await compare(home);
  expect((await read(home.token, doubted)).body.before).toBeNull();
  expect((await read(home.token, third)).body.before?.inquiry_id).toBe(first);

  const confirm = async (isConfirmed: boolean) => {
    const scope = { organizationId: home.organization.id, userId: home.user.id, restricted: false };
    await t.deps.db.asOrganization(home.organization.id, async (tx) => {
      await setPersonConfirmed(tx, scope, doubted, { isConfirmed, now: new Date() });
      await markToCompare(tx, [doubted]);
    });
    await compare(home);
  };
  await confirm(true);
  expect(codesOf(await read(home.token, doubted))).toContain('became-inactive');
  expect((await read(home.token, third)).body.before?.inquiry_id).toBe(doubted);
  await confirm(false);
  expect((await read(home.token, third)).body.before?.inquiry_id).toBe(first);
  expect((await rowOf(home.token, doubted))?.changes).toBeNull();
});

test('a hidden answer is nobody’s former answer', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const hidden = await answer(home, inactive());
  const third = await answer(home, active());
  await compare(home);

  const payload = { inquiry_ids: [hidden], is_hidden: true };
  expect((await t.call(home.token, { method: 'PUT', url: '/api/v1/inquiries', payload })).statusCode).toBe(204);
  await compare(home);

  expect((await read(home.token, third)).body).toMatchObject({ before: { inquiry_id: first }, changes: [] });
  expect((await rowOf(home.token, third))?.changes).toEqual({ gravest: null, codes: [] });
});

test('a restricted user learns nothing of an answer that is a colleague’s', async () => {
  const home = await aHome();
  const restricted = await createUser(t.store, { organization_id: home.organization.id, is_restricted: true });
  const token = await t.signIn(restricted);
  await answer(home, active());
  const own = await answer({ ...home, user: restricted }, inactive());
  const ownToo = await answer({ ...home, user: restricted }, inactive());
  await compare(home);

  expect((await read(token, own)).body.before).toBeNull();
  expect((await rowOf(token, own))?.changes).toBeNull();
  expect((await read(token, ownToo)).body.before?.inquiry_id).toBe(own);
  expect((await rowOf(token, ownToo))?.changes).toEqual({ gravest: null, codes: [] });
  expect((await read(home.token, own)).body.gravest).toBe('urgent');
});

test('changes of what is another organization’s answer as those of what is not there', async () => {
  const [home, abroad] = [await aHome(), await aHome()];
  const foreign = await answer(abroad, active());

  const replies = [];
  for (const id of [foreign, newId()]) replies.push(await t.call(home.token, { method: 'GET', url: `/api/v1/inquiries/${id}/changes` }));

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404]);
  expect(replies[0]?.body).toBe(replies[1]?.body);
});

test('looking at changes leaves a row in the log, of both answers', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const second = await answer(home, inactive());
  await read(home.token, second);

  const reply = await t.call(home.token, { method: 'GET', url: '/api/v1/audit?limit=10' });

  const events = reply.json<{ audit_events: { action: string; object_ids: string[] }[] }>().audit_events;
  expect(events.find(({ action }) => action === 'inquiry.changes')?.object_ids).toEqual([second, first]);
});

test('a person’s timeline has its changes, newest first and none that its reader may not see', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const second = await answer(home, inactive());
  await answer(home, inactive());
  await compare(home);

  const keys = await t.store.keys.keysOf(home.organization.id);
  const listed = async (restricted: boolean, userId: string) =>
    await t.deps.db.asOrganization(home.organization.id, async (tx) => {
      const personId = (await findPersonOf(tx, first)) ?? '';
      return await listComparisonsOf(
        tx,
        keys,
        { organizationId: home.organization.id, userId, restricted },
        { personId, before: null, limit: 10 },
      );
    });

  const events = await listed(false, home.user.id);
  expect(events).toEqual([expect.objectContaining({ kind: 'change', inquiry_id: second, before_id: first })]);
  expect(events[0]?.words).not.toBe('');
  expect(await listed(true, newId())).toEqual([]);
});

test('answers of two persons are compared once they are merged, and no more once that is undone', async () => {
  const home = await aHome();
  const first = await answer(home, active());
  const second = await answer(home, inactive(), { submission: { patientFirstName: 'Marlo' } });
  await compare(home);
  expect(await stored(home)).toEqual([]);
  const personOf = async (id: string) =>
    (await t.deps.db.asOrganization(home.organization.id, async (tx) => await findPersonOf(tx, id))) ?? '';
  const [person, other] = [await personOf(first), await personOf(second)];
  const shown = async () => (await t.call(home.token, { method: 'GET', url: '/api/v1/inbox?state=open' })).headers['x-total-count'];

  const payload = { other_id: other, version: 1 };
  const merged = await t.call(home.token, { method: 'POST', url: `/api/v1/persons/${person}/merge`, payload });
  expect(merged.statusCode).toBe(200);
  await compare(home);
  expect(await stored(home)).toEqual([expect.objectContaining({ after_id: second, before_id: first })]);
  expect(await shown()).toBe('1');

  const { move_id: moveId } = merged.json<{ move_id: string }>();
  const undone = await t.call(home.token, { method: 'POST', url: `/api/v1/persons/${person}/moves/${moveId}/undo` });
  expect(undone.statusCode).toBe(204);
  await compare(home);
  expect(await stored(home)).toEqual([]);
  expect((await read(home.token, second)).body.before).toBeNull();
  expect(await shown()).toBe('0');
});
