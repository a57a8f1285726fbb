import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createInquiry, createOrganization, createProvider, createUser } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { openDatabase } from './client.ts';
import { INTERNAL_ORGANIZATION_ID } from './internal-organization.ts';

const store = useTestStore();

/** Every tenant table that the app's role may read. */
const READABLE = `
  SELECT c.relname AS name FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relrowsecurity AND has_table_privilege('coverlight_app', c.oid, 'SELECT')`;

async function countsByTable(organizationId: string | null): Promise<Record<string, number>> {
  const count = async (tx: Parameters<Parameters<typeof store.database.asAdmin>[0]>[0]) => {
    const counts: Record<string, number> = {};
    for (const { name } of await tx.queryOnce<{ name: string }>(READABLE, [])) {
      const [row] = await tx.queryOnce<{ foreign: number }>(
        `SELECT count(*)::int AS foreign FROM ${name} WHERE organization_id IS DISTINCT FROM $1`,
        [organizationId],
      );
      counts[name] = row?.foreign ?? -1;
    }
    return counts;
  };
  return organizationId === null
    ? await store.database.withoutOrganization(count)
    : await store.database.asOrganization(organizationId, count);
}

test('a query whose WHERE was forgotten returns nothing foreign, in any table', async () => {
  await createInquiry(store, { terms: [{ field: 'memberId', value: 'ABC' }] });
  const own = await createOrganization(store);

  const foreign = await countsByTable(own.id);

  expect(Object.keys(foreign)).toContain('inquiry_contents');
  expect(foreign).toEqual(Object.fromEntries(Object.keys(foreign).map((name) => [name, 0])));
});

test('without an organization every tenant table is empty', async () => {
  await createInquiry(store);

  const rows = await countsByTable(null);

  expect(rows).toEqual(Object.fromEntries(Object.keys(rows).map((name) => [name, 0])));
});

test('a row of another organization cannot be written', async () => {
  const [own, other] = [await createOrganization(store), await createOrganization(store)];

  const write = store.database.asOrganization(own.id, async (tx) => {
    await tx.queryOnce(`INSERT INTO answered_payer_names (organization_id, name) VALUES ($1, 'x')`, [other.id]);
  });

  await expect(write).rejects.toThrow('row-level security');
});

test('a row of another organization cannot be changed or moved', async () => {
  const own = await createOrganization(store);
  const foreign = await createProvider(store);
  const provider = await createProvider(store, { organization_id: own.id });

  const changed = await store.database.asOrganization(own.id, async (tx) => {
    return await tx.queryOnce('UPDATE providers SET name = $2 WHERE id = $1 RETURNING id', [foreign.id, 'taken']);
  });
  const move = store.database.asOrganization(own.id, async (tx) => {
    await tx.queryOnce('UPDATE providers SET organization_id = $2 WHERE id = $1', [provider.id, foreign.organization_id]);
  });

  expect(changed).toEqual([]);
  await expect(move).rejects.toThrow('row-level security');
});

test('a child cannot point at a parent in another organization', async () => {
  const own = await createUser(store);
  const foreign = await createUser(store);

  const write = store.database.asOrganization(own.organization_id, async (tx) => {
    await tx.queryOnce(
      `INSERT INTO known_devices (organization_id, user_id, token_hash, created_at, last_used_at) VALUES ($1, $2, '\\x00', now(), now())`,
      [own.organization_id, foreign.id],
    );
  });

  await expect(write).rejects.toThrow('foreign key');
});

test('an admin reads every organization and writes none', async () => {
  const one = await createProvider(store);
  const other = await createProvider(store);

  const seen = await store.database.asAdmin(
    async (tx) => await tx.queryOnce('SELECT id FROM providers WHERE id IN ($1, $2)', [one.id, other.id]),
  );
  const changed = await store.database.asAdmin(
    async (tx) => await tx.queryOnce('UPDATE providers SET name = $2 WHERE id = $1 RETURNING id', [one.id, 'x']),
  );

  expect(seen).toHaveLength(2);
  expect(changed).toEqual([]);
});

test('an admin writes the organization that was set, and no other', async () => {
  const one = await createProvider(store);
  const other = await createProvider(store);

  const changed = await store.database.asAdminFor(one.organization_id, async (tx) => {
    return await tx.queryOnce('UPDATE providers SET is_override = true WHERE id IN ($1, $2) RETURNING id', [one.id, other.id]);
  });

  expect(changed).toEqual([{ id: one.id }]);
});

test.each(['SELECT * FROM audit_events', 'UPDATE audit_events SET action = action', 'DELETE FROM audit_events', 'TRUNCATE audit_events'])(
  'the audit log refuses the server’s role: %s',
  async (statement) => {
    const attempt = store.database.asOrganization(INTERNAL_ORGANIZATION_ID, async (tx) => await tx.execute(statement, []));

    await expect(attempt).rejects.toThrow('permission denied');
  },
);

test.each(['UPDATE audit_events SET action = action', 'DELETE FROM audit_events', 'DELETE FROM users', 'DELETE FROM inquiries'])(
  'an admin’s role may not: %s',
  async (statement) => {
    const attempt = store.database.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => await tx.execute(statement, []));

    await expect(attempt).rejects.toThrow('permission denied');
  },
);

test('rows for the logs of several organizations leave the one that was set as it was, and are an admin’s alone to write', async () => {
  const [own, other] = [await createProvider(store), await createProvider(store)];
  const events = JSON.stringify(
    [other, own].map(({ organization_id }) => ({
      organization_id,
      at: new Date(),
      actor_role: 'admin',
      action: 'admin.inquiry.list',
      object_ids: [],
      outcome: 'done',
      changed_fields: [],
    })),
  );
  const write = 'SELECT insert_audit_events($1)';

  const written = await store.database.asAdminFor(own.organization_id, async (tx) => {
    await tx.queryOnce(write, [events]);
    const changed = await tx.queryOnce('UPDATE providers SET is_override = true WHERE id IN ($1, $2) RETURNING id', [own.id, other.id]);
    const logs = await tx.queryOnce('SELECT FROM audit_events WHERE organization_id IN ($1, $2)', [
      own.organization_id,
      other.organization_id,
    ]);
    return { changed, logs: logs.length };
  });
  const attempt = store.database.asOrganization(own.organization_id, async (tx) => await tx.queryOnce(write, [events]));

  expect(written).toEqual({ changed: [{ id: own.id }], logs: 2 });
  await expect(attempt).rejects.toThrow('permission denied');
});

test('the next user of a connection finds neither organization nor role of the one before', async () => {
  const user = await createUser(store);
  const database = openDatabase({ connectionString: store.url, max: 1, onError: () => undefined });
  const facts = `SELECT current_user::text AS role, current_setting('app.organization_id', true) AS organization, (SELECT count(*)::int FROM users) AS users`;

  await database.asAdminFor(user.organization_id, async (tx) => await tx.query('facts', facts, []));
  await database.asOrganization(user.organization_id, async () => await Promise.reject(new Error('stop'))).catch(() => undefined);
  const left = await database.lookup('facts', facts, []);

  expect(left).toEqual([{ role: 'coverlight_app', organization: '', users: 0 }]);
  await database.close();
});

test('a login user that owns nothing can serve, once it was granted the server’s roles', async () => {
  const user = await createUser(store);
  const owner = new Client({ connectionString: store.url });
  await owner.connect();
  const name = `web_${user.id.toLowerCase()}`;
  await owner.query(`CREATE ROLE ${name} LOGIN; GRANT coverlight_app, coverlight_admin TO ${name}`);
  const url = new URL(store.url);
  url.username = name;
  const database = openDatabase({ connectionString: url.href, max: 1, onError: () => undefined });

  const found = await database.asOrganization(user.organization_id, async (tx) => await tx.queryOnce('SELECT id FROM users', []));

  expect(found).toEqual([{ id: user.id }]);
  await database.close();
  await owner.query(`DROP ROLE ${name}`);
  await owner.end();
});
