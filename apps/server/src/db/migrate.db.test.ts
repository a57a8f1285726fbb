import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
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
  expect(recorded.length).toBeGreaterThan(3);
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
  await query(url, `UPDATE schema_migrations SET checksum = 'another' WHERE name LIKE '0002%'`);

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

test('the text of a function that runs with other rights stands in db/functions, in no migration since there is that folder', () => {
  const folder = new URL('migrations/', import.meta.url);
  const holding = readdirSync(folder).filter((name) => readFileSync(new URL(name, folder), 'utf8').includes('SECURITY DEFINER'));

  expect(holding.map((name) => name.slice(0, 4)).toSorted()).toEqual([
    '0004',
    '0010',
    '0020',
    '0030',
    '0040',
    '0063',
    '0064',
    '0069',
    '0083',
    '0095',
  ]);
});

test('a migration that fails leaves nothing of itself behind', async () => {
  const { url, remove } = await createEmptyDatabase();
  await query(url, 'CREATE TABLE users (id text)');

  const failed = migrate(url);

  await expect(failed).rejects.toThrow('0002_tables.sql failed');
  const left = await query(url, `SELECT to_regclass('organizations') AS table, (SELECT count(*)::int FROM schema_migrations) AS recorded`);
  expect(left).toEqual([{ table: null, recorded: 1 }]);
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
