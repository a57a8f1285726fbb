import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { openDatabase } from './client.ts';
import { migrate } from './migrate.ts';

let server: TestDatabase;
let admin: Client;

beforeAll(async () => {
  server = await createTestDatabase();
  admin = new Client({ connectionString: server.url });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.close();
});

/** An empty database of the user given, or of the administrator. */
async function createEmptyDatabase(owner?: string): Promise<{ url: string; remove: () => Promise<void> }> {
  const name = `empty_${randomBytes(4).toString('hex')}`;
  await admin.query(`CREATE DATABASE ${name} ${owner === undefined ? '' : `OWNER ${owner}`}`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  if (owner !== undefined) url.username = owner;
  return {
    url: url.href,
    remove: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** A folder of migrations of its own: what is not in it any more is not asked for. */
async function writeMigrations(files: Record<string, string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'coverlight-migrations-'));
  await Promise.all(Object.entries(files).map(async ([name, sql]) => await writeFile(join(folder, name), sql)));
  return pathToFileURL(`${folder}/`);
}

async function countWaiting(url: string): Promise<number> {
  const rows = await query(url, `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  return rows.length;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

test('of three processes that migrate an empty database together, each migration is applied by one', async () => {
  const { url, remove } = await createEmptyDatabase();

  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);

  const recorded = await query(url, 'SELECT name FROM schema_migrations ORDER BY name');
  expect(recorded.length).toBeGreaterThan(1);
  expect(applied.flat().toSorted()).toEqual(recorded.map(({ name }) => name));
  await remove();
});

test('migrating again applies nothing', async () => {
  const applied = await migrate(server.url);

  expect(applied).toEqual([]);
});

test('a migration that was changed after it had been applied is refused', async () => {
  const { url, remove } = await createEmptyDatabase();
  await migrate(url);
  await query(url, `UPDATE schema_migrations SET checksum = 'another' WHERE name LIKE '0200%'`);

  const again = migrate(url);

  await expect(again).rejects.toThrow('was changed after it had been applied');
  await remove();
});

test('a function whose text is another than was applied last is applied again, and belongs to whom it did', async () => {
  const { url, remove } = await createEmptyDatabase();
  await migrate(url);
  await query(
    url,
    `CREATE OR REPLACE FUNCTION is_local_allowable(p_alpha_prefix text) RETURNS boolean LANGUAGE sql AS 'SELECT true';
     UPDATE schema_migrations SET checksum = 'another' WHERE name = 'is_local_allowable.sql'`,
  );

  const applied = await migrate(url);

  const [row] = await query(
    url,
    `SELECT prosecdef AS is_definer, proowner::regrole::text AS owner, is_local_allowable('ZZZ') AS found FROM pg_proc WHERE proname = 'is_local_allowable'`,
  );
  expect(applied).toEqual(['is_local_allowable.sql']);
  expect(row).toEqual({ is_definer: true, owner: 'coverlight_lookup', found: false });
  await remove();
});

test('a migration that fails leaves nothing of itself behind', async () => {
  const { url, remove } = await createEmptyDatabase();
  await query(url, 'CREATE TABLE users (id text)');

  const failed = migrate(url);

  await expect(failed).rejects.toThrow('0200_baseline.sql failed');
  const left = await query(url, `SELECT to_regclass('organizations') AS table, (SELECT count(*)::int FROM schema_migrations) AS recorded`);
  expect(left).toEqual([{ table: null, recorded: 0 }]);
  await remove();
});

test('an owner that is no superuser and may only be given the roles can migrate, and the server then serves', async () => {
  const owner = `owner_${randomBytes(4).toString('hex')}`;
  await admin.query(`CREATE ROLE ${owner} LOGIN; GRANT coverlight_app, coverlight_admin, coverlight_lookup TO ${owner}`);
  const { url, remove } = await createEmptyDatabase(owner);

  await migrate(url);

  const database = openDatabase({ connectionString: url, max: 1, onError: () => undefined });
  const id = '01JD0000000000000000000000';
  await database.asOrganization(id, async (tx) => {
    await tx.queryOnce('INSERT INTO organizations (id, name) VALUES ($1, $2)', [id, 'Practice']);
    await tx.queryOnce('INSERT INTO users (organization_id, id, email, first_name, last_name) VALUES ($1, $1, $2, $2, $2)', [
      id,
      'A@b.test',
    ]);
  });
  const account = await database.lookup('account', 'SELECT user_id FROM find_account($1)', ['a@B.test']);
  expect(account).toEqual([{ user_id: id }]);
  await database.close();
  await remove();
  await admin.query(`DROP ROLE ${owner}`);
});

test('a database of the version before the baseline keeps what it has, and the baseline counts as applied', async () => {
  const { url, remove } = await createEmptyDatabase();
  await migrate(url);
  await query(url, `UPDATE schema_migrations SET name = '0151_inquiry_views.sql' WHERE name = '0200_baseline.sql'`);

  const applied = await migrate(url);

  const recorded = await query(url, `SELECT name FROM schema_migrations WHERE name LIKE '0%' ORDER BY name LIMIT 2`);
  expect(applied).toEqual(['0200_baseline.sql']);
  expect(recorded).toEqual([{ name: '0151_inquiry_views.sql' }, { name: '0200_baseline.sql' }]);
  await remove();
});

test('a database from long before the baseline is left as it is, and told which version to start first', async () => {
  const { url, remove } = await createEmptyDatabase();
  await migrate(url);
  await query(url, `UPDATE schema_migrations SET name = '0100_payer_sources.sql' WHERE name = '0200_baseline.sql'`);

  const refused = migrate(url);

  await expect(refused).rejects.toThrow('start the last version with migration 0151_inquiry_views.sql once');
  await remove();
});

test('a migration whose table somebody holds lets others pass, and is applied once it is free', { timeout: 30_000 }, async () => {
  const { url, remove } = await createEmptyDatabase();
  await migrate(url);
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; SELECT FROM plans');
  const folder = await writeMigrations({ '0900_wider.sql': 'ALTER TABLE plans ADD COLUMN note text' });

  const migrating = migrate(url, folder);
  await expect.poll(async () => await countWaiting(url), { timeout: 10_000 }).toBe(1);
  await expect.poll(async () => await countWaiting(url), { timeout: 10_000 }).toBe(0);
  const read = await query(url, 'SELECT count(*)::int AS plans FROM plans');
  await holder.query('COMMIT');
  const applied = await migrating;

  expect(read).toEqual([{ plans: 0 }]);
  expect(applied).toEqual(['0900_wider.sql']);
  await holder.end();
  await remove();
});

test('an index is made beside writers by one of three processes, and in place of one that a killed process left', async () => {
  const { url, remove } = await createEmptyDatabase();
  await migrate(url);
  const folder = await writeMigrations({
    '0900_index.sql': '-- Why.\nCREATE INDEX CONCURRENTLY IF NOT EXISTS plans_by_tier ON plans (tier)',
  });
  await query(url, 'CREATE INDEX plans_by_tier ON plans (tier)');
  await query(url, `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'plans_by_tier'::regclass`);

  const applied = await Promise.all([migrate(url, folder), migrate(url, folder), migrate(url, folder)]);

  const [index] = await query(url, `SELECT indisvalid FROM pg_index WHERE indexrelid = 'plans_by_tier'::regclass`);
  expect(applied.flat()).toEqual(['0900_index.sql']);
  expect(index).toEqual({ indisvalid: true });
  await remove();
});
