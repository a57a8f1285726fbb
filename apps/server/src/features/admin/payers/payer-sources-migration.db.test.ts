/** A database that the version before payer sources filled: nothing that it knew of a payer is lost. */
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import { newId } from '../../../../test/factories.ts';
import { aPayerSchema } from '../../../../test/payer-schemas.ts';
import { openDatabase, type Database } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { splitSources } from '#features/payers/payer-sources.repository.ts';
import { findAdminPayer } from './admin-payers.repository.ts';
import { loadAdminPayer } from './load-admin-payer.ts';
import { presentPayer } from './payer-wire.ts';

const MIGRATIONS = new URL('../../../db/migrations/', import.meta.url);
const FIRST_OF_ROWS = '0100_payer_sources.sql';

let server: TestDatabase;
let owner: Client;
let database: Database;
const name = `before_sources_${randomBytes(4).toString('hex')}`;

beforeAll(async () => {
  server = await createTestDatabase();
  const url = new URL(server.url);
  const administrator = new Client({ connectionString: url.href });
  await administrator.connect();
  await administrator.query(`CREATE DATABASE ${name}`);
  await administrator.end();
  url.pathname = `/${name}`;
  owner = new Client({ connectionString: url.href });
  await owner.connect();
  await migrateToTheVersionBefore();
  await fill();
  await migrate(url.href);
  database = openDatabase({ connectionString: url.href, max: 2, onError: () => undefined });
});
afterAll(async () => {
  await database.close();
  await owner.end();
  const administrator = new Client({ connectionString: server.url });
  await administrator.connect();
  await administrator.query(`DROP DATABASE ${name} WITH (FORCE)`);
  await administrator.end();
  await server.close();
});

async function migrateToTheVersionBefore(): Promise<void> {
  await owner.query(
    'CREATE TABLE schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql') && file < FIRST_OF_ROWS);
  for (const file of files.toSorted()) {
    const sql = readFileSync(new URL(file, MIGRATIONS), 'utf8');
    await owner.query(sql);
    await owner.query('INSERT INTO schema_migrations VALUES ($1, $2)', [file, createHash('sha256').update(sql).digest('hex')]);
  }
}

const ids = Object.fromEntries(
  [
    'listed',
    'byPhone',
    'both',
    'handMade',
    'uploaded',
    'group',
    'removed',
    'codeless',
    'merged',
    'one',
    'two',
    'mergedEdited',
    'three',
    'four',
  ].map((word) => [word, newId()]),
);
const id = (word: string): string => ids[word] ?? '';
/** By payer: its row as that version read it, and the form that applied. */
const before = new Map<string, Record<string, unknown>>();
const formsBefore = new Map<string, Record<string, unknown>>();

async function fill(): Promise<void> {
  const insert = async (word: string, columns: Record<string, unknown>) => {
    const row = { id: id(word), name: `Payer ${word}`, ...columns };
    const names = Object.keys(row);
    await owner.query(
      `INSERT INTO payers (${names.join()}) VALUES (${names.map((_, index) => `$${index + 1}`).join()})`,
      Object.values(row),
    );
  };
  const form = async (word: string, source: 'availity' | 'admin', combo: string, providerFields: string[] = []) => {
    const { fields, combos } = aPayerSchema({ combos: [[combo]] });
    await owner.query('INSERT INTO payer_schemas (payer_id, fields, combos, source, provider_fields) VALUES ($1, $2, $3, $4, $5)', [
      id(word),
      JSON.stringify(fields),
      JSON.stringify(combos),
      source,
      providerFields,
    ]);
  };
  const availity = (code: string) => ({ code, is_available: true });
  const pverify = (code: string) => ({ pverify_code: code, pverify_name: `${code} there`, pverify_is_available: true });

  await insert('group', { is_group: true, name_internal: 'Our family', is_blue: true });
  await insert('listed', { ...availity('LISTED'), name_internal: 'Payer listed', payer_group_id: id('group') });
  await form('listed', 'availity', 'memberId', ['providerTaxId']);
  await insert('byPhone', { ...pverify('00001'), pverify_is_electronic: false });
  await insert('both', {
    ...availity('BOTH'),
    ...pverify('00002'),
    is_active: false,
    name_internal: 'Their name',
    split_service_type: true,
  });
  await form('both', 'admin', 'patientBirthDate', ['providerTaxId']);
  await insert('handMade', { ...availity('HAND'), name_internal: 'As we call it' });
  await insert('uploaded', { code: 'UPLOAD', is_available: false });
  await insert('removed', { code: 'REMOVED', name_internal: 'Gone', deleted_at: new Date() });
  await insert('codeless', { pverify_name: 'Typed', pverify_is_active: false, name_internal: 'Ours' });
  // Two merges: one asks by the form of a part that was edited, one has a form of its own; their switches differ from their parts'.
  await insert('merged', { is_active: false });
  await insert('one', { ...availity('ONE'), name_internal: 'One', parent_id: id('merged') });
  await form('one', 'admin', 'memberId', ['providerTaxId']);
  await insert('two', { ...pverify('00003'), parent_id: id('merged'), pverify_is_active: false, is_active: false });
  await insert('mergedEdited', { pverify_name: 'Renamed there' });
  await form('mergedEdited', 'admin', 'patientLastName');
  await insert('three', { ...availity('THREE'), is_active: false, parent_id: id('mergedEdited') });
  await form('three', 'availity', 'memberId');
  await insert('four', { ...pverify('00004'), parent_id: id('mergedEdited') });

  for (const row of (await owner.query<{ id: string }>('SELECT * FROM asked_payers')).rows) before.set(row.id, row);
  const { rows } = await owner.query<{ id: string }>(
    'SELECT y.id, s.combos, s.source FROM asked_payers y JOIN payer_schemas s ON s.payer_id = y.schema_payer_id WHERE y.parent_id IS NULL',
  );
  for (const row of rows) formsBefore.set(row.id, row);
}

const read = async (payerId: string) => await database.asAdmin(async (tx) => await findAdminPayer(tx, payerId));

test('every payer is on the wire as it was', async () => {
  for (const [payerId, row] of before) {
    const now = await read(payerId);
    if (now === null) throw new Error('a payer is gone');
    const { schema_payer_id: _form, pverify_is_electronic, created_at: _c, updated_at: _u, deleted_at: _d, ...wire } = row;
    // Of a merged one the clearinghouse's own name shows, where nobody gave it a name; and a name typed there stands at the part.
    const expected = {
      ...wire,
      ...(wire['name_internal'] === '' ? { name_internal: presentPayer(now, {}).name_internal } : {}),
      ...(payerId === id('four') ? { pverify_name: 'Renamed there' } : {}),
    };
    expect(presentPayer(now, {})).toMatchObject(expected);
    expect(now.deleted_at).toEqual(row['deleted_at']);
    const byPeople = now.sources.some(({ clearinghouse, is_electronic }) => clearinghouse === 'pVerify' && !is_electronic);
    expect(byPeople).toBe(pverify_is_electronic === false);
  }
  expect(before.size).toBe(14);
});

test('the form that applied to a payer still does, and so does what its clearinghouse takes of the provider', async () => {
  for (const [payerId, form] of formsBefore) {
    const payer = await database.asAdmin(async (tx) => await loadAdminPayer(tx, {}, payerId));
    expect(payer?.schema).toMatchObject({ combos: form['combos'], source: form['source'] });
  }
  const { rows } = await owner.query(`SELECT code FROM payer_sources WHERE 'providerTaxId' = ANY (provider_fields) ORDER BY code`);
  expect(rows).toEqual([{ code: 'BOTH' }, { code: 'LISTED' }, { code: 'ONE' }]);
  expect([...formsBefore.keys()].toSorted()).toEqual(['listed', 'both', 'merged', 'mergedEdited'].map(id).toSorted());
});

test('a name that followed its clearinghouse goes on doing so, and one that an admin gave does not', async () => {
  const { rows } = await owner.query<{ id: string }>('SELECT id FROM payers WHERE named_by IS NOT NULL');

  expect(rows.map((row) => row.id)).toEqual([id('listed')]);
  expect(await read(id('both'))).toMatchObject({
    name: 'Payer both',
    sources: expect.arrayContaining([expect.objectContaining({ name: 'Their name' })]),
  });
});

test('nobody is said to have been listed, which was not recorded', async () => {
  const { rows } = await owner.query('SELECT 1 FROM payer_sources WHERE first_listed_at IS NOT NULL OR last_listed_at IS NOT NULL');

  expect(rows).toEqual([]);
});

test('a merge of before is taken back to what its parts were', async () => {
  for (const [merged, parts] of [
    ['merged', ['one', 'two']],
    ['mergedEdited', ['three', 'four']],
  ] as const) {
    const children = await database.asAdmin(async (tx) => await splitSources(tx, id(merged), new Date()));
    expect(children).toEqual(parts.map(id).toSorted());
    for (const part of parts) {
      const now = await read(id(part));
      const { code, is_active, is_available, pverify_code, pverify_is_active } = before.get(id(part)) ?? {};
      expect(now === null ? null : presentPayer(now, {})).toMatchObject({ code, is_active, is_available, pverify_code, pverify_is_active });
    }
  }
});
