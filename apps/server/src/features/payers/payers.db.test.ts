import { expect, test } from 'vitest';
import { payerPrefixes } from '#db/tables/payers.ts';
import { createOrganization, createPayer, newId } from '../../../test/factories.ts';
import { aPayerSchema } from '../../../test/payer-schemas.ts';
import { useTestStore } from '../../../test/test-store.ts';
import { loadPayerSchema } from './payer-schema.ts';
import { storeConfigurations, storeEditedSchema, upsertListedPayers, withdrawUnlisted } from './payer-sources.repository.ts';
import { findMemberByPrefix, findPayer, listChoosablePayers, listForms } from './payers.repository.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const BOTH = ['availity', 'pVerify'];
const store = useTestStore();

const choosable = async () =>
  (await store.database.withoutOrganization(async (tx) => await listChoosablePayers(tx, BOTH))).map(({ id }) => id);
const find = async (id: string) => await store.database.withoutOrganization(async (tx) => await findPayer(tx, id));
const sync = async (code: string, name: string, isAvailable = true) =>
  await store.database.asAdmin(
    async (tx) => await upsertListedPayers(tx, 'availity', [{ id: newId(), code, name, isAvailable, isElectronic: true }], NOW),
  );

test('a payer can be chosen while one clearinghouse can be asked about it, a group while it has members', async () => {
  const group = await createPayer(store, { is_group: true, is_available: false });
  const member = await createPayer(store, { payer_group_id: group.id });
  const other = await createPayer(store, { is_available: false, pverify_code: newId(), pverify_is_available: true });
  const hidden = [
    await createPayer(store, { is_active: false }),
    await createPayer(store, { is_available: false }),
    await createPayer(store, { code: null }),
    await createPayer(store, { deleted_at: NOW }),
    await createPayer(store, { parent_id: member.id }),
    await createPayer(store, { is_group: true }),
  ];

  const ids = await choosable();

  expect(ids).toEqual(expect.arrayContaining([group.id, member.id, other.id]));
  expect(hidden.filter(({ id }) => ids.includes(id))).toEqual([]);
});

test('of two payers of one name each tells its codes, and nobody else does', async () => {
  const name = `Twin ${newId()}`;
  const one = await createPayer(store, { name });
  const two = await createPayer(store, { name: name.toUpperCase(), code: null, pverify_code: newId(), pverify_is_available: true });
  const single = await createPayer(store);

  const offered = await store.database.withoutOrganization(async (tx) => await listChoosablePayers(tx, BOTH));

  const codes = (id: string) => offered.find((payer) => payer.id === id)?.codes;
  expect([codes(one.id), codes(two.id), codes(single.id)]).toEqual([one.code, two.pverify_code, null]);
});

test('a merged payer resolves to the one it became', async () => {
  const parent = await createPayer(store);
  const child = await createPayer(store, { parent_id: parent.id });

  expect((await find(child.id))?.id).toBe(parent.id);
});

test('a prefix points to a member of its group only, in any case, and to nobody where two claim it', async () => {
  const group = await createPayer(store, { is_group: true });
  const [one, two] = [await createPayer(store, { payer_group_id: group.id }), await createPayer(store, { payer_group_id: group.id })];
  const stranger = await createPayer(store);
  await store.database.asAdmin(async (tx) => {
    await tx.orm.insert(payerPrefixes).values([
      { prefix: 'WQA', payer_id: one.id },
      { prefix: 'XTR', payer_id: one.id },
      { prefix: 'XTR', payer_id: two.id },
      { prefix: 'HRB', payer_id: stranger.id },
    ]);
  });
  const member = async (prefix: string) =>
    (await store.database.withoutOrganization(async (tx) => await findMemberByPrefix(tx, group.id, prefix)))?.id ?? null;

  expect([await member('wqa'), await member('XTR'), await member('HRB'), await member('ZZZ')]).toEqual([one.id, null, null, null]);
});

test('a sync adds, corrects and withdraws payers, and says how many', async () => {
  const code = newId();

  const counts = [
    await sync(code, 'Meridian'),
    await sync(code, 'Meridian'),
    await sync(code, 'Meridian Health'),
    await sync(code, 'Meridian Health', false),
  ];

  const [row] = await store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce('SELECT p.name, s.is_available FROM payers p JOIN payer_sources s ON s.payer_id = p.id WHERE s.code = $1', [code]),
  );
  expect(counts).toEqual([
    { added: 1, updated: 0 },
    { added: 0, updated: 0 },
    { added: 0, updated: 1 },
    { added: 0, updated: 1 },
  ]);
  expect(row).toEqual({ name: 'Meridian Health', is_available: false });
});

test('a name that an admin chose outlives a sync', async () => {
  const code = newId();
  await sync(code, 'MERIDIAN HLTH');
  await store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce('UPDATE payers SET name = $2, named_by = NULL WHERE id = (SELECT payer_id FROM payer_sources WHERE code = $1)', [
        code,
        'Meridian',
      ]),
  );

  await sync(code, 'MERIDIAN HEALTH INC');

  const rows = await store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce('SELECT p.name, s.name AS their_name FROM payers p JOIN payer_sources s ON s.payer_id = p.id WHERE s.code = $1', [
        code,
      ]),
  );
  expect(rows).toEqual([{ name: 'Meridian', their_name: 'MERIDIAN HEALTH INC' }]);
});

test('a payer that a complete list no longer names cannot be asked there, but stays with the other clearinghouse', async () => {
  const { id, code } = await createPayer(store, { pverify_code: newId(), pverify_is_available: true });

  await store.database.asAdmin(async (tx) => {
    await withdrawUnlisted(tx, 'availity', ['another code'], NOW);
  });

  expect(await find(id)).toMatchObject({
    deleted_at: null,
    sources: expect.arrayContaining([
      expect.objectContaining({ clearinghouse: 'availity', code, is_available: false }),
      expect.objectContaining({ clearinghouse: 'pVerify', is_available: true }),
    ]),
  });
});

test('a payer that an admin made by hand and no clearinghouse ever listed is not removed by a sync', async () => {
  const { id } = await createPayer(store, { name_internal: 'As we call it', isListed: false });

  await store.database.asAdmin(async (tx) => {
    await withdrawUnlisted(tx, 'availity', ['another code'], NOW);
  });

  expect(await find(id)).toMatchObject({ sources: [{ is_available: false }], deleted_at: null });
});

test('a payer that no clearinghouse lists any more is removed softly, and comes back when it is listed again', async () => {
  const merged = await createPayer(store, { code: null });
  const [{ id, code }, source] = [await createPayer(store), await createPayer(store, { parent_id: merged.id })];
  const state = async () => {
    const rows = await store.database.asAdmin(
      async (tx) =>
        await tx.queryOnce(
          'SELECT s.is_available, p.deleted_at FROM payers p JOIN payer_sources s ON s.payer_id = p.id WHERE p.id IN ($1, $2) ORDER BY p.id = $1 DESC',
          [id, source.id],
        ),
    );
    return rows.map((row) => [row['is_available'], row['deleted_at']]);
  };

  await store.database.asAdmin(async (tx) => {
    await withdrawUnlisted(tx, 'availity', ['another code'], NOW);
  });

  expect(await state()).toEqual([
    [false, NOW],
    [false, null],
  ]);
  expect(await choosable()).not.toContain(id);
  expect(await sync(code ?? '', 'Back again')).toEqual({ added: 0, updated: 1 });
  expect(await state()).toEqual([
    [true, null],
    [false, null],
  ]);
});

test('a payer whose answers have come to need people is brought up to date', async () => {
  const { id, pverify_code } = await createPayer(store, {
    code: null,
    pverify_code: newId(),
    pverify_name: 'Juniper',
    pverify_is_available: true,
  });
  const listed = { id: newId(), code: pverify_code ?? '', name: 'Juniper', isAvailable: true, isElectronic: false };

  const counts = await store.database.asAdmin(async (tx) => await upsertListedPayers(tx, 'pVerify', [listed], NOW));

  expect(counts).toEqual({ added: 0, updated: 1 });
  expect((await find(id))?.sources.find(({ clearinghouse }) => clearinghouse === 'pVerify')).toMatchObject({ is_electronic: false });
});

test('a form that an admin edited comes before what a sync brings, until it is given up', async () => {
  const payer = await createPayer(store);
  const schema = (combo: string) => aPayerSchema({ combos: [[combo]] });
  const shown = async () => {
    const [form] = await store.database.withoutOrganization(async (tx) => await listForms(tx, [payer.id], BOTH));
    return [form?.source, form?.combos.flat()];
  };
  const bring = async (combo: string) =>
    await store.database.asAdmin(
      async (tx) =>
        await storeConfigurations(
          tx,
          'availity',
          [{ payerCode: payer.code ?? '', schema: { ...schema(combo), providerFields: [combo] } }],
          NOW,
        ),
    );
  const edit = async (combo: string | null) =>
    await store.database.asAdmin(async (tx) => await storeEditedSchema(tx, payer.id, combo === null ? null : schema(combo), NOW));

  await bring('a');
  const first = await shown();
  await edit('b');
  await bring('c');
  const edited = await shown();
  await edit('d');
  const again = await shown();
  await edit(null);

  expect([first, edited, again, await shown()]).toEqual([
    ['availity', ['a']],
    ['admin', ['b']],
    ['admin', ['d']],
    ['availity', ['c']],
  ]);
});

test('of several clearinghouses that say what a payer wants, the one that is asked first is believed', async () => {
  const combos = (name: string) => ({ fields: [], combos: [[name]] });
  const sources = { zeta: { code: newId(), ...combos('zeta') }, alpha: { code: newId(), ...combos('alpha') } };
  const plain = await createPayer(store, { code: null, schema: null, sources });
  const ordered = await createPayer(store, {
    code: null,
    schema: null,
    sources: { zeta: { ...sources.zeta, code: newId() }, alpha: { ...sources.alpha, code: newId() } },
    route_order: ['alpha'],
  });

  const forms = await store.database.withoutOrganization(async (tx) => await listForms(tx, [plain.id, ordered.id], ['zeta', 'alpha']));

  expect(Object.fromEntries(forms.map((form) => [form.payer_id, form.source]))).toEqual({ [plain.id]: 'zeta', [ordered.id]: 'alpha' });
});

test('a group’s form is that of its present members', async () => {
  const group = await createPayer(store, { is_group: true, schema: null });
  await createPayer(store, { payer_group_id: group.id, schema: aPayerSchema({ combos: [['memberId']] }) });
  await createPayer(store, { payer_group_id: group.id, deleted_at: NOW, schema: aPayerSchema({ combos: [['patientBirthDate']] }) });

  const schema = await store.database.withoutOrganization(async (tx) => {
    const payer = await findPayer(tx, group.id);
    return payer === null ? null : await loadPayerSchema(tx, payer, {});
  });

  expect(schema?.combos).toEqual([['memberId']]);
});

test('an organization cannot change what all organizations share', async () => {
  const { id } = await createOrganization(store);

  const change = store.database.asOrganization(id, async (tx) => await tx.queryOnce('UPDATE payers SET name = name', []));

  await expect(change).rejects.toThrow('permission denied');
});
