import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInquiry, openStore } from '../../test/factories.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';

const MIGRATION = readFileSync(new URL('migrations/0077_search_hints.sql', import.meta.url), 'utf8');

let testDatabase: TestDatabase;
let store: ReturnType<typeof openStore>;
let owner: Client;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  store = openStore(testDatabase.url);
  owner = new Client({ connectionString: testDatabase.url });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await store.close();
  await testDatabase.close();
});

test('a database that held organizations before asks each of them in every search, whoever owns the tables', async () => {
  const { organization_id } = await createInquiry(store);
  const role = `owner_${randomBytes(4).toString('hex')}`;
  await owner.query(`
    DROP TABLE search_hints, search_hint_gaps;
    CREATE ROLE ${role} NOLOGIN NOSUPERUSER NOBYPASSRLS;
    ALTER TABLE organizations OWNER TO ${role};
    GRANT CREATE, USAGE ON SCHEMA public TO ${role};
    GRANT EXECUTE ON PROCEDURE protect_tenant_table TO ${role}`);

  await owner.query(`BEGIN; SET LOCAL ROLE ${role}; ${MIGRATION}; COMMIT`);

  const { rows } = await owner.query<{ organization_id: string; forced: boolean }>(
    `SELECT g.organization_id, c.relforcerowsecurity AS forced FROM search_hint_gaps g CROSS JOIN pg_class c WHERE c.relname = 'organizations'`,
  );
  expect(rows).toEqual([{ organization_id, forced: true }]);
  await owner.query(`REASSIGN OWNED BY ${role} TO CURRENT_USER; DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('the app’s role can add hints and read none; nobody’s role can change one', async () => {
  await createInquiry(store);
  const asApp = async (statement: string) => await store.database.withoutOrganization(async (tx) => await tx.queryOnce(statement, []));
  const asAdmin = async (statement: string) => await store.database.asAdmin(async (tx) => await tx.queryOnce(statement, []));

  await expect(asApp('SELECT bucket FROM search_hints')).rejects.toThrow('permission denied');
  await expect(asApp('DELETE FROM search_hints')).rejects.toThrow('permission denied');
  await expect(asAdmin('UPDATE search_hints SET key_version = 2')).rejects.toThrow('permission denied');
  expect((await asAdmin('SELECT bucket FROM search_hints')).length).toBeGreaterThan(0);
});

test('no stored hint holds the id of its organization or a digest that its tokens hold', async () => {
  const { organization_id } = await createInquiry(store);

  const { rows } = await owner.query<{ holder: Buffer }>('SELECT holder FROM search_hints');
  const { rows: tokens } = await owner.query<{ token: Buffer }>('SELECT token FROM inquiry_tokens');

  expect(rows.filter(({ holder }) => holder.includes(organization_id.slice(0, 10)) || holder.includes(organization_id.slice(13)))).toEqual(
    [],
  );
  expect(rows.filter(({ holder }) => tokens.some(({ token }) => holder.includes(token)))).toEqual([]);
  expect(new Set(rows.map(({ holder }) => holder.toString('hex'))).size).toBe(rows.length);
});
