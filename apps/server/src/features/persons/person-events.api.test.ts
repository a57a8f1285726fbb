/** What else happens to a person: case work, appointments, ends that come near, and planned checks (docs/product.md 18.3). */
import type { Person, PersonEvent } from '@coverlight/contract/persons/persons.contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCase } from '../../../test/cases.ts';
import { aCoverage } from '../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  newId,
  personOf,
  type InquiryOver,
  type User,
} from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { closeAppointment } from '../batches/appointments/appointment-contents.ts';
import { keepAppointmentRows } from '../batches/appointments/appointments.repository.ts';
import { insertBatch } from '../batches/batches.repository.ts';
import { insertCallAnswers } from '../cases/calls/calls.repository.ts';
import { insertItem } from '../inquiries/changes/inbox-items.repository.ts';

let t: TestApp;
let payerId: string;
beforeAll(async () => {
  t = await startTestApp();
  payerId = (await createPayer(t.store, { name: 'Tidewater Mutual' })).id;
});
afterAll(async () => await t.close());

const ADA = { memberId: 'XZA900100', patientBirthDate: '1984-04-07', patientFirstName: 'Ada', patientLastName: 'Quillfeather' };

async function createPractice() {
  const { id: organization_id } = await createOrganization(t.store);
  const standard = await createUser(t.store, { organization_id, first_name: 'Rosa', last_name: 'Finch', is_manager: true });
  const restricted = await createUser(t.store, { organization_id, is_restricted: true });
  const provider = (await createProvider(t.store, { organization_id, name: 'Harbor House' })).id;
  const check = async (who: User, submission: object = {}, over: InquiryOver = {}) =>
    (
      await createInquiry(t.store, {
        organization_id,
        user_id: who.id,
        provider_id: provider,
        payer_id: payerId,
        status: 'complete',
        coverage: aCoverage(),
        submission: { ...ADA, ...submission },
        ...over,
      })
    ).id;
  return { organization_id, standard, restricted, provider, check };
}
type Practice = Awaited<ReturnType<typeof createPractice>>;

async function call(who: User, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const reply = await t.call(await t.signIn(who), { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
  return { status: reply.statusCode, body: reply.body === '' ? {} : reply.json<Record<string, unknown>>() };
}
const eventsOf = async (who: User, id: string, query = '') =>
  (await call(who, 'GET', `/persons/${id}/events${query}`)).body.events as PersonEvent[];
const told = (events: readonly PersonEvent[]) => events.map(({ kind, words }) => `${kind}: ${words}`).toSorted();

const CASE_WORK = [
  'call: Sable Behavioral told Rosa Finch 2 answers by phone.',
  'estimate: A Good Faith Estimate was made by Rosa Finch.',
  'note: Rosa Finch wrote a note.',
  'task: Done: Ask for the card',
  'task: To do: Ask for the card',
];
const OTHERS = ['appointment: Appointment on 05/06/2026 at 09:30, Harbor House.', 'watch: Cover ends on 06/01/2026.'];

/** A case with all that can happen in one, an appointment, and an end that came near; all of one check. */
async function fillTimeline(practice: Practice, owner: User, inquiry: string): Promise<void> {
  const { organization_id, provider } = practice;
  const keys = await t.store.keys.keysOf(organization_id);
  const made = await createCase(t.store, practice.standard, { inquiry, provider });
  await call(practice.standard, 'POST', `/cases/${made.case}/notes`, { text: 'She will bring the card.' });
  await call(practice.standard, 'PUT', `/case-tasks/${made.caseTask}`, { state: 'done', version: 1 });
  const person = await personOf(t.store, organization_id, inquiry);
  await t.store.database.asOrganization(organization_id, async (tx) => {
    const now = new Date();
    const answer = () => ({
      id: newId(),
      question: 'single-case' as const,
      level: null,
      network: null,
      content: { value: { type: 'yes' as const }, rep_name: 'Alexis P.', reference_no: 'R1', phone: null, company: 'Sable Behavioral' },
      called_at: now,
      ended_at: null,
      on_hold_seconds: null,
      user_id: practice.standard.id,
      supersedes: null,
      valid_until: '2026-12-31',
    });
    await insertCallAnswers(tx, keys, { caseId: made.case, sheetId: made.callSheet, answers: [answer(), answer()], now });
    const [batch, appointment] = [newId(), newId()];
    await insertBatch(tx, {
      id: batch,
      user_id: owner.id,
      provider_id: provider,
      rule_id: null,
      source: 'paste',
      state: 'done',
      upload: null,
      content: null,
      reuse_days: 1,
      now,
    });
    const content = closeAppointment(keys, appointment, { appointment_at: '2026-05-06T09:30' });
    const row = { id: appointment, at: '2026-05-06T09:30', payer_id: payerId, provider_id: provider, content, inquiry_id: inquiry };
    await keepAppointmentRows(tx, { userId: owner.id, batchId: batch, now }, [{ ...row, external_key: Buffer.from(appointment) }]);
    await insertItem(tx, {
      id: newId(),
      personId: person,
      policyId: newId(),
      inquiryId: inquiry,
      comparisonId: null,
      watch: 'coverage-ends-soon',
      codes: ['coverage-ends-soon'],
      gravest: 'urgent',
      dueOn: '2026-06-01',
      now,
    });
  });
}

test('the timeline tells calls, notes, tasks, estimates, appointments and ends that come near', async () => {
  const practice = await createPractice();
  const inquiry = await practice.check(practice.standard);
  await fillTimeline(practice, practice.standard, inquiry);
  const person = await personOf(t.store, practice.organization_id, inquiry);

  const events = await eventsOf(practice.standard, person);

  expect(told(events).filter((words) => !words.startsWith('check'))).toEqual([...CASE_WORK, ...OTHERS].toSorted());
  expect(events.every(({ inquiry_id: id }) => id === inquiry)).toBe(true);
  expect(events.filter(({ case_id: id }) => id !== null)).toHaveLength(CASE_WORK.length);
  expect(events.find(({ kind }) => kind === 'appointment')?.at).toBe('2026-05-06T16:30:00.000Z');
  expect(events.map(({ at }) => at)).toEqual(
    events
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );

  const paged: PersonEvent[] = [];
  for (let page = await eventsOf(practice.standard, person, '?limit=1'); page.length > 0;) {
    paged.push(...page);
    page = await eventsOf(practice.standard, person, `?limit=1&before=${page.at(-1)?.at}`);
  }
  expect(told(paged)).toEqual(told(events));
});

test('a restricted user is told of case work and appointments only of own checks and cases', async () => {
  const practice = await createPractice();
  const [own, colleagues] = [await practice.check(practice.restricted), await practice.check(practice.standard)];
  await fillTimeline(practice, practice.standard, colleagues);
  await fillTimeline(practice, practice.standard, own);
  const person = await personOf(t.store, practice.organization_id, own);
  const kinds = async () => [...new Set((await eventsOf(practice.restricted, person)).map(({ kind }) => kind))].toSorted();

  expect(await kinds()).toEqual(['check', 'watch']);
  await fillTimeline(practice, practice.restricted, own);
  expect(await kinds()).toEqual(['appointment', 'check', 'watch']);
  const { cases } = (await call(practice.standard, 'GET', `/cases?inquiry_id=${own}`)).body as { cases: { id: string; version: number }[] };
  const [given] = cases;
  const change = { version: given?.version, assignee_id: practice.restricted.id };
  expect((await call(practice.standard, 'PUT', `/cases/${given?.id}`, change)).status).toBe(200);
  expect(await kinds()).toEqual(['appointment', 'call', 'check', 'estimate', 'note', 'task', 'watch']);
  expect((await eventsOf(practice.restricted, person)).every(({ inquiry_id: id }) => id === own)).toBe(true);
});

test('case work and appointments follow their check through merge and undo, and are gone with it where it is hidden', async () => {
  const practice = await createPractice();
  const { standard, organization_id } = practice;
  const [kept, moved] = [await practice.check(standard), await practice.check(standard, { memberId: 'OTHER77' })];
  await fillTimeline(practice, standard, moved);
  const [a, b] = [await personOf(t.store, organization_id, kept), await personOf(t.store, organization_id, moved)];
  const before = await eventsOf(standard, b);
  const ofCase = async () =>
    ((await call(standard, 'GET', `/cases?inquiry_id=${moved}`)).body as { cases: { person_id: string }[] }).cases.map(
      (each) => each.person_id,
    );

  const merged = await call(standard, 'POST', `/persons/${a}/merge`, { other_id: b, version: 1 });
  expect(told(await eventsOf(standard, a))).toEqual(expect.arrayContaining(told(before)));
  expect(await ofCase()).toEqual([a]);
  await call(standard, 'POST', `/persons/${a}/moves/${String(merged.body.move_id)}/undo`);
  expect(told((await eventsOf(standard, b)).filter(({ kind }) => kind !== 'merge'))).toEqual(told(before));
  expect(await ofCase()).toEqual([b]);
  expect((await eventsOf(standard, a)).map(({ kind }) => kind).toSorted()).toEqual(['check', 'merge']);

  const visible = await practice.check(standard, { memberId: 'OTHER77' });
  expect((await call(standard, 'PUT', '/inquiries', { inquiry_ids: [moved], is_hidden: true })).status).toBeLessThan(300);
  expect((await eventsOf(standard, b)).filter(({ kind }) => kind !== 'merge').map(({ inquiry_id: id }) => id)).toEqual([visible]);
});

test('a policy tells when a plan asks next, of the newest answer, and of a restricted user only where that is its own', async () => {
  const practice = await createPractice();
  const { standard, restricted, organization_id } = practice;
  const old = new Date(Date.now() - 20 * 24 * 3_600_000);
  const own = await practice.check(restricted, {}, { created_at: old });
  const person = await personOf(t.store, organization_id, own);
  const nextOf = async (who: User) => {
    const { person: found } = (await call(who, 'GET', `/persons/${person}`)).body as { person: Person };
    return found.policies.map(({ next_check_on: day }) => day);
  };
  expect(await nextOf(standard)).toEqual([null]);
  const rule = {
    name: 'Monthly',
    who: { payers: [], insurance_types: [], tags: [], with_appointment: false, active_within_days: null },
    when: { kind: 'monthly', day: 15 },
    monthly_budget: 100,
    reuse_days: 1,
    is_on: true,
  };
  expect((await call(standard, 'POST', '/recheck-rules', rule)).status).toBe(201);

  expect(await nextOf(standard)).toEqual([expect.stringMatching(/-15$/)]);
  expect(await nextOf(restricted)).toEqual(await nextOf(standard));
  await practice.check(standard);
  expect(await nextOf(restricted)).toEqual([null]);
  await call(standard, 'PUT', '/recheck-rules', { is_stopped: true });
  expect(await nextOf(standard)).toEqual([null]);
});
