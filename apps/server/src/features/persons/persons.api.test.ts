/** Which person a check is given, and what a person's page, timeline and list tell of it (docs/product.md 18). */
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Person, PersonEvent, PersonRow, Proposal } from '@coverlight/contract/persons/persons.contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCoverage } from '../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createProvider,
  createUser,
  newId,
  type InquiryOver,
  type Payer,
  type User,
} from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';

let t: TestApp;
let payer: Payer;
beforeAll(async () => {
  t = await startTestApp();
  payer = await createPayer(t.store, { name: 'Tidewater Mutual' });
});
afterAll(async () => await t.close());

interface Practice {
  standard: User;
  restricted: User;
  manager: User;
  providerId: string;
}

async function createPractice(): Promise<Practice> {
  const { id: organization_id } = await createOrganization(t.store);
  return {
    standard: await createUser(t.store, { organization_id }),
    restricted: await createUser(t.store, { organization_id, is_restricted: true }),
    manager: await createUser(t.store, { organization_id, is_manager: true }),
    providerId: (await createProvider(t.store, { organization_id })).id,
  };
}

const ADA = { memberId: 'XZA900100', patientBirthDate: '1984-04-07', patientFirstName: 'Ada', patientLastName: 'Quillfeather' };

/** Answered, unless told otherwise. */
async function check({ standard, providerId }: Practice, submission: InquiryOver['submission'], over: InquiryOver = {}): Promise<string> {
  const made = { organization_id: standard.organization_id, user_id: standard.id, provider_id: providerId, payer_id: payer.id };
  const answered: InquiryOver =
    over.status === undefined
      ? { status: 'complete', coverage: aCoverage(), change: { plan_status: 'Active Coverage', plan_state: 'active' } }
      : {};
  return (await createInquiry(t.store, { ...made, submission: { ...ADA, ...submission }, ...answered, ...over })).id;
}

async function call(who: User, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const reply = await t.call(await t.signIn(who), { method, url: `/api/v1${path}`, ...(payload === undefined ? {} : { payload }) });
  return { status: reply.statusCode, total: reply.headers['x-total-count'], body: reply.body === '' ? null : reply.json() };
}
const personOf = async (who: User, inquiryId: string) =>
  ((await call(who, 'GET', `/inquiries/${inquiryId}`)).body as { inquiry: Inquiry }).inquiry.person_id ?? '';
const read = async (who: User, id: string) => ((await call(who, 'GET', `/persons/${id}`)).body as { person: Person }).person;
const eventsOf = async (who: User, id: string, query = '') =>
  ((await call(who, 'GET', `/persons/${id}/events${query}`)).body as { events: PersonEvent[] }).events;
const proposalsOf = async (who: User, id: string) =>
  ((await call(who, 'GET', `/persons/${id}/proposals`)).body as { proposals: Proposal[] }).proposals;
const list = async (who: User, query = '') => {
  const { body, total } = await call(who, 'GET', `/persons${query}`);
  return { persons: (body as { persons: PersonRow[] }).persons, total };
};

test('checks of one member id, birth date and first name are of one person; a twin is proposed', async () => {
  const practice = await createPractice();
  const { standard } = practice;
  const first = await personOf(standard, await check(practice, {}));
  const again = await personOf(standard, await check(practice, { patientLastName: 'Harbor', memberId: 'xza 900-100' }));
  const swapped = await personOf(standard, await check(practice, { patientFirstName: 'Quillfeather', patientLastName: 'Ada' }));
  const twin = await personOf(standard, await check(practice, { patientFirstName: 'Ann' }));

  expect([again, swapped]).toEqual([first, first]);
  expect(twin).not.toBe(first);
  expect((await read(standard, first)).proposals).toBe(1);
  const [proposal] = await proposalsOf(standard, twin);
  expect(proposal).toMatchObject({ person: { id: first, checks: 3, member_ids: ['XZA900100', 'xza 900-100'] } });
  expect(proposal?.kinds).toEqual(expect.arrayContaining(['id_dob', 'id_last']));
});

test('a draft has no person, and neither has a check of another organization a share in one', async () => {
  const [practice, other] = [await createPractice(), await createPractice()];
  const draft = await check(practice, {}, { status: 'draft' });
  expect((await call(practice.standard, 'GET', `/inquiries/${draft}`)).body).toMatchObject({ inquiry: { person_id: null } });
  const mine = await personOf(practice.standard, await check(practice, {}));
  expect(await personOf(other.standard, await check(other, {}))).not.toBe(mine);
});

test('the practice’s own number makes one person of checks that share nothing else', async () => {
  const practice = await createPractice();
  const { standard } = practice;
  const one = await personOf(standard, await check(practice, { externalId: 'MRN-7' }));
  const other = await personOf(standard, await check(practice, { externalId: 'mrn-7', memberId: 'QQ1', patientFirstName: 'Ines' }));
  expect(other).toBe(one);
  expect(await read(standard, one)).toMatchObject({ external_id: 'mrn-7', policies: [{ member_id: 'QQ1' }, { member_id: 'XZA900100' }] });
});

test('what the payer returned makes one person of checks that were typed without a name', async () => {
  const practice = await createPractice();
  const nameless = { patientFirstName: undefined, patientLastName: undefined };
  const returned = (firstName: string, birthDate = ADA.patientBirthDate) =>
    aCoverage({
      subscriber: {
        firstName,
        middleName: null,
        lastName: 'QUILLFEATHER',
        suffix: null,
        birthDate,
        gender: null,
        memberId: 'XZA900100',
        address: null,
        facts: [],
      },
    });
  const answered = async (coverage: ReturnType<typeof returned>) =>
    await personOf(practice.standard, await check(practice, nameless, { status: 'complete', coverage }));

  const [ada, again, twin, elder] = [
    await answered(returned('ADA')),
    await answered(returned('ADA')),
    await answered(returned('ANN')),
    await answered(returned('ADA', '1954-01-01')),
  ];

  expect(again).toBe(ada);
  expect(new Set([ada, twin, elder]).size).toBe(3);
  expect(await personOf(practice.standard, await check(practice, {}))).toBe(ada);
  expect(await read(practice.standard, ada)).toMatchObject({ name: 'Ada Quillfeather', dob: '1984-04-07' });
});

test('a person’s page tells of each policy the newest answer whose day has come, and what was refused since beside it', async () => {
  const practice = await createPractice();
  const { standard } = practice;
  const hour = (ago: number) => new Date(Date.now() - ago * 3_600_000);
  await check(practice, {}, { created_at: hour(9) });
  const answer = await check(practice, {}, { created_at: hour(8) });
  await check(practice, { asOfDate: '2099-01-01' }, { created_at: hour(7) });
  const refused = await check(practice, {}, { status: 'error', created_at: hour(6) });
  const other = await createPayer(t.store, { name: 'Lakeside Health' });
  const failed = await check(practice, {}, { status: 'failure', payer_id: other.id, created_at: hour(5) });
  const open = await check(practice, {}, { status: 'pending', created_at: hour(4) });

  const id = await personOf(standard, answer);
  const person = await read(standard, id);
  expect(person).toMatchObject({ id, name: 'Ada Quillfeather', dob: '1984-04-07', version: 1, external_id: null, archived_at: null });
  expect(person.policies).toMatchObject([
    {
      payer: { id: payer.id, name: 'Tidewater Mutual' },
      member_id: 'XZA900100',
      relationship: 'Self',
      latest: { inquiry_id: answer, plan_status: 'Active Coverage', plan_state: 'active', is_expired: false },
      refused_since: { inquiry_id: refused, status: 'error' },
      checks: 5,
    },
    { payer: { id: other.id }, latest: null, refused_since: { inquiry_id: failed, status: 'failure' }, checks: 1 },
  ]);
  const events = await eventsOf(standard, id);
  expect(events.map(({ kind, inquiry_id }) => [kind, inquiry_id]).slice(0, 3)).toEqual([
    ['check', open],
    ['refused', failed],
    ['refused', refused],
  ]);
  expect(events).toHaveLength(6);
  expect(events.map(({ words }) => words)).toContain('Lakeside Health could not be asked.');
  const paged: string[] = [];
  for (let before = ''; ;) {
    const page = await eventsOf(standard, id, `?limit=2${before}`);
    if (page.length === 0) break;
    paged.push(...page.map(({ inquiry_id }) => inquiry_id ?? ''));
    before = `&before=${page.at(-1)?.at}`;
  }
  expect(paged).toEqual(events.map(({ inquiry_id }) => inquiry_id));
});

test('an answer that may be about somebody else tells nothing of the person’s policy', async () => {
  const practice = await createPractice();
  const id = await personOf(
    practice.standard,
    await check(
      practice,
      {},
      { status: 'complete', coverage: aCoverage(), change: { is_person_in_doubt: true, plan_status: 'Active Coverage' } },
    ),
  );
  expect((await read(practice.standard, id)).policies).toMatchObject([{ latest: null, refused_since: null, checks: 1 }]);
});

test('persons are listed by their last check, and found by name, member id and birth date', async () => {
  const practice = await createPractice();
  const { standard } = practice;
  const ada = await personOf(standard, await check(practice, {}, { created_at: new Date(Date.now() - 60_000) }));
  const ines = await personOf(
    standard,
    await check(practice, { patientFirstName: 'Ines', memberId: 'QQQ1234', patientBirthDate: '1990-12-25' }),
  );
  expect((await list(standard)).persons).toMatchObject([
    { id: ines, name: 'Ines Quillfeather', dob: '1990-12-25', member_ids: ['QQQ1234'], checks: 1, latest: { plan_state: 'active' } },
    { id: ada, name: 'Ada Quillfeather' },
  ]);
  for (const [q, found] of [
    ['quill', [ines, ada]],
    ['ada quill', [ada]],
    ['qqq12', [ines]],
    ['12/25/1990', [ines]],
    ['nobody', []],
  ] as const) {
    const { persons, total } = await list(standard, `?q=${encodeURIComponent(q)}`);
    expect([q, persons.map(({ id }) => id), total]).toEqual([q, [...found], String(found.length)]);
  }
  expect((await call(standard, 'GET', '/persons?q=a')).status).toBe(422);
  expect(await list(standard, '?limit=1&page=2')).toMatchObject({ persons: [{ id: ada }], total: '2' });
});

test('a restricted user sees a person through its own checks alone, and decides nothing', async () => {
  const practice = await createPractice();
  const { standard, restricted } = practice;
  await check(practice, {}, { created_at: new Date(Date.now() - 60_000) });
  const own = await check(practice, { patientLastName: 'Harbor' }, { user_id: restricted.id, status: 'error' });
  const foreign = await check(practice, { patientFirstName: 'Ann' });
  const [id, twin] = [await personOf(standard, own), await personOf(standard, foreign)];

  expect(await read(restricted, id)).toMatchObject({
    name: 'Ada Harbor',
    proposals: 0,
    policies: [{ checks: 1, latest: null, refused_since: { inquiry_id: own } }],
  });
  expect(await list(restricted)).toMatchObject({ persons: [{ id, checks: 1, name: 'Ada Harbor', latest: null }], total: '1' });
  expect((await list(restricted, '?q=quillfeather')).persons).toEqual([]);
  expect((await eventsOf(restricted, id)).map(({ inquiry_id }) => inquiry_id)).toEqual([own]);
  expect(await proposalsOf(restricted, id)).toEqual([]);

  const nobody = newId();
  for (const path of ['', '/events', '/proposals']) {
    const replies = await Promise.all([twin, nobody].map(async (other) => await call(restricted, 'GET', `/persons/${other}${path}`)));
    expect([path, replies[0]]).toEqual([path, replies[1]]);
    expect(replies[0]?.status).toBe(404);
  }
  const { version } = await read(standard, id);
  for (const [method, path, body] of [
    ['POST', '/merge', { other_id: twin, version }],
    ['POST', '/split', { inquiry_ids: [own], version }],
    ['PUT', '/archive', { is_archived: true, version }],
    ['PUT', `/proposals/${twin}`, { is_different: true }],
    ['POST', `/moves/${nobody}/undo`, undefined],
  ] as const) {
    expect([path, (await call(restricted, method, `/persons/${id}${path}`, body)).status]).toEqual([path, 403]);
  }
});

test('another organization gets exactly what nobody there gives', async () => {
  const [practice, other] = [await createPractice(), await createPractice()];
  const id = await personOf(practice.standard, await check(practice, {}));
  const own = await personOf(other.standard, await check(other, {}));
  const twin = await personOf(other.standard, await check(other, { patientFirstName: 'Ann' }));
  const nobody = newId();
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['GET', '/events', undefined],
    ['GET', '/proposals', undefined],
    ['POST', '/merge', { other_id: own, version: 1 }],
    ['POST', '/split', { inquiry_ids: [nobody], version: 1 }],
    ['PUT', '/archive', { is_archived: true, version: 1 }],
    ['PUT', `/proposals/${own}`, { is_different: true }],
    ['POST', `/moves/${nobody}/undo`, undefined],
  ] as const) {
    const replies = await Promise.all(
      [id, nobody].map(async (wanted) => await call(other.standard, method, `/persons/${wanted}${path}`, body)),
    );
    expect([path, replies[0]]).toEqual([path, replies[1]]);
    expect([path, replies[0]?.status]).toEqual([path, 404]);
  }
  const merge = async (otherId: string) => await call(other.standard, 'POST', `/persons/${own}/merge`, { other_id: otherId, version: 1 });
  expect(await merge(id)).toEqual(await merge(nobody));
  expect(await merge(id)).toMatchObject({ status: 422, body: { errors: { other_id: [expect.any(String)] } } });
  expect((await merge(twin)).status).toBe(200);
});

test('hidden checks are neither told nor counted, and come back', async () => {
  const practice = await createPractice();
  const { standard, manager } = practice;
  const [first, second] = [await check(practice, {}, { created_at: new Date(Date.now() - 60_000) }), await check(practice, {})];
  const id = await personOf(standard, first);
  const hide = async (inquiry_ids: string[], is_hidden: boolean) => await call(manager, 'PUT', '/inquiries', { inquiry_ids, is_hidden });

  await hide([second], true);
  expect((await read(standard, id)).policies).toMatchObject([{ checks: 1, latest: { inquiry_id: first } }]);
  expect((await list(standard)).persons).toMatchObject([{ id, checks: 1 }]);
  await hide([first], true);
  expect((await call(standard, 'GET', `/persons/${id}`)).status).toBe(404);
  expect(await list(standard)).toMatchObject({ persons: [], total: '0' });
  await hide([first, second], false);
  expect((await list(standard)).persons).toMatchObject([{ id, checks: 2 }]);
});

test('an archived person leaves the list, is found by searching, and comes back', async () => {
  const practice = await createPractice();
  const { standard } = practice;
  const id = await personOf(standard, await check(practice, {}));
  const archive = async (is_archived: boolean, version: number) =>
    await call(standard, 'PUT', `/persons/${id}/archive`, { is_archived, version });

  expect((await archive(true, 1)).body).toMatchObject({ person: { id, version: 2, archived_at: expect.any(String) } });
  expect((await archive(false, 1)).status).toBe(409);
  expect((await list(standard)).persons).toEqual([]);
  expect((await list(standard, '?q=quillfeather')).persons).toMatchObject([{ id }]);
  expect((await archive(false, 2)).body).toMatchObject({ person: { archived_at: null } });
  expect((await list(standard)).persons).toMatchObject([{ id }]);
});

test('what is seen and done of a person stands in the log, which names the patient to managers', async () => {
  const practice = await createPractice();
  const { standard, manager } = practice;
  const inquiry = await check(practice, {});
  const [id, twin] = [await personOf(standard, inquiry), await personOf(standard, await check(practice, { patientFirstName: 'Ann' }))];
  await list(standard);
  await read(standard, id);
  await eventsOf(standard, id);
  await proposalsOf(standard, id);
  await call(standard, 'PUT', `/persons/${id}/proposals/${twin}`, { is_different: true });
  await call(standard, 'PUT', `/persons/${id}/proposals/${twin}`, { is_different: false });
  const { body } = await call(standard, 'POST', `/persons/${id}/merge`, { other_id: twin, version: 1 });
  await call(standard, 'POST', `/persons/${id}/moves/${(body as { move_id: string }).move_id}/undo`);

  const { audit_events: events } = (await call(manager, 'GET', '/audit?limit=100')).body as {
    audit_events: { action: string; object_type: string; object_ids: string[]; inquiries: { id: string; patient: string }[] }[];
  };
  const ofPersons = events.filter(({ object_type }) => object_type === 'person');
  expect(ofPersons.map(({ action }) => action)).toEqual([
    'person.undo',
    'person.merge',
    'person.propose-again',
    'person.different',
    'person.proposals',
    'person.events',
    'person.view',
    'person.list',
  ]);
  expect(ofPersons.find(({ action }) => action === 'person.view')).toMatchObject({
    object_ids: [id],
    inquiries: [{ id: inquiry, patient: 'Ada Quillfeather' }],
  });
  expect(ofPersons.every(({ inquiries }) => inquiries.length > 0)).toBe(true);
});
