import type { CallSheet } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridCell } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { Case, CaseEvent, CaseRow, CaseTask } from '@coverlight/contract/cases/case.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createOrganization,
  createProvider,
  createUser,
  newId,
  personOf,
  type Payer,
  type Provider,
  type User,
} from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Tx } from '#db/client.ts';
import { syncPayers } from '../payers/sync-payers.ts';
import { renewCaseTask } from './tasks/case-tasks.repository.ts';
import { syncStaleCases } from './tasks/sync-tasks.ts';

let t: TestApp;
let manager: User;
let standard: User;
let restricted: User;
let stranger: User;
let provider: Provider;
let payers: Payer[];

beforeAll(async () => {
  t = await startTestApp({ env: { INQUIRY_WAIT_SECONDS: '5' } });
  await syncPayers(t.deps, 'availity');
  const organization = await createOrganization(t.store);
  const at = async (over: object) => await createUser(t.store, { organization_id: organization.id, ...over });
  manager = await at({ is_manager: true });
  standard = await at({});
  restricted = await at({ is_restricted: true });
  stranger = await createUser(t.store, { organization_id: (await createOrganization(t.store)).id, is_manager: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
  payers = (await t.call(await t.signIn(manager), { method: 'GET', url: '/api/v1/payers' })).json<{ payers: Payer[] }>().payers;
});
afterAll(async () => await t.close());

const ask = async (who: User, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
  const reply = await t.call(await t.signIn(who), { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
  return { status: reply.statusCode, body: reply.statusCode === 204 ? {} : reply.json<Record<string, unknown>>(), raw: reply.body };
};

async function check(who: User, memberId: string, over: object = {}): Promise<Inquiry> {
  const payer = payers.find(({ name }) => /^northwind mutual$/i.test(name));
  if (payer === undefined) throw new Error('the sandbox has no such payer');
  const { body } = await ask(who, 'POST', '/inquiries', {
    provider_id: provider.id,
    payer_id: payer.id,
    memberId,
    patientFirstName: 'Quenby',
    patientLastName: 'Testperson',
    patientBirthDate: '1980-02-29',
    serviceType: ['30'],
    subscriberRelationship: '18',
    ...over,
  });
  return body.inquiry as Inquiry;
}

async function openCase(who: User, memberId: string, over: object = {}): Promise<Case> {
  const inquiry = await check(who, memberId);
  const { status, body } = await ask(who, 'POST', '/cases', {
    inquiry_id: inquiry.id,
    provider_id: provider.id,
    levels: ['rtc', 'op'],
    ...over,
  });
  expect([status, body.errors]).toEqual([201, undefined]);
  return body.case as Case;
}

const gridOf = async (who: User, id: string) => (await ask(who, 'GET', `/cases/${id}/grid`)).body.cells as GridCell[];
const makeSheet = async (who: User, id: string, body: object = {}) =>
  (await ask(who, 'POST', `/cases/${id}/call-sheets`, body)).body.call_sheet as CallSheet;

const told = (over: object = {}) => ({
  rep_name: 'Alexis P.',
  reference_no: 'REF-4711',
  called_at: new Date().toISOString(),
  ended_at: new Date().toISOString(),
  on_hold_seconds: 240,
  ...over,
});

test('a case tells its patient, payer and what is known of the levels that are sought', async () => {
  const made = await openCase(manager, 'QZX4711001');

  expect(made).toMatchObject({ state: 'new', levels: ['rtc', 'op'], assignee: null, version: 1 });
  const [main] = made.inquiries;
  expect(made.person_id).toBe(await personOf(t.store, manager.organization_id, main?.id ?? ''));
  expect(made.patient).toMatchObject({ patient: 'Quenby Testperson', member_id: 'QZX4711001' });
  expect(made.inquiries).toMatchObject([{ role: 'main', company: null, hop: 0, status: 'complete' }]);
  const { known, of, not_stated, not_asked, not_clear, filtered } = made.known;
  expect(of).toBe(28);
  expect(known + not_stated + not_asked + not_clear + filtered).toBe(28);
  const cells = await gridOf(manager, made.id);
  expect(cells).toHaveLength(70);
  expect(cells.filter(({ state }) => state === 'said').every(({ value, said_by: by }) => value !== null && by !== null)).toBe(true);
});

test('a call sheet asks for what is not stated or contradicts, of the levels that are sought, and nothing else', async () => {
  const made = await openCase(manager, 'SILENT4711');
  const open = (await gridOf(manager, made.id)).filter(
    ({ state, level }) => made.levels.includes(level) && (state === 'not-stated' || state === 'contradicts'),
  );

  const sheet = await makeSheet(manager, made.id);

  const asked = sheet.questions.filter(({ level }) => level !== null);
  expect(asked.map(({ question, level, network }) => [level, question, network])).toEqual(
    open.map(({ fact, level, network }) => [level, fact, network]),
  );
  expect(open.length).toBeGreaterThan(0);
  expect(sheet.questions.filter(({ level }) => level === null)).toHaveLength(9);
  expect((await ask(manager, 'GET', `/cases/${made.id}`)).body.case).toMatchObject({ state: 'calling' });
});

test('what is told by phone reads so in its cell, with who told it, and closes the task to call', async () => {
  const made = await openCase(manager, 'SILENT4712', { levels: ['op'] });
  expect(made.tasks).toMatchObject([{ code: 'call', state: 'open' }]);
  const sheet = await makeSheet(manager, made.id, { fixed: ['single-case'] });
  const values = {
    authorization: { type: 'no' },
    copay: { type: 'money', amount: '35.00' },
    coinsurance: { type: 'percent', percent: '20' },
  };
  const valueOf = (question: string) =>
    (values as Record<string, object>)[question] ?? { type: question === 'covered' ? 'yes' : 'unknown' };
  const answers = sheet.questions.map(({ question, level, network }) => ({ question, level, network, value: valueOf(question) }));

  const { status, body } = await ask(manager, 'POST', `/call-sheets/${sheet.id}/answers`, told({ answers }));

  expect([status, body.errors]).toEqual([201, undefined]);
  const after = body.call_sheet as CallSheet;
  expect(after.state).toBe('done');
  expect(after.questions.every(({ answer_id: answer }) => answer !== null)).toBe(true);
  expect(after.answers[0]).toMatchObject({ rep_name: 'Alexis P.', reference_no: 'REF-4711', user: { id: manager.id }, ended: null });
  const heard = (await gridOf(manager, made.id)).filter(({ call_answer_id: by }) => by !== null);
  expect(heard.map(({ state }) => state)).toEqual(heard.map(() => 'by-phone'));
  expect(heard.filter(({ fact }) => fact === 'copay').map(({ value }) => value)).toContain('$35.00');
  const now = (await ask(manager, 'GET', `/cases/${made.id}`)).body.case as Case;
  expect(now.tasks).toMatchObject([{ code: 'call', state: 'done', closed_itself: true }]);
});

test('a call needs a reference number, and its answers must belong to the sheet', async () => {
  const made = await openCase(manager, 'SILENT4713', { levels: ['op'] });
  const sheet = await makeSheet(manager, made.id);
  const [first] = sheet.questions;
  const answer = { question: first?.question, level: first?.level, network: first?.network, value: { type: 'unknown' } };
  const post = async (body: object) => await ask(manager, 'POST', `/call-sheets/${sheet.id}/answers`, body);

  expect((await post(told({ reference_no: '', answers: [answer] }))).body.errors).toHaveProperty('reference_no');
  expect((await post(told({ answers: [{ ...answer, level: 'dtx' }] }))).body.errors).toHaveProperty('answers');
  expect((await post(told({ called_at: new Date(Date.now() + 3_600_000).toISOString(), answers: [answer] }))).body.errors).toHaveProperty(
    'called_at',
  );
  for (const called_at of ['0000-01-01T00:00:00Z', '1999-12-31T00:00:00Z'])
    expect((await post(told({ called_at, answers: [answer] }))).body.errors).toHaveProperty('called_at');
  expect((await post(told({ ended_at: '9999-12-31T00:00:00Z', answers: [answer] }))).body.errors).toHaveProperty('ended_at');
  const kept = await post(told({ reference_no: 'refused', answers: [answer] }));
  expect(kept.status).toBe(201);
  const [there] = (kept.body.call_sheet as CallSheet).answers;
  const fixed = { question: 'single-case', value: { type: 'yes' }, supersedes: there?.id };
  expect((await post(told({ answers: [fixed] }))).body.errors).toHaveProperty('answers');
});

test('a call that says otherwise than the payer never takes its line away, and ends after 60 days', async () => {
  const made = await openCase(manager, 'SILENT4714', { levels: ['op'] });
  const sheet = await makeSheet(manager, made.id);
  const silent = (await gridOf(manager, made.id)).find(({ level, state }) => level === 'op' && state === 'not-stated');
  if (silent === undefined) throw new Error('the scenario states everything');
  const cellNow = async () =>
    (await gridOf(manager, made.id)).find(
      ({ level, fact, network }) => level === silent.level && fact === silent.fact && network === silent.network,
    );
  const answer = { question: silent.fact, level: 'op', network: silent.network, value: { type: 'text', text: 'As for any specialist' } };

  const before = (await ask(manager, 'POST', `/call-sheets/${sheet.id}/answers`, told({ answers: [answer] }))).body.call_sheet as CallSheet;
  expect(await cellNow()).toMatchObject({ state: 'by-phone', value: 'As for any specialist' });
  const corrected = { ...answer, value: { type: 'text', text: 'None at all' }, supersedes: before.answers[0]?.id };
  const after = (await ask(manager, 'POST', `/call-sheets/${sheet.id}/answers`, told({ answers: [corrected] }))).body
    .call_sheet as CallSheet;

  expect(await cellNow()).toMatchObject({ state: 'by-phone', value: 'None at all' });
  expect(after.answers.map(({ ended }) => ended)).toEqual(['superseded', null]);
  const day = new Date(Date.now() + 60 * 24 * 3_600_000).toISOString().slice(0, 10);
  expect(after.answers.every(({ valid_until: until }) => until <= day)).toBe(true);
});

test('one call checks the company that administers behavioural health, and its answer joins the grid', async () => {
  const made = await openCase(manager, 'CARVE4711', { levels: ['rtc', 'op'] });
  const [company] = made.companies;
  expect(company).toMatchObject({ name: 'SABLE BEHAVIORAL PARTNERS', role: 'carve-out', blocked: null, inquiry_id: null });
  expect(company?.payer_id).not.toBeNull();
  expect(made.tasks.find(({ code }) => code === 'check-company')).toMatchObject({
    state: 'open',
    title: 'Check SABLE BEHAVIORAL PARTNERS',
  });
  const before = await gridOf(manager, made.id);
  expect(before.filter(({ ask: whom }) => whom === 'SABLE BEHAVIORAL PARTNERS')).not.toHaveLength(0);

  const second = await ask(manager, 'POST', `/cases/${made.id}/checks`, { company: 'SABLE BEHAVIORAL PARTNERS' });

  expect([second.status, second.body.errors]).toEqual([201, undefined]);
  const inquiry = second.body.inquiry as Inquiry;
  expect(inquiry).toMatchObject({ status: 'complete', submission: { memberId: company?.member_id, patientLastName: 'Testperson' } });
  const now = (await ask(manager, 'GET', `/cases/${made.id}`)).body.case as Case;
  expect(now.inquiries).toMatchObject([{ role: 'main' }, { id: inquiry.id, role: 'carve-out', hop: 1 }]);
  expect(now.companies).toMatchObject([{ inquiry_id: inquiry.id, blocked: 'asked' }]);
  expect(now.tasks.find(({ code }) => code === 'check-company')).toMatchObject({ state: 'done', closed_itself: true });
  const cells = await gridOf(manager, made.id);
  const copay = cells.find(({ level, fact, network }) => level === 'op' && fact === 'copay' && network === 'in');
  expect(copay).toMatchObject({ said_by: 'SABLE BEHAVIORAL PARTNERS', inquiry_id: inquiry.id });
  const again = await ask(manager, 'POST', `/cases/${made.id}/checks`, { company: 'SABLE BEHAVIORAL PARTNERS' });
  expect(again.status).toBe(409);
});

test('two people who check a company in one moment ask it once', async () => {
  const made = await openCase(manager, 'CARVE4713', { levels: ['op'] });
  const { organization_id: organizationId } = manager;

  const { both } = await t.store.database.asOrganization(organizationId, async (tx) => {
    await tx.queryOnce('SELECT FROM cases WHERE organization_id = $1 AND id = $2 FOR UPDATE', [organizationId, made.id]);
    const asked = [manager, standard].map(
      async (who) => await ask(who, 'POST', `/cases/${made.id}/checks`, { company: 'SABLE BEHAVIORAL PARTNERS' }),
    );
    await untilWaiting(t.store.database, 2);
    return { both: asked };
  });

  expect((await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  const { case: now } = (await ask(manager, 'GET', `/cases/${made.id}`)).body as { case: Case };
  expect(now.inquiries).toMatchObject([{ role: 'main' }, { role: 'carve-out' }]);
  const { inquiries } = (await ask(manager, 'GET', `/inquiries?member_id=${now.companies[0]?.member_id ?? ''}`)).body as {
    inquiries: Inquiry[];
  };
  expect(inquiries.filter(({ payer }) => /sable/i.test(payer?.name ?? ''))).toHaveLength(1);
});

test('a second check that fails leaves the first answer as it is and is called for at the company’s number', async () => {
  const made = await openCase(manager, 'CARVE4712', { levels: ['op'] });

  const failed = await ask(manager, 'POST', `/cases/${made.id}/checks`, {
    company: 'SABLE BEHAVIORAL PARTNERS',
    memberId: 'NOTFOUND1',
  });

  expect(failed.body.inquiry).toMatchObject({ status: 'error' });
  const cells = (await gridOf(manager, made.id)).filter(({ level }) => level === 'op');
  expect(cells.filter(({ ask: whom }) => whom !== null).every(({ state }) => state === 'not-stated')).toBe(true);
  const sheet = await makeSheet(manager, made.id);
  expect(sheet).toMatchObject({ company: 'SABLE BEHAVIORAL PARTNERS', phone_origin: 'administrator' });
  expect(sheet.phone?.replaceAll(/\D/g, '')).toContain('8005550177');
});

test('a check of another patient does not join, one of the same payer joins as another look', async () => {
  const made = await openCase(manager, 'QZX4711009');
  const foreign = await check(manager, 'QZX4711010', { patientLastName: 'Otherwise', patientBirthDate: '1990-01-01' });
  const same = await check(manager, 'QZX4711009');

  const refused = await ask(manager, 'POST', `/cases/${made.id}/inquiries`, { inquiry_id: foreign.id, role: 'recheck' });
  const joined = await ask(manager, 'POST', `/cases/${made.id}/inquiries`, { inquiry_id: same.id, role: 'recheck' });

  expect([refused.status, refused.body.errors]).toEqual([422, { inquiry_id: ['This check is about another patient.'] }]);
  expect(joined.body.case).toMatchObject({ inquiries: [{ role: 'main' }, { id: same.id, role: 'recheck', company: null, hop: 0 }] });
  const cells = await gridOf(manager, made.id);
  expect(cells.filter(({ inquiry_id: by }) => by !== null).every(({ inquiry_id: by }) => by === same.id)).toBe(true);
});

test('a restricted user sees cases of its own and those assigned to it, and all others answer alike', async () => {
  const others = await openCase(standard, 'QZX4711020');
  const own = await openCase(restricted, 'QZX4711021');
  const paths = ['', '/grid', '/timeline', '/notes', '/call-sheets', '/estimates'].map((path) => `/cases/${others.id}${path}`);
  const nowhere = `/cases/${newId()}`;

  for (const path of paths) expect((await ask(restricted, 'GET', path)).status).toBe(404);
  expect((await ask(restricted, 'GET', paths[0] ?? '')).raw).toBe((await ask(restricted, 'GET', nowhere)).raw);
  expect((await ask(stranger, 'GET', paths[0] ?? '')).raw).toBe((await ask(stranger, 'GET', nowhere)).raw);
  const listed = (await ask(restricted, 'GET', '/cases')).body.cases as CaseRow[];
  expect(listed.map(({ id }) => id)).toEqual([own.id]);
  const given = await ask(manager, 'PUT', `/cases/${others.id}`, { assignee_id: restricted.id, version: others.version });
  expect(given.body.case).toMatchObject({ assignee: { id: restricted.id } });
  expect((await ask(restricted, 'GET', paths[1] ?? '')).status).toBe(200);
  expect(((await ask(restricted, 'GET', '/cases?view=mine')).body.cases as CaseRow[]).map(({ id }) => id)).toEqual([others.id]);
});

test('a case that was changed meanwhile is not overwritten, and one that has ended is opened again first', async () => {
  const made = await openCase(manager, 'QZX4711030');
  const put = async (body: object) => await ask(manager, 'PUT', `/cases/${made.id}`, body);

  expect((await put({ due_on: '2030-01-15', version: made.version })).status).toBe(200);
  expect((await put({ due_on: '2030-01-16', version: made.version })).status).toBe(409);
  expect((await put({ assignee_id: stranger.id })).status).toBe(422);
  expect((await put({ state: 'admitted' })).body.case).toMatchObject({ state: 'admitted', open_tasks: 0 });
  expect((await put({ due_on: '2030-01-17' })).status).toBe(409);
  expect((await put({ state: 'declined' })).status).toBe(409);
  expect((await put({ state: 'calling' })).body.case).toMatchObject({ state: 'calling' });
});

test('late, mine and nobody’s cases are told apart, those due first leading', async () => {
  const late = await openCase(standard, 'QZX4711040');
  await ask(standard, 'PUT', `/cases/${late.id}`, { due_on: '2020-01-15', assignee_id: standard.id });
  const ids = async (view: string) => ((await ask(standard, 'GET', `/cases?view=${view}`)).body.cases as CaseRow[]).map(({ id }) => id);

  expect(await ids('late')).toEqual([late.id]);
  expect(await ids('mine')).toEqual([late.id]);
  expect(await ids('nobody')).not.toContain(late.id);
  expect((await ids('nobody')).length).toBeGreaterThan(0);
});

test('a note is kept as it was written, and a mention is mailed without a word of it', async () => {
  const made = await openCase(manager, 'QZX4711050');
  const text = 'Mother called: Quenby Testperson arrives on Monday.\nAsk for the discharge papers.';

  const { status, body } = await ask(manager, 'POST', `/cases/${made.id}/notes`, { text, mentions: [standard.id] });

  expect([status, body.note]).toMatchObject([201, { text, mentions: [{ id: standard.id }], user: { id: manager.id } }]);
  expect((await ask(standard, 'GET', `/cases/${made.id}/notes`)).body.notes).toMatchObject([{ text }]);
  const mails = await t.store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ kind: string; facts: object }>(`SELECT kind, facts FROM outgoing_mails WHERE recipient = $1`, [standard.email]),
  );
  expect(mails.at(-1)).toEqual({ kind: 'case-mention', facts: { case_id: made.id } });
  const notes = await t.store.database.asAdmin(async (tx) => await tx.queryOnce<{ text: Buffer }>('SELECT text FROM case_notes', []));
  expect(notes.some(({ text: stored }) => stored.includes('Testperson'))).toBe(false);
  expect((await ask(manager, 'POST', `/cases/${made.id}/notes`, { text: 'x'.repeat(4001) })).status).toBe(422);
  expect((await ask(manager, 'POST', `/cases/${made.id}/notes`, { text: 'For you', mentions: [restricted.id] })).status).toBe(422);
});

test('a task written by hand is changed by people, and its version is minded', async () => {
  const made = await openCase(manager, 'QZX4711060');
  const task = (await ask(manager, 'POST', `/cases/${made.id}/tasks`, { title: 'Ask the mother for the card', due_on: '2020-01-01' })).body
    .case_task as CaseTask;

  expect(task).toMatchObject({ code: 'by-hand', state: 'open', due_on: '2020-01-01' });
  expect((await ask(manager, 'GET', `/cases/${made.id}`)).body.case).toMatchObject({ is_late: true });
  const done = await ask(manager, 'PUT', `/case-tasks/${task.id}`, { state: 'done', version: task.version });
  expect(done.body.case_task).toMatchObject({ state: 'done', closed_itself: false });
  expect((await ask(manager, 'PUT', `/case-tasks/${task.id}`, { title: 'Other', version: task.version })).status).toBe(409);
  expect((await ask(stranger, 'PUT', `/case-tasks/${task.id}`, { state: 'open' })).status).toBe(404);
});

test('a task that is closed while its case is read stays closed', async () => {
  const made = await openCase(manager, 'CARVE4714', { levels: ['op'] });
  const { organization_id: organizationId } = manager;
  const id = made.tasks.find(({ code }) => code === 'check-company')?.id ?? '';
  const keys = await t.store.keys.keysOf(organizationId);
  // Whoever reads the case says it anew.
  await t.store.database.asOrganization(organizationId, async (tx) => {
    await renewCaseTask(tx, keys, { id, version: 1, title: 'Check the company', dueOn: null });
  });

  const { reading } = await t.store.database.asOrganization(organizationId, async (tx) => {
    await tx.queryOnce(
      `UPDATE case_tasks SET state = 'done', closed_at = now(), closed_itself = false, version = version + 1 WHERE organization_id = $1 AND id = $2`,
      [organizationId, id],
    );
    const read = ask(manager, 'GET', `/cases/${made.id}`);
    await untilWaiting(t.store.database, 1);
    return { reading: read };
  });
  await reading;

  const { case: now } = (await ask(manager, 'GET', `/cases/${made.id}`)).body as { case: Case };
  expect(now.tasks.find((task) => task.id === id)).toMatchObject({ state: 'done', closed_itself: false });
});

test('an answer that comes while its case is read brings the tasks in step later', async () => {
  const made = await openCase(manager, 'SILENT4721', { levels: ['op'] });
  const { organization_id: organizationId } = manager;
  const seen = async () => {
    const sql = 'SELECT seen_status FROM case_inquiries WHERE case_id = $1';
    return (await t.store.database.asAdmin(async (tx) => await tx.queryOnce<{ seen_status: string }>(sql, [made.id])))[0]?.seen_status;
  };
  const turn = async (tx: Tx, status: string) => {
    // Its next turn is far away: nobody asks meanwhile.
    await tx.queryOnce(
      `UPDATE inquiries SET status = $3, next_turn_at = CASE WHEN $3 = 'complete' THEN NULL ELSE now() + interval '1 day' END
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, made.inquiries[0]?.id ?? '', status],
    );
  };
  const [task] = made.tasks;
  const keys = await t.store.keys.keysOf(organizationId);
  await t.store.database.asOrganization(organizationId, async (tx) => {
    await turn(tx, 'max-retry');
    // So that the reading says it anew, and waits for it.
    await renewCaseTask(tx, keys, { id: task?.id ?? '', version: task?.version ?? 0, title: 'Call somebody', dueOn: null });
  });

  const { reading } = await t.store.database.asOrganization(organizationId, async (tx) => {
    await tx.queryOnce('SELECT FROM case_tasks WHERE organization_id = $1 AND id = $2 FOR UPDATE', [organizationId, task?.id]);
    const read = ask(manager, 'GET', `/cases/${made.id}`);
    await untilWaiting(t.store.database, 1);
    await turn(tx, 'complete');
    return { reading: read };
  });
  await reading;

  expect(await seen()).toBe('max-retry');
  await syncStaleCases(t.deps);
  expect(await seen()).toBe('complete');
});

test('an answer that comes later brings the tasks in step by itself', async () => {
  const inquiry = await check(manager, 'SILENT4720');
  const made = (await ask(manager, 'POST', '/cases', { inquiry_id: inquiry.id, provider_id: provider.id, levels: ['op'] })).body
    .case as Case;
  await t.store.database.asAdminFor(manager.organization_id, async (tx) => {
    await tx.queryOnce(`UPDATE case_inquiries SET seen_status = 'max-retry' WHERE organization_id = $1 AND case_id = $2`, [
      manager.organization_id,
      made.id,
    ]);
  });

  await syncStaleCases(t.deps);

  const [row] = await t.store.database.asAdmin(
    async (tx) => await tx.queryOnce<{ seen_status: string }>('SELECT seen_status FROM case_inquiries WHERE case_id = $1', [made.id]),
  );
  expect(row).toEqual({ seen_status: 'complete' });
});

test('the timeline tells checks, calls, notes and tasks, newest first', async () => {
  const made = await openCase(manager, 'SILENT4730', { levels: ['op'] });
  await ask(manager, 'POST', `/cases/${made.id}/notes`, { text: 'First' });
  const events = (await ask(manager, 'GET', `/cases/${made.id}/timeline`)).body.events as CaseEvent[];

  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(['case', 'check', 'note', 'task']));
  expect(events.map(({ at }) => at)).toEqual(
    events
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
});

test('a draft or a foreign check begins no case', async () => {
  const draft = (await ask(manager, 'POST', '/inquiries/draft', { provider_id: provider.id, payer_id: payers[0]?.id })).body
    .inquiry as Inquiry;
  const begin = async (who: User, inquiryId: string) =>
    await ask(who, 'POST', '/cases', { inquiry_id: inquiryId, provider_id: provider.id, levels: ['op'] });

  expect((await begin(manager, draft.id)).body.errors).toHaveProperty('inquiry_id');
  const foreign = await begin(stranger, draft.id);
  expect(foreign.body.errors).toHaveProperty('inquiry_id');
  expect(foreign.body.errors).toHaveProperty('provider_id');
  expect((await ask(manager, 'POST', '/cases', { inquiry_id: draft.id, provider_id: provider.id, levels: [] })).status).toBe(422);
});

test('no note of a case is changed, nor is what was told by phone', async () => {
  const change = async (sql: string) =>
    await t.store.database
      .asOrganization(manager.organization_id, async (tx) => await tx.execute(sql, [manager.organization_id]))
      .then(
        () => 'changed',
        (error: Error) => error.message,
      );

  expect(await change("UPDATE case_notes SET mentions = '{}' WHERE organization_id = $1")).toMatch(/permission denied/);
  expect(await change('DELETE FROM call_answers WHERE organization_id = $1')).toMatch(/permission denied/);
});
