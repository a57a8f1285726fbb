import { Client } from 'pg';
import { describe, expect, test, vi } from 'vitest';
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

describe('the answer to COMMIT is lost', () => {
  const insert = 'INSERT INTO answered_payer_names (organization_id, name) VALUES ($1, $2)';
  const proof = 'SELECT FROM answered_payer_names WHERE organization_id = $1 AND name = $2';

  /** Ends the connection beside the COMMIT that the work was about to make; `isKept`: after it. */
  async function lose(name: string, { isKept, isProven }: { isKept: boolean; isProven: boolean }): Promise<string> {
    const { id } = await createOrganization(store);
    const database = openDatabase({ connectionString: store.url, max: 2, onError: () => undefined });
    const admin = new Client({ connectionString: store.url });
    await admin.connect();
    const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
    const end = async (client: Client): Promise<never> => {
      if (isKept) await client.query('COMMIT');
      await admin.query('SELECT pg_terminate_backend($1, 5000)', [Reflect.get(client, 'processID')]);
      throw new Error('Connection terminated unexpectedly');
    };
    const spied = vi.spyOn(Client.prototype, 'query').mockImplementation(function intercepted(this: Client, ...args: unknown[]) {
      if (args[0] !== 'COMMIT' || this === admin) return query.apply(this, args);
      spied.mockRestore();
      return end(this);
    });
    const work = database.asOrganization(id, async (tx) => {
      await tx.queryOnce(insert, [id, name]);
      if (isProven) tx.provenBy(proof, [id, name]);
      return 'done';
    });
    const outcome = await work.catch((error: Error) => error.message);
    await admin.end();
    await database.close();
    return outcome;
  }

  test('work that was kept is done', async () => {
    expect(await lose('Kept Plan', { isKept: true, isProven: true })).toBe('done');
  });

  test.each([
    ['was not kept', { isKept: false, isProven: true }],
    ['nothing proves', { isKept: true, isProven: false }],
  ])('work that %s fails as the connection did', async (_what, how) => {
    expect(await lose('Lost Plan', how)).toBe('Connection terminated unexpectedly');
  });
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
