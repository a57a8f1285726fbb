import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createOrganization, createUser } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { openDatabase } from './client.ts';

const store = useTestStore();

test('work that throws leaves nothing behind', async () => {
  const { id } = await createOrganization(store);

  const work = store.database.asOrganization(id, async (tx) => {
    await tx.queryOnce('INSERT INTO answered_payer_names (organization_id, name) VALUES ($1, $2)', [id, 'Some Plan']);
    throw new Error('changed my mind');
  });

  await expect(work).rejects.toThrow('changed my mind');
  const names = await store.database.asOrganization(id, async (tx) => await tx.queryOnce('SELECT name FROM answered_payer_names', []));
  expect(names).toEqual([]);
});

test('work that swallows the error of a statement fails, since nothing of it can be kept', async () => {
  const { id } = await createOrganization(store);

  const work = store.database.asOrganization(id, async (tx) => {
    await tx.queryOnce('SELECT 1 / 0', []).catch(() => undefined);
  });

  await expect(work).rejects.toThrow('rolled back');
});

test.each(['', "01'; DROP TABLE users; --", '01jd0000000000000000000000'])(
  'an organization id of another form is refused: %j',
  async (id) => {
    await expect(store.database.asOrganization(id, async () => await Promise.resolve(1))).rejects.toThrow('not an organization id');
  },
);

test('calendar days stay text and instants become dates', async () => {
  const rows = await store.database.lookup('types', `SELECT '2026-03-08'::date AS day, '2026-03-08T00:30:00Z'::timestamptz AS instant`, []);

  expect(rows).toEqual([{ day: '2026-03-08', instant: new Date('2026-03-08T00:30:00Z') }]);
});

test('a connection that the server ends is reported and replaced', async () => {
  const errors: Error[] = [];
  const database = openDatabase({ connectionString: store.url, max: 1, onError: (error) => errors.push(error) });
  const [before] = await database.lookup<{ pid: number }>('pid', 'SELECT pg_backend_pid() AS pid', []);
  const admin = new Client({ connectionString: store.url });
  await admin.connect();

  await admin.query('SELECT pg_terminate_backend($1, 5000)', [before?.pid]);
  await expect.poll(() => errors.length).toBeGreaterThan(0);

  const [after] = await database.lookup<{ pid: number }>('pid', 'SELECT pg_backend_pid() AS pid', []);
  expect(after?.pid).not.toBe(before?.pid);
  await admin.end();
  await database.close();
});

test('a login user that was not granted the server’s roles is refused before it runs anything', async () => {
  const user = await createUser(store);
  const name = `bare_${user.id.toLowerCase()}`;
  const admin = new Client({ connectionString: store.url });
  await admin.connect();
  await admin.query(`CREATE ROLE ${name} LOGIN`);
  const url = new URL(store.url);
  url.username = name;
  const database = openDatabase({ connectionString: url.href, max: 1, onError: () => undefined });

  await expect(database.lookup('one', 'SELECT 1 AS one', [])).rejects.toThrow('permission denied to set role');

  await database.close();
  await admin.query(`DROP ROLE ${name}`);
  await admin.end();
});
