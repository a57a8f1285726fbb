import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createInquiry, createPayer, createUser, newId, type Payer } from '../../../../test/factories.ts';
import { aPayerSchema } from '../../../../test/payer-schemas.ts';
import { formPost } from '../../../../test/form.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { storeConfigurations } from '#features/payers/payer-sources.repository.ts';
import { takeUpAdminJobs } from '#features/admin/jobs/admin-jobs.ts';
import { insertAdminJob, noteProgress } from '#features/admin/jobs/admin-jobs.repository.ts';

let t: TestApp;
let token: string;

beforeAll(async () => {
  t = await startTestApp();
  token = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
});
afterAll(async () => await t.close());

const get = async (path: string) => await t.call(token, { method: 'GET', url: `/api/v1${path}` });
const put = async (path: string, payload: object) => await t.call(token, { method: 'PUT', url: `/api/v1${path}`, payload });
const post = async (path: string, payload: object = {}) => await t.call(token, { method: 'POST', url: `/api/v1${path}`, payload });
const pverifyPayer = async (over: Parameters<typeof createPayer>[1] = {}) =>
  await createPayer(t.store, {
    code: null,
    is_available: false,
    pverify_code: `V${newId().slice(-10)}`,
    pverify_is_available: true,
    schema: null,
    ...over,
  });
const merge = async (availity: Payer, pverify: Payer, name = 'Both') =>
  await post('/admin/payers/merge', { availity_payer_id: availity.id, pverify_payer_id: pverify.id, name });
/** Everything stored of these payers but when they were last changed; their prefixes, schemas, reimbursements and inquiries, too. */
const rowsOf = async (ids: string[]) =>
  await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ row: string }>(
        `SELECT concat_ws('|', to_jsonb(p) - 'updated_at',
           (SELECT to_jsonb(s) FROM payer_schemas s WHERE s.payer_id = p.id),
           (SELECT string_agg(s::text, ',' ORDER BY s.clearinghouse) FROM payer_sources s WHERE s.payer_id = p.id),
           (SELECT string_agg(x.prefix, ',' ORDER BY x.prefix) FROM payer_prefixes x WHERE x.payer_id = p.id),
           (SELECT string_agg(r.claim_id, ',' ORDER BY r.claim_id) FROM reimbursements r WHERE r.payer_id = p.id),
           (SELECT string_agg(concat(i.id, i.status), ',' ORDER BY i.id) FROM inquiries i WHERE i.payer_id = p.id)) AS row
         FROM payers p WHERE p.id = ANY ($1) ORDER BY p.id`,
        [ids],
      ),
  );
/** One of the two that are merged, with all that hangs on a payer. */
const aSide = fc.record({
  name: fc.stringMatching(/^[A-Z][a-z]{0,20}$/),
  name_internal: fc.constantFrom('', 'Their own name'),
  is_active: fc.boolean(),
  pverify_is_active: fc.boolean(),
  isListed: fc.boolean(),
  is_blue: fc.boolean(),
  split_service_type: fc.boolean(),
  isGrouped: fc.boolean(),
  schema: fc.constantFrom('none', 'own', 'edited'),
  prefixes: fc.uniqueArray(fc.stringMatching(/^[A-Z0-9]{3}$/), { maxLength: 3 }),
  claims: fc.nat({ max: 2 }),
  inquiries: fc.subarray(['draft', 'complete', 'max-retry'] as const),
});
type Side = typeof aSide extends fc.Arbitrary<infer T> ? T : never;

test('merge then split gives back what was, whatever hung on the two and was done to the one meanwhile', { timeout: 120_000 }, async () => {
  const group = await createPayer(t.store, { is_group: true, is_available: false, schema: null });
  const other = await createPayer(t.store, { is_group: true, is_available: false, is_blue: true, schema: null });
  const { organization_id, user_id } = await createInquiry(t.store);
  const upload = async (path: string, lines: string[]) => {
    if (lines.length === 0) return;
    const answer = await t.call(token, await formPost(`/api/v1/admin/${path}`, 'file', { file: lines.join('\n') }));
    expect(answer.statusCode).toBe(204);
  };
  const make = async ({ schema, prefixes, claims, inquiries, isGrouped, isListed, ...columns }: Side, source: 'availity' | 'pVerify') => {
    const over = { ...columns, payer_group_id: isGrouped ? group.id : null, schema: schema === 'none' ? null : aPayerSchema() };
    const payer =
      source === 'availity'
        ? await createPayer(t.store, { ...over, is_available: isListed })
        : await pverifyPayer({ ...over, pverify_is_available: isListed });
    const code = payer.code ?? payer.pverify_code ?? '';
    if (schema === 'edited') await put(`/admin/payers/${payer.id}`, { schema: { combos: [['patientBirthDate']] } });
    await upload(
      'payers/prefix/upload',
      prefixes.map((prefix) => `${prefix},,${code}`),
    );
    await upload(
      'reimbursements/upload',
      Array.from({ length: claims }, () => `${newId()},${code},Mill,,,50,,,,`),
    );
    for (const status of inquiries) await createInquiry(t.store, { organization_id, user_id, payer_id: payer.id, status });
    return payer;
  };
  const changes = {
    rename: async (id: string) => await put(`/admin/payers/${id}`, { name: 'Renamed', is_blue: true, split_service_type: true }),
    switches: async (id: string) => await put(`/admin/payers/${id}`, { is_active: false, pverify_is_active: false }),
    schema: async (id: string) => await put(`/admin/payers/${id}`, { schema: { combos: [['memberId']] } }),
    bulk: async (id: string) => await put(`/admin/payers/${other.id}/bulk`, { payer_ids: [id] }),
    ungroup: async (id: string) => await put(`/admin/payers/${id}`, { payer_group_id: 0 }),
  };
  const meanwhile = fc.subarray(['rename', 'switches', 'schema', 'bulk', 'ungroup'] as const);
  await fc.assert(
    fc.asyncProperty(aSide, aSide, meanwhile, async (one, two, done) => {
      const availity = await make(one, 'availity');
      const pverify = await make(two, 'pVerify');
      const ids = [availity.id, pverify.id];
      const before = await rowsOf(ids);

      const { id } = (await merge(availity, pverify, 'Both')).json().payer;
      for (const change of done) expect((await changes[change](id)).statusCode).toBeLessThan(300);
      const asked = await createInquiry(t.store, { organization_id, user_id, payer_id: id, status: 'complete' });
      const named = (await get(`/admin/payers/${id}`)).json().payer.name;
      const children = await post('/admin/payers/split', { payer_id: id });

      expect(children.statusCode).toBe(200);
      const back: { id: string }[] = children.json().children;
      expect(back.map((row) => row.id).toSorted()).toEqual(ids.toSorted());
      expect(await rowsOf(ids)).toEqual(before);
      // What was asked meanwhile keeps the name it was asked under.
      expect((await get(`/admin/inquiries/${asked.id}`)).json().inquiry.payer).toMatchObject({ id, name: named });
    }),
    { numRuns: 20 },
  );
});

test('a merged payer stands for its two in the lists, its codes and its group, and they for themselves after the split', async () => {
  const group = await createPayer(t.store, { is_group: true, is_available: false, schema: null });
  const availity = await createPayer(t.store, { payer_group_id: group.id, schema: aPayerSchema({ combos: [['memberId']] }) });
  const pverify = await pverifyPayer();
  await t.deps.db.asAdmin(async (tx) => {
    await tx.queryOnce('INSERT INTO payer_prefixes (prefix, payer_id) VALUES ($1, $2)', ['QZP', pverify.id]);
  });
  const resolve = async () => (await post(`/payers/${group.id}/resolve`, { prefix: 'QZP' })).json().payer;
  expect(await resolve()).toBeNull();

  const merged = (await merge(availity, pverify, 'Stand-in')).json().payer;

  expect(merged).toMatchObject({ code: availity.code, pverify_code: pverify.pverify_code, schema: { combos: [['memberId']] } });
  expect(await resolve()).toEqual({ id: merged.id, name: 'Stand-in' });
  expect((await get(`/admin/payers/${group.id}`)).json().payer.schema.combos).toEqual([['memberId']]);
  const listed = (await get(`/admin/payers?q=${availity.code}`)).json().payers;
  expect(listed).toMatchObject([{ id: merged.id, children: [{}, {}] }]);
  expect((await put(`/admin/payers/${availity.id}`, { is_blue: true })).statusCode).toBe(409);
  expect((await put(`/admin/payers/${merged.id}`, { code: 'OTHER' })).json().errors.code).toHaveLength(1);
  expect((await merge(availity, pverify)).json().errors.availity_payer_id).toHaveLength(1);

  await post('/admin/payers/split', { payer_id: merged.id });
  expect((await get(`/admin/payers?q=${availity.code}`)).json().payers).toMatchObject([{ id: availity.id, parent_id: null, children: [] }]);
  expect((await get(`/admin/payers/${merged.id}`)).json().payer.deleted_at).not.toBeNull();
  expect((await post('/admin/payers/split', { payer_id: merged.id })).statusCode).toBe(422);
});

test('of two admins who change one payer at once, the second is told and nothing is lost', async () => {
  const payer = await createPayer(t.store);
  const read = (await get(`/admin/payers/${payer.id}`)).json().payer;

  const answers = await Promise.all([
    put(`/admin/payers/${payer.id}`, { name: 'First', updated_at: read.updated_at }),
    put(`/admin/payers/${payer.id}`, { is_blue: true, updated_at: read.updated_at }),
  ]);

  const refused = answers.filter((answer) => answer.statusCode === 409);
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(refused[0]?.json()).toEqual({ errors: { NOFIELD: ['Changed by someone else meanwhile.'] } });
  const again = (await get(`/admin/payers/${payer.id}`)).json().payer;
  expect((await put(`/admin/payers/${payer.id}`, { is_blue: true, updated_at: again.updated_at })).statusCode).toBe(200);
});

test('of two admins who put the same payers into groups at once, the second is told and changes none of them', async () => {
  const [one, two] = [
    (await post('/admin/payers', { name: 'One', is_group: true, is_blue: true })).json().payer,
    (await post('/admin/payers', { name: 'Two', is_group: true })).json().payer,
  ];
  const payers = await Promise.all(
    Array.from({ length: 3 }, async () => (await get(`/admin/payers/${(await createPayer(t.store)).id}`)).json().payer),
  );
  const ids: string[] = payers.map(({ id }) => id);
  const updated_at = Object.fromEntries(payers.map((payer) => [payer.id, payer.updated_at]));

  const answers = await Promise.all(
    [one, two].map(async (group) => await put(`/admin/payers/${group.id}/bulk`, { payer_ids: ids, updated_at })),
  );

  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 409]);
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual({
    errors: { NOFIELD: ['Changed by someone else meanwhile.'] },
  });
  const winner = answers[0]?.statusCode === 204 ? one : two;
  const now = (await get('/admin/payers?limit=100&payer_group_id=' + winner.id)).json().payers;
  expect(now.map(({ id }: Payer) => id).toSorted()).toEqual(ids.toSorted());
  expect(now.map(({ is_blue }: Payer) => is_blue)).toEqual(ids.map(() => winner.is_blue));
  // Who has read what came of it may go on, and who says nothing of what was read is taken at their word.
  const seen = Object.fromEntries(now.map((payer: { id: string; updated_at: string }) => [payer.id, payer.updated_at]));
  expect((await put(`/admin/payers/${one.id}/bulk`, { payer_ids: ids, updated_at: seen })).statusCode).toBe(204);
  expect((await put(`/admin/payers/${two.id}/bulk`, { payer_ids: ids })).statusCode).toBe(204);
});

test('a change is never older than what was changed, however far the clocks of two servers are apart', async () => {
  const group = (await post('/admin/payers', { name: 'Ahead', is_group: true })).json().payer;
  const ahead = new Date(t.deps.clock().getTime() + 5000);
  const [availity, pverify] = [await createPayer(t.store, { updated_at: ahead }), await pverifyPayer({ updated_at: ahead })];
  const changedAt = async (id: string) => new Date((await get(`/admin/payers/${id}`)).json().payer.updated_at).getTime();

  await put(`/admin/payers/${group.id}/bulk`, { payer_ids: [availity.id] });
  const grouped = await changedAt(availity.id);
  const merged = (await merge(availity, pverify)).json().payer;
  await post('/admin/payers/split', { payer_id: merged.id });
  const split = await changedAt(availity.id);
  await t.call(token, await formPost('/api/v1/admin/payers/upload', 'file', { file: `${availity.code ?? ''},Renamed\n` }));

  expect([grouped > ahead.getTime(), split > grouped, (await changedAt(availity.id)) > split]).toEqual([true, true, true]);
});

test('whoever changes a payer after a group, a file or a sync has changed it is told, and nothing of either is lost', async () => {
  const group = (await post('/admin/payers', { name: 'Grouping', is_group: true, is_blue: true })).json().payer;
  const read = async (id: string) => (await get(`/admin/payers/${id}`)).json().payer;
  const late = async (payer: { id: string; updated_at: string }, change: object) =>
    (await put(`/admin/payers/${payer.id}`, { ...change, updated_at: payer.updated_at })).statusCode;

  const grouped = await read((await createPayer(t.store, { name: 'Before' })).id);
  await put(`/admin/payers/${group.id}/bulk`, { payer_ids: [grouped.id] });
  expect(await late(grouped, { is_blue: false })).toBe(409);
  expect(await read(grouped.id)).toMatchObject({ is_blue: true, payer_group_id: group.id });

  const renamed = await read((await createPayer(t.store, { code: 'RENAMED1', name: 'Before' })).id);
  await t.call(token, await formPost('/api/v1/admin/payers/upload', 'file', { file: 'RENAMED1,After\n' }));
  expect(await late(renamed, { name: 'Typed' })).toBe(409);
  expect((await read(renamed.id)).name).toBe('After');

  // One that the sandbox lists, with a configuration.
  await post('/admin/payers/sync?service=availity');
  const [listed] = (await get('/admin/payers?only=availity&is_available=true&limit=100'))
    .json()
    .payers.filter(({ code }: { code: string }) => /^SBX|^[0-9A-Z]{5}$/.test(code));
  await t.deps.db.asAdmin(
    async (tx) =>
      await storeConfigurations(
        tx,
        'availity',
        [{ payerCode: listed.code, schema: { ...aPayerSchema(), providerFields: [] } }],
        t.deps.clock(),
      ),
  );
  const synced = await read(listed.id);
  expect((await post(`/admin/payers/${synced.id}/schema`)).statusCode).toBe(204);
  expect(await late(synced, { schema: { combos: [['memberId']] } })).toBe(409);
  const again = await read(synced.id);
  expect(again.schema.source).toBe('availity');
  // The same once more changes nothing.
  expect((await post(`/admin/payers/${synced.id}/schema`)).statusCode).toBe(204);
  expect(await late(again, { schema: { combos: [['memberId']] } })).toBe(200);
});

test('two admins who group and change the same payers at once never wait for each other for ever', async () => {
  const group = (await post('/admin/payers', { name: 'Crowded', is_group: true })).json().payer;
  const payers = await Promise.all(Array.from({ length: 4 }, async () => await createPayer(t.store)));
  const ids = payers.map(({ id }) => id);

  for (let round = 0; round < 6; round += 1) {
    const answers = await Promise.all([
      put(`/admin/payers/${group.id}/bulk`, { payer_ids: ids }),
      ...ids.map(async (id) => await put(`/admin/payers/${id}`, { payer_group_id: group.id, name: `Round ${round}` })),
      put(`/admin/payers/${group.id}/bulk`, { payer_ids: ids.toReversed() }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 200, 200, 200, 200, 204]);
  }
  expect((await get(`/admin/payers/${group.id}`)).json().payer.children).toHaveLength(4);
});

test(
  'files, syncs, groupings and edits of the same payers at once wait for each other and all come to their end',
  { timeout: 120_000 },
  async () => {
    await post('/admin/payers/sync?service=availity');
    const listed: (Payer & { code: string })[] = (await get('/admin/payers?only=availity&is_available=true&q=a&limit=100')).json().payers;
    const payers = listed.filter(({ code }) => /^S\d{4}$/.test(code)).slice(0, 6);
    const ids = payers.map(({ id }) => id);
    const group = (await post('/admin/payers', { name: 'Stormy', is_group: true })).json().payer;
    const file = await formPost('/api/v1/admin/payers/upload', 'file', {
      file: payers
        .map(({ code, name }, at) => `${code},${name} ${at}`)
        .toReversed()
        .join('\n'),
    });
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const answers = await Promise.all([
        t.call(token, file),
        put(`/admin/payers/${group.id}/bulk`, { payer_ids: ids.toSorted() }),
        ...ids.flatMap((id) => [
          put(`/admin/payers/${id}`, {
            schema: { combos: [round % 2 === 0 ? ['memberId'] : ['patientBirthDate']] },
            payer_group_id: group.id,
          }),
          post(`/admin/payers/${id}/schema`),
        ]),
      ]);
      statuses.push(...answers.map(({ statusCode }) => statusCode));
    }

    expect(payers.length).toBeGreaterThan(3);
    expect([...new Set(statuses)].toSorted((a, b) => a - b)).toEqual([200, 204]);
  },
);

test('a body that is null is no body of nothing', async () => {
  const payer = await createPayer(t.store);
  const url = `/api/v1/admin/payers/${payer.id}`;

  const answer = await t.call(token, { method: 'PUT', url, payload: 'null', headers: { 'content-type': 'application/json' } });

  expect(answer.statusCode).toBe(422);
});

test('a payer is created and changed, and what cannot be is refused by field', async () => {
  const created = await post('/admin/payers', { name: 'Cedar Plan', code: 'CEDAR', is_blue: true });
  expect(created.statusCode).toBe(201);
  const { id } = created.json().payer;

  expect((await post('/admin/payers', { name: 'Again', code: 'CEDAR' })).json().errors).toEqual({ code: ['Another payer has this code.'] });
  expect((await post('/admin/payers', { name: ' ', is_group: 'yes' })).json().errors).toMatchObject({ name: [expect.any(String)] });
  expect((await put(`/admin/payers/${id}`, { payer_group_id: id })).json().errors.payer_group_id).toHaveLength(1);
  expect((await put(`/admin/payers/${id}`, { is_group: true })).json().errors.is_group).toHaveLength(1);
  expect((await put(`/admin/payers/${id}`, { schema: { combos: [['shoeSize']] } })).json().errors.schema).toHaveLength(1);
  expect((await put(`/admin/payers/${newId()}`, { name: 'x' })).statusCode).toBe(404);
  const combos = [['memberId'], ['memberId', 'patientBirthDate']];
  const edited = await put(`/admin/payers/${id}`, { schema: { combos } });
  expect(edited.json().payer.schema).toMatchObject({ combos, source: 'admin' });
});

test('who creates a payer with the code of a removed one brings that back', async () => {
  const gone = await createPayer(t.store, { code: 'WASHERE', deleted_at: t.deps.clock(), is_available: false, is_blue: true });
  expect((await get('/admin/payers?q=WASHERE')).json().payers).toEqual([]);

  const created = await post('/admin/payers', { name: 'Here again', code: 'WASHERE' });

  expect(created.statusCode).toBe(201);
  expect(created.json().payer).toMatchObject({ id: gone.id, name: 'Here again', is_available: true, is_blue: false, deleted_at: null });
  expect((await get('/admin/payers?q=WASHERE')).json().payers).toMatchObject([{ id: gone.id }]);
  expect((await post('/admin/payers', { name: 'Twice', code: 'WASHERE' })).json().errors).toEqual({
    code: ['Another payer has this code.'],
  });
});

test('a group has no codes and is in no group, whichever of the two comes first or both at once', async () => {
  const group = await createPayer(t.store, { code: null, is_group: true, is_available: false, schema: null });
  const plain = await createPayer(t.store, { code: null, is_available: false, schema: null });
  const refusal = async (id: string, change: object) => (await put(`/admin/payers/${id}`, change)).json().errors;

  expect(await refusal(group.id, { code: 'OFGROUP' })).toEqual({ code: ['A group has no code of its own.'] });
  expect(await refusal(group.id, { pverify_code: 'OFGROUP' })).toEqual({ pverify_code: ['A group has no code of its own.'] });
  expect(await refusal(plain.id, { is_group: true, code: 'OFGROUP' })).toEqual({ code: ['A group has no code of its own.'] });
  expect(await refusal(plain.id, { is_group: true, payer_group_id: group.id })).toEqual({
    payer_group_id: ['A group cannot be in a group.'],
  });
  expect((await get(`/admin/payers/${plain.id}`)).json().payer).toMatchObject({ is_group: false, payer_group_id: null, code: null });
  // What it stops being in the same breath is no obstacle.
  const joined = await put(`/admin/payers/${plain.id}`, { is_group: true });
  expect(joined.statusCode).toBe(200);
  const back = await put(`/admin/payers/${plain.id}`, { is_group: false, payer_group_id: group.id, code: `AFTER${newId().slice(-5)}` });
  expect(back.json().payer).toMatchObject({ is_group: false, payer_group_id: group.id });
  const left = await put(`/admin/payers/${plain.id}`, { is_group: true, payer_group_id: 0, code: null });
  expect(left.json().payer).toMatchObject({ is_group: true, payer_group_id: null, code: null });
});

test.each([
  ['a pattern that does not compile', { pattern: '[' }],
  ['a pattern that may run for ever', { pattern: '(a+)+$' }],
  ['a date that is none', { min: '2023-02-30' }],
  ['a blank label', { label: ' ' }],
  ['an option without a code', { options: [{ id: '', name: 'Self' }] }],
  ['a length of nothing', { maxLength: 0 }],
])('a schema with %s is refused and leaves the old one', async (_fault, wrong) => {
  const payer = await createPayer(t.store);
  const { schema } = (await get(`/admin/payers/${payer.id}`)).json().payer;
  const fields = schema.fields.map((field: object, at: number) => (at === 0 ? { ...field, ...wrong } : field));

  const refused = await put(`/admin/payers/${payer.id}`, { schema: { fields } });

  expect(refused.statusCode).toBe(422);
  expect(refused.json().errors.schema).toEqual([expect.stringContaining('memberId')]);
  expect((await get(`/admin/payers/${payer.id}`)).json().payer.schema).toEqual(schema);
});

test('a schema names each field once, and a combo names different ones', async () => {
  const payer = await createPayer(t.store);
  const { fields } = (await get(`/admin/payers/${payer.id}`)).json().payer.schema;
  const refusal = async (schema: object) => (await put(`/admin/payers/${payer.id}`, { schema })).json().errors.schema;

  expect(await refusal({ fields: [...fields, fields[0]] })).toEqual(['The field "memberId" is there twice.']);
  expect(await refusal({ combos: [['memberId', 'memberId']] })).toEqual(['A combo names "memberId" twice.']);
  expect(await refusal({ combos: [['memberId'], ['memberId']] })).toEqual(['A combo is there twice.']);
});

test('what a payer gave itself may stay as it is while the rest is edited', async () => {
  const schema = aPayerSchema();
  const odd = { ...schema, fields: schema.fields.map((field) => (field.name === 'asOfDate' ? { ...field, label: '' } : field)) };
  const payer = await createPayer(t.store, { schema: odd });

  expect((await put(`/admin/payers/${payer.id}`, { schema: { ...odd, combos: [['memberId']] } })).statusCode).toBe(200);
});

test('the schema of a group is its members and not edited', async () => {
  const group = await createPayer(t.store, { is_group: true, is_available: false, schema: null });

  expect((await put(`/admin/payers/${group.id}`, { schema: { combos: [['memberId']] } })).json().errors).toEqual({
    schema: ['A group asks for what all its members know. Please edit theirs.'],
  });
});

test('a schema sync brings back what the payer itself wants, that of a group does so for its members', { timeout: 60_000 }, async () => {
  await post('/admin/payers/sync?service=availity');
  const [known] = (await get('/admin/payers?only=availity&is_available=true&q=Amber')).json().payers;
  const own = (await get(`/admin/payers/${known.id}`)).json().payer.schema;
  const group = await createPayer(t.store, { is_group: true, is_available: false, schema: null });
  const edit = async () => await put(`/admin/payers/${known.id}`, { schema: { combos: [['memberId']] }, payer_group_id: group.id });
  const schema = async () => (await get(`/admin/payers/${known.id}`)).json().payer.schema;

  expect((await edit()).json().payer).toMatchObject({ is_schema_edited: true, schema: { source: 'admin' } });
  expect((await post('/admin/payers/schemas')).statusCode).toBe(204);
  expect((await schema()).source).toBe('admin');
  expect((await post(`/admin/payers/${known.id}/schema`)).statusCode).toBe(204);
  expect(await schema()).toEqual(own);

  const nobody = await createPayer(t.store, { is_group: true, is_available: false, schema: null });
  expect((await post(`/admin/payers/${group.id}/schema`)).statusCode).toBe(204);
  expect((await post(`/admin/payers/${nobody.id}/schema`)).statusCode).toBe(502);
});

test('a source is switched on only where it has the payer and a code', async () => {
  const payer = await createPayer(t.store, { pverify_is_active: false });

  expect((await put(`/admin/payers/${payer.id}`, { pverify_is_active: true })).json().errors).toEqual({
    pverify_is_active: ['pVerify does not have this payer.'],
  });
  expect((await put(`/admin/payers/${payer.id}`, { is_active: false })).json().payer.is_active).toBe(false);
  expect((await put(`/admin/payers/${payer.id}`, { is_active: true })).json().payer.is_active).toBe(true);
});

test('a group gives its blue flag to all at once, and its schema follows who belongs to it', async () => {
  const group = (await post('/admin/payers', { name: 'Blue family', is_group: true, is_blue: true })).json().payer;
  const one = await createPayer(t.store, { schema: aPayerSchema({ combos: [['memberId'], ['memberId', 'patientBirthDate']] }) });
  const two = await createPayer(t.store, { schema: aPayerSchema({ combos: [['memberId', 'patientBirthDate']] }) });
  const schema = async () => (await get(`/admin/payers/${group.id}`)).json().payer.schema.combos;

  const refused = await put(`/admin/payers/${group.id}/bulk`, { payer_ids: [one.id, group.id] });
  expect(refused.statusCode).toBe(422);
  expect((await get(`/admin/payers/${one.id}`)).json().payer).toMatchObject({ payer_group_id: null, is_blue: false });
  expect((await put(`/admin/payers/${group.id}/bulk`, { payer_ids: [one.id, two.id] })).statusCode).toBe(204);
  expect((await get(`/admin/payers/${one.id}`)).json().payer).toMatchObject({ is_blue: true, payer_group: { id: group.id } });
  expect(await schema()).toEqual([['memberId', 'patientBirthDate']]);
  expect((await put(`/admin/payers/${group.id}`, { is_group: false })).json().errors.is_group).toHaveLength(1);

  expect((await put(`/admin/payers/${two.id}`, { payer_group_id: 0 })).json().payer.payer_group).toBeNull();
  expect(await schema()).toEqual([['memberId'], ['memberId', 'patientBirthDate']]);
});

test('a member that gave no schema is asked for the usual, and the form of its group asks for nothing it does not know', async () => {
  const group = (await post('/admin/payers', { name: 'Mixed family', is_group: true })).json().payer;
  const own = aPayerSchema();
  const gender = { ...own.fields[0], name: 'patientGender', label: 'Gender', required: true };
  const first = await createPayer(t.store, { schema: { fields: [...own.fields, gender], combos: [['memberId']] } as typeof own });
  const names = async (id: string): Promise<string[]> =>
    (await get(`/admin/payers/${id}`)).json().payer.schema.fields.map(({ name }: { name: string }) => name);

  await put(`/admin/payers/${group.id}/bulk`, { payer_ids: [first.id] });
  expect(await names(group.id)).toContain('patientGender');
  const plain = await pverifyPayer();
  await put(`/admin/payers/${group.id}/bulk`, { payer_ids: [plain.id] });

  const known = await names(plain.id);
  expect(known).not.toContain('patientGender');
  expect((await names(group.id)).filter((name) => !known.includes(name))).toEqual([]);
  await put(`/admin/payers/${plain.id}`, { payer_group_id: 0 });
  expect(await names(group.id)).toContain('patientGender');
});

test('a sync counts what is new, the next finds nothing, and two at once exclude each other', { timeout: 60_000 }, async () => {
  const [first, second] = await Promise.all([post('/admin/payers/sync?service=all'), post('/admin/payers/sync?service=pverify')]);
  const done = first.statusCode === 409 ? second : first;
  const refused = done === first ? second : first;
  const next = await post('/admin/payers/sync');

  expect([done.statusCode, refused.statusCode]).toEqual([200, 409]);
  expect(done.json().pverify_new_payers).toBeGreaterThan(0);
  expect(next.json()).toMatchObject({ pverify_new_payers: 0, pverify_updated_payers: 0 });
  expect((await post('/admin/payers/sync?service=other')).statusCode).toBe(422);
});

test('what an admin uploaded does not vanish with the next sync, and keeps the name given to it', { timeout: 60_000 }, async () => {
  await post('/admin/payers/sync?service=availity');
  const [listed] = (await get('/admin/payers?only=availity&q=Amber&sort=code')).json().payers;
  const gone = await createPayer(t.store, { code: 'GONE1', deleted_at: t.deps.clock(), is_available: false });

  const file = `QQNEW1,By hand\n${listed.code},Our own name\nGONE1,Back again\n`;
  expect((await t.call(token, await formPost('/api/v1/admin/payers/upload', 'file', { file }))).statusCode).toBe(204);
  expect((await get(`/admin/payers/${gone.id}`)).json().payer).toMatchObject({ name: 'Back again', is_available: true, deleted_at: null });
  expect((await post('/admin/payers/sync?service=availity')).statusCode).toBe(200);

  const named = async (q: string) => (await get(`/admin/payers?q=${q}`)).json().payers;
  // Availity does not list the two, so that they cannot be asked there; that is seen, and they stay.
  expect(await named('QQNEW1')).toMatchObject([{ name: 'By hand', is_available: false }]);
  expect(await named('GONE1')).toMatchObject([{ name: 'Back again', is_available: false }]);
  expect(await named(listed.code)).toMatchObject([{ name: 'Our own name', name_internal: listed.name_internal, is_available: true }]);
});

test('a payer that Availity does not know says so, one that is not there is not found', async () => {
  const unknown = await createPayer(t.store);

  const answer = await post(`/admin/payers/${unknown.id}/sync`);

  expect(answer.statusCode).toBe(502);
  expect(answer.json()).toEqual({ errors: { NOFIELD: ["Availity doesn't have data on this payer."] } });
  expect((await post(`/admin/payers/${unknown.id}/schema`)).json()).toEqual({
    errors: { NOFIELD: ['Failed to sync schema for this payer.'] },
  });
  expect((await post(`/admin/payers/${newId()}/sync`)).statusCode).toBe(404);
  expect((await post(`/admin/payers/${newId()}/schema`)).statusCode).toBe(404);
});

test('work that takes longer than the call waits is told with its progress, and ends with its own answer for whoever comes back', async () => {
  // The wait is 20 seconds; nobody who tests has them.
  const wait = setTimeout;
  const shortened = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation((run: () => void, ms?: number) => wait(run, ms === 20_000 ? 1 : ms));
  const started = await post('/admin/payers/sync?service=all');
  shortened.mockRestore();

  expect(started.statusCode).toBe(202);
  const { job } = started.json<{ job: { id: string; done: number; total: number | null } }>();
  expect(job.done).toBeGreaterThanOrEqual(0);
  expect((await post('/admin/payers/sync')).statusCode).toBe(409);
  const ended = await vi.waitFor(
    async () => {
      const answer = await get(`/admin/jobs/${job.id}`);
      expect(answer.statusCode).not.toBe(202);
      return answer;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(ended.statusCode).toBe(200);
  expect(Object.keys(ended.json()).toSorted()).toEqual([
    'availity_new_payers',
    'availity_updated_payers',
    'pverify_new_payers',
    'pverify_updated_payers',
    'sources',
    'withdrawn',
  ]);
});

test.each([
  ['reset', 'Availity did not answer.'],
  ['500', 'Availity answered with an error of its own.'],
  ['401', 'Availity refused our request.'],
  ['malformed', 'Availity sent something that cannot be read.'],
])('a sync that fails because of the clearinghouse (%s) says what is true of it: %s', { timeout: 60_000 }, async (kind, words) => {
  const payer = await createPayer(t.store);
  const order = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const body = JSON.stringify({ vendor: 'availity', kind, times: 1000 });
  expect((await fetch(`${t.sandboxUrl}/__fault`, { ...order, body })).ok).toBe(true);

  const answers = [
    await post('/admin/payers/sync?service=availity'),
    await post(`/admin/payers/${payer.id}/sync`),
    await post(`/admin/payers/${payer.id}/schema`),
  ];
  expect((await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' })).ok).toBe(true);

  for (const answer of answers) {
    expect([answer.statusCode, answer.json()]).toEqual([502, { errors: { NOFIELD: [words] } }]);
  }
});

const leaveBehind = async (kind: string, subject: string | null = null) => {
  const id = newId();
  const isNew = await t.deps.db.asAdminFor(
    INTERNAL_ORGANIZATION_ID,
    async (tx) => await insertAdminJob(tx, { id, kind, subject, startedBy: newId(), now: t.deps.clock() }),
  );
  return { id, isNew };
};

test('what a process left behind when it died is taken up by another and ends with its own answer', { timeout: 60_000 }, async () => {
  const source = { clearinghouse: 'pVerify', name: 'pVerify', new_payers: 7, updated_payers: 3, withdrawn: 0 };
  const found = {
    availity_new_payers: 0,
    availity_updated_payers: 0,
    pverify_new_payers: 7,
    pverify_updated_payers: 3,
    withdrawn: 0,
    sources: [source],
  };
  const { id } = await leaveBehind('sync-payers', 'pVerify');
  await t.deps.db.asAdminFor(
    INTERNAL_ORGANIZATION_ID,
    async (tx) => await noteProgress(tx, id, { done: 10, total: null, found }, t.deps.clock()),
  );
  const running = await get(`/admin/jobs/${id}`);

  await takeUpAdminJobs(t.deps);
  const untouched = await get(`/admin/jobs/${id}`);
  t.turnClock(31_000);
  const waiting = await get('/admin/jobs');
  await Promise.all([takeUpAdminJobs(t.deps), takeUpAdminJobs(t.deps)]);
  const ended = await vi.waitFor(
    async () => {
      const answer = await get(`/admin/jobs/${id}`);
      expect(answer.statusCode).not.toBe(202);
      return answer;
    },
    { timeout: 20_000, interval: 100 },
  );

  expect([running.statusCode, running.json()]).toEqual([202, { job: { id, done: 10, total: null } }]);
  expect(untouched.json()).toEqual(running.json());
  expect(waiting.json()).toEqual({ jobs: [{ id, kind: 'sync-payers', done: 10, total: null }] });
  expect([ended.statusCode, ended.json()]).toEqual([200, found]);
  const taken = t.log.lines.filter((line) => line.includes('admin work taken up') && line.includes(id));
  expect(taken).toHaveLength(1);
});

test('what nobody took up has failed, stands so in the audit log, and lets the next begin', async () => {
  const { id } = await leaveBehind('sync-schemas');
  expect((await leaveBehind('sync-schemas')).isNew).toBe(false);

  t.turnClock(301_000);
  const lost = await get(`/admin/jobs/${id}`);
  const none = await get('/admin/jobs');
  await takeUpAdminJobs(t.deps);

  expect([lost.statusCode, none.json()]).toEqual([500, { jobs: [] }]);
  const [row] = await t.deps.db.asAdminFor(
    INTERNAL_ORGANIZATION_ID,
    async (tx) =>
      await tx.queryOnce(`SELECT actor_role, outcome FROM audit_events WHERE action = 'payer.schema-sync' ORDER BY id DESC LIMIT 1`, []),
  );
  expect(row).toEqual({ actor_role: 'system', outcome: 'failed' });
  expect((await leaveBehind('sync-schemas')).isNew).toBe(true);
  expect((await get(`/admin/jobs/${newId()}`)).statusCode).toBe(404);
});

test('files of payers and prefixes are taken over, a code in any case', async () => {
  expect(
    (await t.call(token, await formPost('/api/v1/admin/payers/upload', 'file', { file: 'QQUPL1,Maple Health\nQQUPL2,"Elm, Inc."\n' })))
      .statusCode,
  ).toBe(204);
  const listed = (await get('/admin/payers?q=QQUPL&sort=code')).json().payers;
  const prefixes = await t.call(token, await formPost('/api/v1/admin/payers/prefix/upload', 'file', { file: 'qzu,Maple Health,qqupl1\n' }));

  expect(listed).toMatchObject([
    { code: 'QQUPL1', name: 'Maple Health', is_available: true },
    { code: 'QQUPL2', name: 'Elm, Inc.' },
  ]);
  expect(prefixes.statusCode).toBe(204);
  const rows = await t.deps.db.asAdmin(async (tx) => await tx.queryOnce(`SELECT payer_id FROM payer_prefixes WHERE prefix = 'QZU'`, []));
  expect(rows).toEqual([{ payer_id: listed[0].id }]);
});

test('a file with a header row is told so', async () => {
  const upload = async (path: string, file: string) =>
    (await t.call(token, await formPost(`/api/v1/admin/${path}`, 'file', { file }))).json().errors?.file;
  const words = ['Line 1: this is a header row. Please remove it.'];

  expect(await upload('payers/upload', 'CODE,NAME\nQQH1,Payer\n')).toEqual(words);
  expect(await upload('payers/upload', '\ufeff"Code", "Name"\nQQH1,Payer\n')).toEqual(words);
  expect(await upload('payers/prefix/upload', 'Prefix,Payer Name,Payer ID\nABC,Payer,QQH1\n')).toContain(words[0]);
  expect(await upload('reimbursements/upload', 'ClaimID,Payer code,Employer name,Group number,Alpha prefix,DTX,RTC,PHP,IOP,OP\n')).toEqual(
    words,
  );
  expect((await get('/admin/payers?q=QQH1')).json().payers).toEqual([]);
});
