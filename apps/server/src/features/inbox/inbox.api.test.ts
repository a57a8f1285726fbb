/** The inbox: what comes to it, what people do with it, and who sees what (product.md 18.5). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { InboxItem, InboxSettings } from '@coverlight/contract/inbox/inbox.contract.ts';
import { emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { addDays, localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCoverage } from '../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createUser,
  newId,
  type InquiryOver,
  type Payer,
  type User,
} from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { compareMarked } from '../inquiries/changes/compare-answers.ts';
import { findPersonOf } from '../inquiries/changes/answers.repository.ts';
import { markToCompare } from '../inquiries/changes/marks.repository.ts';
import { watchEnds } from './watch-ends.ts';

let t: TestApp;
let payer: Payer;
beforeAll(async () => {
  t = await startTestApp();
  payer = await createPayer(t.store, { name: 'Example Health' });
});
afterAll(async () => await t.close());

const DAY_MS = 24 * 60 * 60 * 1000;
const today = () => localDay(t.deps.clock(), DEFAULT_ZONE);
let answered = 0;
let members = 0;
const aMember = () => `XZA88${(members += 1)}000`;

const plan = () => ({ ...emptyPlan(), status: { code: '1', text: 'Active Coverage' }, name: 'Example PPO' });
const active = (): Coverage => aCoverage();
const inactive = (): Coverage => aCoverage({ plans: [{ ...plan(), status: { code: '6', text: 'Inactive' } }] });
const otherGroup = (): Coverage => aCoverage({ plans: [{ ...plan(), groupNumber: 'G-2' }] });

interface Home {
  organization_id: string;
  user: User;
  token: string;
}

async function aHome(): Promise<Home> {
  const { id: organization_id } = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id, is_manager: true });
  return { organization_id, user, token: await t.signIn(user) };
}

async function answer(home: Home, memberId: string, coverage: Coverage, over: InquiryOver = {}): Promise<string> {
  answered += 1;
  const { id } = await createInquiry(t.store, {
    organization_id: home.organization_id,
    user_id: home.user.id,
    payer_id: payer.id,
    status: 'complete',
    created_at: new Date(t.deps.clock().getTime() - DAY_MS + answered * 1000),
    coverage,
    ...over,
    submission: { memberId, ...over.submission },
    change: { source: 'availity', plan_state: 'active', ...over.change },
  });
  await t.deps.db.asOrganization(home.organization_id, async (tx) => await markToCompare(tx, [id]));
  return id;
}

const compare = async (home: Home) => await compareMarked(t.deps, home.organization_id);

/** Active, then inactive: the two answers' ids. */
async function aChange(home: Home, memberId = aMember(), over: InquiryOver = {}): Promise<[string, string]> {
  const ids: [string, string] = [await answer(home, memberId, active(), over), await answer(home, memberId, inactive(), over)];
  await compare(home);
  return ids;
}

async function list(token: string, query = 'state=open') {
  const reply = await t.call(token, { method: 'GET', url: `/api/v1/inbox?${query}` });
  return { status: reply.statusCode, total: reply.headers['x-total-count'], items: reply.json<{ items: InboxItem[] }>().items };
}

async function patch(token: string, id: string, payload: object) {
  const reply = await t.call(token, { method: 'PATCH', url: `/api/v1/inbox/${id}`, payload });
  const body = reply.json<{ item: InboxItem; errors?: Record<string, string[]> }>();
  return { status: reply.statusCode, item: body.item, errors: Object.keys(body.errors ?? {}), body: reply.body };
}

async function first(token: string, query?: string): Promise<InboxItem> {
  const [item] = (await list(token, query)).items;
  if (item === undefined) throw new Error('The inbox is empty.');
  return item;
}

test('an urgent change comes to the inbox with whom it is about, in a sentence; normal use and repetitions do not', async () => {
  const home = await aHome();
  const [, id] = await aChange(home, 'XZA4711000');
  await answer(home, 'XZA4712000', active());
  await answer(home, 'XZA4712000', active());
  await compare(home);

  const { items, total } = await list(home.token);

  expect(total).toBe('1');
  expect(items).toEqual([
    expect.objectContaining({
      inquiry_id: id,
      patient: 'Marlow Quillfeather',
      birth_date: '1986-04-12',
      payer_name: 'Example Health',
      gravest: 'urgent',
      codes: expect.arrayContaining(['became-inactive']) as string[],
      state: 'open',
    }),
  ]);
  expect(items[0]?.words).toMatch(/\w.*\.$/);
});

test('a newer change of the same policy joins the open item, and wakes it where it was snoozed', async () => {
  const home = await aHome();
  const member = aMember();
  await aChange(home, member);
  const item = await first(home.token);
  const until = new Date(t.deps.clock().getTime() + DAY_MS).toISOString();
  expect((await patch(home.token, item.id, { state: 'snoozed', until })).status).toBe(200);
  expect((await list(home.token)).items).toEqual([]);

  const newest = await answer(home, member, active());
  await compare(home);

  expect((await list(home.token)).items).toEqual([
    expect.objectContaining({
      id: item.id,
      inquiry_id: newest,
      codes: expect.arrayContaining(['became-inactive', 'active-again']) as string[],
    }),
  ]);
});

test('urgent items lead, then the newest, and pages and totals are exact', async () => {
  const home = await aHome();
  const three = [aMember(), aMember(), aMember()];
  for (const member of three.slice(0, 2)) await aChange(home, member);
  await answer(home, three[2] ?? '', aCoverage({ plans: [{ ...plan(), groupNumber: 'G-1' }] }));
  await answer(home, three[2] ?? '', otherGroup());
  await compare(home);

  const { items, total } = await list(home.token);
  expect(items.map(({ gravest }) => gravest)).toEqual(['urgent', 'urgent', 'look']);
  expect(items[0]?.created_at.localeCompare(items[1]?.created_at ?? '')).toBeGreaterThanOrEqual(0);
  expect(total).toBe('3');
  const second = await list(home.token, 'state=open&page=2&limit=1');
  expect([second.items.map(({ id }) => id), second.total]).toEqual([[items[1]?.id], '3']);
  expect((await list(home.token, 'code=group-changed')).items.map(({ id }) => id)).toEqual([items[2]?.id]);
  expect((await list(home.token, 'code=nonsense')).status).toBe(422);
});

test('what is done is judged and leaves the open ones, and can be taken back', async () => {
  const home = await aHome();
  await aChange(home);
  const { id } = await first(home.token);

  expect(await patch(home.token, id, { state: 'done' })).toMatchObject({ status: 200, item: { state: 'done', resolution: 'acted' } });
  expect((await list(home.token)).items).toEqual([]);
  expect((await list(home.token, 'state=done')).items.map((item) => item.id)).toEqual([id]);
  expect(await patch(home.token, id, { resolution: 'not_useful', state: 'done' })).toMatchObject({ item: { resolution: 'not_useful' } });
  expect(await patch(home.token, id, { state: 'open' })).toMatchObject({ status: 200, item: { state: 'open', resolution: null } });
});

test('what was settled does not come back by itself, and is not opened beside a newer item', async () => {
  const home = await aHome();
  const member = aMember();
  await aChange(home, member);
  const { id } = await first(home.token);
  await patch(home.token, id, { state: 'done' });
  await answer(home, member, inactive());
  await compare(home);
  expect((await list(home.token)).items).toEqual([]);

  await answer(home, member, active());
  await compare(home);

  expect((await list(home.token)).items).toHaveLength(1);
  expect((await patch(home.token, id, { state: 'open' })).status).toBe(409);
});

test('what is snoozed comes back by itself', async () => {
  const home = await aHome();
  await aChange(home);
  const { id } = await first(home.token);
  const soon = new Date(t.deps.clock().getTime() + 60_000).toISOString();
  await patch(home.token, id, { state: 'snoozed', until: soon });
  expect((await list(home.token, 'state=snoozed')).items.map((item) => [item.id, item.snoozed_until])).toEqual([[id, soon]]);

  t.turnClock(61_000);

  expect((await list(home.token)).items).toEqual([expect.objectContaining({ id, state: 'open', snoozed_until: null })]);
  expect((await list(home.token, 'state=snoozed')).items).toEqual([]);
});

test.each([
  [{ state: 'snoozed' }, 'until'],
  [{ state: 'snoozed', until: '2020-01-01T00:00:00.000Z' }, 'until'],
  [{ until: '2999-01-01T00:00:00.000Z' }, 'until'],
  [{ resolution: 'acted' }, 'resolution'],
  [{ state: 'open', resolution: 'not_useful' }, 'resolution'],
  [{ assignee_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'assignee_id'],
  [{ state: 'gone' }, 'state'],
])('a change that makes no sense is refused: %j', async (change, field) => {
  const home = await aHome();
  await aChange(home);
  const { id } = await first(home.token);

  expect(await patch(home.token, id, change)).toMatchObject({ status: 422, errors: [field] });
});

test('an item is given to an active user of the practice who may see it', async () => {
  const home = await aHome();
  await aChange(home);
  const { id } = await first(home.token);
  const at = async (over: Parameters<typeof createUser>[1]) =>
    (await createUser(t.store, { organization_id: home.organization_id, ...over })).id;
  const colleague = await at({ first_name: 'Ada', last_name: 'Quill' });
  const refused = [await at({ is_active: false }), await at({ is_restricted: true }), (await createUser(t.store)).id];

  expect(await patch(home.token, id, { assignee_id: colleague })).toMatchObject({
    item: { assignee_id: colleague, assignee_name: 'Ada Quill' },
  });
  for (const assignee_id of refused)
    expect(await patch(home.token, id, { assignee_id })).toMatchObject({ status: 422, errors: ['assignee_id'] });
  expect((await list(home.token, `assignee_id=${colleague}`)).items).toHaveLength(1);
  expect((await list(home.token, `assignee_id=${home.user.id}`)).items).toEqual([]);
  expect(await patch(home.token, id, { assignee_id: null })).toMatchObject({ item: { assignee_id: null } });
});

test('a muted code leaves the inbox and does not come to it, but stands in the answer', async () => {
  const home = await aHome();
  const member = aMember();
  const [, id] = await aChange(home, member);
  const { codes } = await first(home.token);

  const reply = await t.call(home.token, { method: 'PUT', url: '/api/v1/inbox/settings', payload: { muted_codes: codes } });
  expect(reply.json<{ settings: InboxSettings }>().settings).toEqual({ ends_soon_days: 7, muted_codes: codes });
  expect((await list(home.token)).items).toEqual([]);
  await aChange(home);
  expect((await list(home.token)).items).toEqual([]);

  const changes = await t.call(home.token, { method: 'GET', url: `/api/v1/inquiries/${id}/changes` });
  expect(changes.json<{ changes: { code: string }[] }>().changes.map(({ code }) => code)).toContain('became-inactive');
});

test('settings are read by everybody, changed by managers and told to the log', async () => {
  const home = await aHome();
  const standard = await t.signIn(await createUser(t.store, { organization_id: home.organization_id }));
  const put = async (token: string, payload: object) =>
    (await t.call(token, { method: 'PUT', url: '/api/v1/inbox/settings', payload })).statusCode;

  expect([
    await put(standard, { ends_soon_days: 14 }),
    await put(home.token, { ends_soon_days: 0 }),
    await put(home.token, { ends_soon_days: 14 }),
  ]).toEqual([403, 422, 200]);
  const read = await t.call(standard, { method: 'GET', url: '/api/v1/inbox/settings' });
  expect(read.json()).toEqual({ settings: { ends_soon_days: 14, muted_codes: [] } });
  const audit = await t.call(home.token, { method: 'GET', url: '/api/v1/audit?limit=20' });
  const events = audit.json<{ audit_events: { action: string; changed_fields: string[] }[] }>().audit_events;
  expect(events.find(({ action }) => action === 'inbox-settings.update')?.changed_fields).toEqual(['ends_soon_days']);
});

test('managers learn how items were judged, by code', async () => {
  const home = await aHome();
  await aChange(home);
  await aChange(home);
  const { items } = await list(home.token);
  for (const [index, { id }] of items.entries())
    await patch(home.token, id, { state: 'done', resolution: index === 0 ? 'not_useful' : 'acted' });

  const reply = await t.call(home.token, { method: 'GET', url: '/api/v1/inbox/usefulness' });

  expect(reply.json<{ usefulness: object[] }>().usefulness).toContainEqual({ code: 'became-inactive', closed: 2, not_useful: 1 });
});

test('a restricted user sees items of its own answers alone, and none that tells of a colleague’s', async () => {
  const home = await aHome();
  const restricted = await createUser(t.store, { organization_id: home.organization_id, is_restricted: true });
  const token = await t.signIn(restricted);
  const own: Home = { ...home, user: restricted };
  await aChange(home);
  const mixed = aMember();
  await answer(home, mixed, active());
  await answer(own, mixed, inactive());
  const [, ownId] = await aChange(own);

  expect((await list(token)).items.map(({ inquiry_id }) => inquiry_id)).toEqual([ownId]);
  expect((await list(token)).total).toBe('1');
  const all = (await list(home.token)).items;
  expect(all).toHaveLength(3);
  const hidden = all.find(({ inquiry_id }) => inquiry_id !== ownId);
  expect((await patch(token, hidden?.id ?? '', { state: 'done' })).status).toBe(404);
});

test('an item of another organization answers as one that is not there', async () => {
  const [home, abroad] = [await aHome(), await aHome()];
  await aChange(abroad);
  const { id } = await first(abroad.token);

  const [foreign, none] = [await patch(home.token, id, { state: 'done' }), await patch(home.token, newId(), { state: 'done' })];

  expect([foreign.status, none.status, foreign.body]).toEqual([404, 404, none.body]);
  expect((await list(home.token)).items).toEqual([]);
});

test('of a hidden check and of an archived person nothing is shown until that is taken back', async () => {
  const home = await aHome();
  const [, id] = await aChange(home);
  const hide = async (is_hidden: boolean) => {
    await t.call(home.token, { method: 'PUT', url: '/api/v1/inquiries', payload: { inquiry_ids: [id], is_hidden } });
    await compare(home);
    return (await list(home.token)).items.length;
  };
  expect([await hide(true), await hide(false)]).toEqual([0, 1]);

  const archive = async (at: Date | null) => {
    await t.deps.db.asOrganization(home.organization_id, async (tx) => {
      const personId = await findPersonOf(tx, id);
      await tx.queryOnce('UPDATE persons SET archived_at = $3 WHERE organization_id = $1 AND id = $2', [
        home.organization_id,
        personId,
        at,
      ]);
    });
    return (await list(home.token)).items.length;
  };
  expect([await archive(new Date()), await archive(null)]).toEqual([0, 1]);
});

test('a cover whose end comes near is told once without a new answer, and again only where the end moves', async () => {
  const home = await aHome();
  const member = aMember();
  const endsOn = addDays(today(), 5);
  await answer(home, member, active(), { change: { ends_on: endsOn } });
  await answer(home, aMember(), active(), { change: { ends_on: addDays(today(), 8) } });
  await compare(home);

  await watchEnds(t.deps, null);
  await watchEnds(t.deps, null);

  const item = await first(home.token);
  expect((await list(home.token)).total).toBe('1');
  expect(item).toMatchObject({ codes: ['coverage-ends-soon'], gravest: 'urgent', due_on: endsOn });
  expect(item.words).toMatch(/\d\d\/\d\d\/\d{4}/);
  await patch(home.token, item.id, { state: 'done' });
  await answer(home, member, active(), { change: { ends_on: endsOn } });
  await compare(home);
  await watchEnds(t.deps, null);
  expect((await list(home.token)).items).toEqual([]);
  await answer(home, member, active(), { change: { ends_on: addDays(today(), 6) } });
  await compare(home);
  await watchEnds(t.deps, null);
  expect((await list(home.token)).items).toEqual([expect.objectContaining({ due_on: addDays(today(), 6) })]);
});

test('looking at the inbox and changing an item leave rows in the log', async () => {
  const home = await aHome();
  const [, id] = await aChange(home);
  const item = await first(home.token);
  await patch(home.token, item.id, { state: 'done', resolution: 'acted' });

  const audit = await t.call(home.token, { method: 'GET', url: '/api/v1/audit?limit=20' });

  const events = audit.json<{ audit_events: { action: string; object_ids: string[]; changed_fields: string[] }[] }>().audit_events;
  expect(events.find(({ action }) => action === 'inbox.list')?.object_ids).toEqual([id]);
  expect(events.find(({ action }) => action === 'inbox.update')).toMatchObject({
    object_ids: [item.id, id],
    changed_fields: ['state', 'resolution'],
  });
});
