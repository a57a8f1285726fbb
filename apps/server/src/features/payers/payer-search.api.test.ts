import type { FoundPayer } from '@coverlight/contract/payers/payer.schema.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInquiry, createPayer, createUser, newId, type Payer } from '../../../test/factories.ts';
import { formPost } from '../../../test/form.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';
import { indexPayerNames } from './payer-names.repository.ts';
import { upsertListedPayers } from './payer-sources.repository.ts';

let t: TestApp;
let token: string;
let admin: string;
beforeAll(async () => {
  t = await startTestApp();
  token = await t.signIn(await createUser(t.store));
  admin = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
});
afterAll(async () => await t.close());

/** Put in past every use case, as rows from before names were indexed. */
const named = async (name: string, over: Parameters<typeof createPayer>[1] = {}): Promise<Payer> => {
  const payer = await createPayer(t.store, { name, ...over });
  await t.deps.db.asAdmin(indexPayerNames);
  return payer;
};
const search = async (q: string): Promise<FoundPayer[]> =>
  (await t.call(token, { method: 'GET', url: `/api/v1/payers/search?q=${encodeURIComponent(q)}` })).json<{ found: FoundPayer[] }>().found;
const found = async (q: string) => (await search(q)).map(({ name, found_by: foundBy }) => [name, foundBy]);
const change = async (id: string, payload: object) =>
  expect((await t.call(admin, { method: 'PUT', url: `/api/v1/admin/payers/${id}`, payload })).statusCode).toBe(200);
const post = async (path: string, payload: object) =>
  (await t.call(admin, { method: 'POST', url: `/api/v1/admin/payers/${path}`, payload })).json();
const sync = async (code: string, name: string) =>
  await t.deps.db.asAdmin(
    async (tx) =>
      await upsertListedPayers(tx, 'availity', [{ id: newId(), code, name, isAvailable: true, isElectronic: true }], t.deps.clock()),
  );

test('a payer is found by words in any order, by initials and with a slip, the best match first', async () => {
  await named('Blue Cross Blue Shield of Zephyria');
  await named('UnitedZephyrcare Health');
  await named('Zephyria Blue');

  expect((await found('zephyria blue')).map(([name]) => name)).toEqual(['Zephyria Blue', 'Blue Cross Blue Shield of Zephyria']);
  expect((await found('bcbs zephyria')).map(([name]) => name)).toEqual(['Blue Cross Blue Shield of Zephyria']);
  expect((await found('BCBSZ')).map(([name]) => name)).toEqual(['Blue Cross Blue Shield of Zephyria']);
  expect((await found('uzh')).map(([name]) => name)).toEqual(['UnitedZephyrcare Health']);
  expect((await found('zehpyria shield')).map(([name]) => name)).toEqual(['Blue Cross Blue Shield of Zephyria']);
  expect(await found('zephyrland')).toEqual([]);
});

const letters = (min: number) => fc.stringMatching(new RegExp(`^[a-z]{${min},9}$`));

test('any name is found by its initials, and with one letter left out, put in, replaced or swapped', { timeout: 60_000 }, async () => {
  const aName = fc.uniqueArray(letters(4), { minLength: 2, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(aName, fc.nat(3), fc.nat(8), letters(1), async (words, which, place, [letter = 'x']) => {
      const { id } = await named(words.join(' '));
      const at = which % words.length;
      const word = words[at] ?? '';
      const on = 1 + (place % (word.length - 1));
      const slips = [
        word.slice(0, on) + word.slice(on + 1),
        word.slice(0, on) + letter + word.slice(on),
        word.slice(0, on) + letter + word.slice(on + 1),
        word.slice(0, on - 1) + word.charAt(on) + word.charAt(on - 1) + word.slice(on + 1),
      ].map((slip) => words.with(at, slip).join(' '));
      const initials = words.map((one) => one.charAt(0)).join('');
      for (const typed of [...slips, `${initials} ${words[0]}`]) expect((await search(typed)).map((payer) => payer.id)).toContain(id);
    }),
    { numRuns: 25 },
  );
});

test('a renamed payer is found by its former name, which is said, and by the new one', async () => {
  const { id } = await named('Quillmark Mutual');
  await change(id, { name: 'Ravenna Health' });

  expect(await found('quillmark')).toEqual([['Ravenna Health', { kind: 'formerly', name: 'Quillmark Mutual' }]]);
  expect(await found('ravenna')).toEqual([['Ravenna Health', null]]);
});

test('a payer that a sync or an upload renames is found by both names', async () => {
  const [synced, uploaded] = [newId(), newId()];
  await sync(synced, 'Ostrava Plan');
  await sync(synced, 'Pelham Plan');
  await sync(uploaded, 'Tolland Plan');
  const form = await formPost('/api/v1/admin/payers/upload', 'file', { file: `${uploaded},Umber Plan` });
  expect((await t.call(admin, form)).statusCode).toBe(204);

  expect(await found('ostrava')).toEqual([['Pelham Plan', { kind: 'formerly', name: 'Ostrava Plan' }]]);
  // The clearinghouse goes on calling it so, and the payer itself went by it.
  expect(await found('tolland')).toEqual([['Umber Plan', { kind: 'formerly', name: 'Tolland Plan' }]]);
  expect(await found('umber')).toEqual([['Umber Plan', null]]);
});

test('a clearinghouse’s name for a payer finds it and is said; one of ours finds it and is not', async () => {
  const { id } = await named('Wexford Health', {
    named_by: null,
    sources: { pVerify: { code: newId(), name: 'WXFD INDEMNITY', is_available: true } },
  });
  await change(id, { name_internal: 'Yarrow desk', pverify_name: 'Zinnia by hand' });

  expect(await found('indemnity')).toEqual([['Wexford Health', { kind: 'also', name: 'WXFD INDEMNITY' }]]);
  expect(await found('yarrow')).toEqual([['Wexford Health', { kind: 'internal', name: null }]]);
  expect(await found('zinnia')).toEqual([['Wexford Health', { kind: 'internal', name: null }]]);
  await change(id, { name_internal: '' });
  expect(await found('yarrow')).toEqual([]);
});

test('a merged payer is found by the names of its parts, and after the split they by the name that was theirs together', async () => {
  const one = await named('Fenwick North');
  const two = await named('Gresham South', { code: null, is_available: false, pverify_code: newId(), pverify_is_available: true });
  const { payer } = await post('merge', { availity_payer_id: one.id, pverify_payer_id: two.id, name: 'Hollis Together' });

  expect(await found('fenwick')).toEqual([['Hollis Together', { kind: 'formerly', name: 'Fenwick North' }]]);
  expect(await found('greshm')).toEqual([['Hollis Together', { kind: 'formerly', name: 'Gresham South' }]]);
  expect((await search('hollis')).map(({ id }) => id)).toEqual([payer.id]);

  await post('split', { payer_id: payer.id });

  expect(await found('fenwick')).toEqual([['Fenwick North', null]]);
  expect(await found('hollis')).toEqual([
    ['Fenwick North', { kind: 'formerly', name: 'Hollis Together' }],
    ['Gresham South', { kind: 'formerly', name: 'Hollis Together' }],
  ]);
});

test('only payers that can be chosen are found, a plan with its group, and those of one name with their codes', async () => {
  const group = await named('Isleworth Family', { is_group: true, is_available: false });
  const plan = await named('Isleworth Plan', { payer_group_id: group.id });
  const [one, two] = [await named('Isleworth Twin'), await named('ISLEWORTH TWIN')];
  await named('Isleworth Switched Off', { is_active: false });
  await named('Isleworth Removed', { deleted_at: new Date() });

  const payers = await search('isleworth');

  expect(payers.map(({ id, group: through, codes }) => ({ id, through, codes }))).toEqual([
    { id: group.id, through: null, codes: undefined },
    { id: plan.id, through: { id: group.id, name: 'Isleworth Family' }, codes: undefined },
    ...[one, two].toSorted((a, b) => a.name.localeCompare(b.name, 'en')).map(({ id, code }) => ({ id, through: null, codes: code })),
  ]);
  const listed = (await t.call(token, { method: 'GET', url: '/api/v1/payers?q=islewroth' })).json();
  expect(listed.payers.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([group.id, one.id, two.id]));
  expect(listed.payers).toHaveLength(3);
});

test('what is no name finds nobody, and nothing or too much is refused', async () => {
  expect(await search('%')).toEqual([]);
  expect(await search('\\_--')).toEqual([]);
  for (const q of ['', ' ', 'x'.repeat(101)])
    expect((await t.call(token, { method: 'GET', url: `/api/v1/payers/search?q=${q}` })).statusCode).toBe(422);
});

test('checks are found in the list by initials and former names of their payer, by a slip where nothing else is', async () => {
  const user = await createUser(t.store);
  const session = await t.signIn(user);
  const payer = await named('Jarrow Kestrel Lumen');
  const { id } = await createInquiry(t.store, { organization_id: user.organization_id, user_id: user.id, payer_id: payer.id });
  await change(payer.id, { name: 'Nettle Osprey Pike' });
  const ids = async (name: string) =>
    (await t.call(session, { method: 'GET', url: `/api/v1/inquiries?payer_name=${encodeURIComponent(name)}` }))
      .json<{ inquiries: { id: string }[] }>()
      .inquiries.map((inquiry) => inquiry.id);

  expect(await ids('nettle')).toEqual([id]);
  expect(await ids('nop')).toEqual([id]);
  expect(await ids('jarrow')).toEqual([id]);
  expect(await ids('osprye')).toEqual([id]);
  expect(await ids('quail')).toEqual([]);
});
