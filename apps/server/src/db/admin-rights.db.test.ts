import { expect, test } from 'vitest';
import { createOrganization, createUser } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';

const store = useTestStore();
const DENIED = expect.objectContaining({ message: expect.stringContaining('permission denied') as string }) as Error;

test.each([
  ['an update', `UPDATE users SET is_admin = true WHERE id = $1`],
  [
    'an insert',
    `INSERT INTO users (organization_id, id, email, first_name, last_name, is_admin) SELECT organization_id, $1, 'x@y.test', 'A', 'B', true FROM users LIMIT 1`,
  ],
])('no role of the server can make an admin by %s', async (_, statement) => {
  const { id: organization_id } = await createOrganization(store);
  const { id } = await createUser(store, { organization_id });
  const run = async (
    work: (act: (tx: { execute(text: string, values: readonly unknown[]): Promise<unknown> }) => Promise<unknown>) => Promise<unknown>,
  ) =>
    await work(async (tx) => await tx.execute(statement, [id])).catch((error: unknown) =>
      error instanceof Error ? (error.cause ?? error) : error,
    );

  expect(await run(async (act) => await store.database.asOrganization(organization_id, act))).toEqual(DENIED);
  expect(await run(async (act) => await store.database.asAdminFor(organization_id, act))).toEqual(DENIED);
  expect(await run(async (act) => await store.database.asAdmin(act))).toEqual(DENIED);
});

test('the other columns of a user can be written as before', async () => {
  const { id: organization_id } = await createOrganization(store);
  const { id } = await createUser(store, { organization_id });

  const changed = await store.database.asOrganization(
    organization_id,
    async (tx) => await tx.execute(`UPDATE users SET first_name = 'Petra', is_manager = true WHERE id = $1`, [id]),
  );

  expect(changed.rowCount).toBe(1);
});
