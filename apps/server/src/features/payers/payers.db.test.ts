import { expect, test } from 'vitest';
import { payerPrefixes } from '#db/tables/payers.ts';
import { aPayerSchema, createOrganization, createPayer, newId } from '../../../test/factories.ts';
import { useTestStore } from '../../../test/test-store.ts';
import {
  findMemberByPrefix,
  findPayer,
  findPayerSchema,
  listChoosablePayers,
  listMemberSchemas,
  markUnlisted,
  upsertListedPayers,
  upsertPayerSchemas,
} from './payers.repository.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const store = useTestStore();

const choosable = async () => (await store.database.withoutOrganization(listChoosablePayers)).map(({ id }) => id);
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
    async (tx) => await tx.queryOnce('SELECT name, is_available FROM payers WHERE code = $1', [code]),
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
  await store.database.asAdmin(async (tx) => await tx.queryOnce('UPDATE payers SET name = $2 WHERE code = $1', [code, 'Meridian']));

  await sync(code, 'MERIDIAN HEALTH INC');

  const rows = await store.database.asAdmin(
    async (tx) => await tx.queryOnce('SELECT name, name_internal FROM payers WHERE code = $1', [code]),
  );
  expect(rows).toEqual([{ name: 'Meridian', name_internal: 'MERIDIAN HEALTH INC' }]);
});

test('a payer that a complete list no longer names cannot be asked there, but stays with the other clearinghouse', async () => {
  const { id, code } = await createPayer(store, { pverify_code: newId(), pverify_is_available: true });

  await store.database.asAdmin(async (tx) => {
    await markUnlisted(tx, 'availity', ['another code'], NOW);
  });

  expect(await find(id)).toMatchObject({ code, is_available: false, pverify_is_available: true, deleted_at: null });
});

test('a payer that an admin made by hand and no clearinghouse ever listed is not removed by a sync', async () => {
  const { id } = await createPayer(store, { name_internal: '' });

  await store.database.asAdmin(async (tx) => {
    await markUnlisted(tx, 'availity', ['another code'], NOW);
  });

  expect(await find(id)).toMatchObject({ is_available: false, deleted_at: null });
});

test('a payer that no clearinghouse lists any more is removed softly, and comes back when it is listed again', async () => {
  const merged = await createPayer(store, { code: null });
  const [{ id, code }, source] = [await createPayer(store), await createPayer(store, { parent_id: merged.id })];
  const state = async () => {
    const rows = await store.database.asAdmin(
      async (tx) =>
        await tx.queryOnce('SELECT is_available, deleted_at FROM payers WHERE id = $1 OR id = $2 ORDER BY id = $1 DESC', [id, source.id]),
    );
    return rows.map((row) => [row['is_available'], row['deleted_at']]);
  };

  await store.database.asAdmin(async (tx) => {
    await markUnlisted(tx, 'availity', ['another code'], NOW);
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
  expect(await find(id)).toMatchObject({ pverify_is_electronic: false });
});

test('a sync leaves a schema that an admin edited alone, and an admin replaces any', async () => {
  const payer = await createPayer(store);
  const write = async (source: 'availity' | 'admin', combo: string) => {
    const schema = aPayerSchema({ combos: [[combo]] });
    await store.database.asAdmin(
      async (tx) => await upsertPayerSchemas(tx, source, [{ payer_id: payer.id, schema, providerFields: [combo] }], NOW),
    );
    const stored = await store.database.withoutOrganization(async (tx) => await findPayerSchema(tx, payer.id));
    return [stored?.combos.flat(), stored?.provider_fields];
  };

  const written = [await write('availity', 'a'), await write('admin', 'b'), await write('availity', 'c'), await write('admin', 'd')];

  // What the payer takes of the provider is not the admin's to edit, and always the latest.
  expect(written).toEqual([
    [['a'], ['a']],
    [['b'], ['b']],
    [['b'], ['c']],
    [['d'], ['d']],
  ]);
});

test('a group’s schemas are those of its present members', async () => {
  const group = await createPayer(store, { is_group: true });
  const member = await createPayer(store, { payer_group_id: group.id });
  await createPayer(store, { payer_group_id: group.id, deleted_at: NOW });
  const plain = await createPayer(store, { payer_group_id: group.id, schema: null });

  const schemas = await store.database.withoutOrganization(async (tx) => await listMemberSchemas(tx, group.id));

  expect(schemas.map(({ payer_id, schema }) => [payer_id, schema !== null])).toEqual([
    [member.id, true],
    [plain.id, false],
  ]);
});

test('an organization cannot change what all organizations share', async () => {
  const { id } = await createOrganization(store);

  const change = store.database.asOrganization(id, async (tx) => await tx.queryOnce('UPDATE payers SET name = name', []));

  await expect(change).rejects.toThrow('permission denied');
});
