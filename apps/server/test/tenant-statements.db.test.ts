import { expect, test } from 'vitest';
import { markReported } from '../src/features/billing/usage.repository.ts';
import { createOrganization, newId } from './factories.ts';
import { namesItsColumns, namesItsOrganization } from './tenant-statements.ts';
import { useTestStore } from './test-store.ts';

const store = useTestStore();

test.each([
  ['SELECT name FROM users WHERE organization_id = $1', true],
  ['SELECT name FROM users WHERE id = $1', false],
  ['select "id" from "users" where "users"."organization_id" = $1', true],
  ['select "id" from "users"', false],
  [
    'SELECT 1 FROM users u JOIN sessions s ON s.organization_id = u.organization_id AND s.user_id = u.id WHERE u.organization_id = $1',
    true,
  ],
  ['SELECT 1 FROM users u JOIN sessions s ON s.user_id = u.id WHERE u.organization_id = $1', false],
  ['INSERT INTO users (organization_id, id) VALUES ($1, $2)', true],
  ['UPDATE users SET first_name = $1 WHERE id = $2', false],
  ['DELETE FROM sessions WHERE id = $1', false],
  ['SELECT name FROM payers WHERE id = $1', true],
  ['SELECT name FROM organizations WHERE id = $1', true],
])('%s: %s', (text, names) => {
  expect(namesItsOrganization(text)).toBe(names);
});

test.each([
  ['SELECT i.id, i.status FROM inquiries i', true],
  ['SELECT i.*, y.name FROM inquiries i JOIN payers y ON y.id = i.payer_id', false],
  ['SELECT y.name, i.* FROM payers y JOIN inquiries AS i ON y.id = i.payer_id', false],
  ['SELECT * FROM payers WHERE id = $1', false],
  ['SELECT * FROM find_session($1, $2)', true],
  ['SELECT h.* FROM (SELECT payer_id, count(*) FROM inquiries GROUP BY 1) h', true],
  ['SELECT count(*) FROM (SELECT * FROM inquiries) i', true],
  ['UPDATE users SET first_name = $1 RETURNING *', false],
  ['DELETE FROM sessions WHERE id = $1 RETURNING id', true],
])('%s names its columns: %s', (text, names) => {
  expect(namesItsColumns(text)).toBe(names);
});

test('every table that has an organization is watched, those of later migrations too', async () => {
  const tables = await store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ name: string }>(
        `SELECT c.relname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid AND c.relkind = 'r'
         WHERE a.attname = 'organization_id' AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'organizations'`,
        [],
      ),
  );

  expect(tables.length).toBeGreaterThan(25);
  expect(tables.filter(({ name }) => namesItsOrganization(`SELECT 1 FROM ${name}`))).toEqual([]);
});

test('a statement of a repository without its organization fails in every test that sends it', async () => {
  const { id } = await createOrganization(store);

  const sent = store.database.asOrganization(id, async (tx) => {
    // As a repository would send it: by a function of one.
    await markReported(
      { ...tx, query: async () => await tx.queryOnce('SELECT is_active FROM users WHERE id = $1', [newId()]) } as typeof tx,
      newId(),
      new Date(),
    );
  });

  await expect(sent).rejects.toThrow('does not name it: SELECT is_active FROM users');
});
