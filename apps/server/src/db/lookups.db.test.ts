/** What may be found before an organization is known: one row, for who names it by a secret or an exact address. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOrganization, createUser, newId, type User } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const MINUTE_MS = 60_000;
const minutesFrom = (minutes: number) => new Date(NOW.getTime() + minutes * MINUTE_MS);
const store = useTestStore();

async function createSession(user: User, over: { lastSeen?: Date; ends?: Date; ended?: Date } = {}): Promise<Buffer> {
  const tokenHash = randomBytes(32);
  await store.database.asOrganization(user.organization_id, async (tx) => {
    await tx.queryOnce(
      `INSERT INTO sessions (organization_id, id, user_id, token_hash, created_at, last_seen_at, ends_at, ended_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [user.organization_id, newId(), user.id, tokenHash, NOW, over.lastSeen ?? NOW, over.ends ?? minutesFrom(720), over.ended ?? null],
    );
  });
  return tokenHash;
}

async function findSession(tokenHash: Buffer, now: Date, isActivity = false) {
  const sql = `SELECT * FROM find_session($1, $2, interval '30 minutes', $3)`;
  const [row] = await store.database.lookup<{ user_id: string; last_seen_at: Date }>('find-session', sql, [tokenHash, now, isActivity]);
  return row ?? null;
}

test('a running session answers user, organization and subscription at once', async () => {
  const { id: organization_id, name } = await createOrganization(store, { subscription: 'past_due', has_override_reimbursement: true });
  const user = await createUser(store, { organization_id, is_manager: true });

  const found = await findSession(await createSession(user), NOW);

  expect(found).toMatchObject({
    user_id: user.id,
    email: user.email,
    is_manager: true,
    organization_id,
    organization_name: name,
    has_override_reimbursement: true,
    subscription_status: 'past_due',
    has_feature_reimbursement: false,
  });
});

test('a session ends after 30 minutes without activity, at its end, and when it was ended', async () => {
  const user = await createUser(store);
  const idle = await createSession(user);
  const over = await createSession(user, { ends: minutesFrom(1) });
  const ended = await createSession(user, { ended: NOW });

  expect(await findSession(idle, minutesFrom(29.99))).not.toBeNull();
  expect(await findSession(idle, minutesFrom(30))).toBeNull();
  expect(await findSession(over, minutesFrom(1))).toBeNull();
  expect(await findSession(ended, NOW)).toBeNull();
  expect(await findSession(randomBytes(32), NOW)).toBeNull();
});

test('activity moves the idle end, and what no person asked for does not', async () => {
  const tokenHash = await createSession(await createUser(store));

  await findSession(tokenHash, minutesFrom(20), false);
  const background = (await findSession(tokenHash, minutesFrom(20)))?.last_seen_at;
  await findSession(tokenHash, minutesFrom(20), true);
  const active = (await findSession(tokenHash, minutesFrom(45)))?.last_seen_at;

  expect([background, active]).toEqual([NOW, minutesFrom(20)]);
});

test('activity after the idle end does not bring a session back', async () => {
  const tokenHash = await createSession(await createUser(store));

  expect(await findSession(tokenHash, minutesFrom(31), true)).toBeNull();
  expect(await findSession(tokenHash, minutesFrom(1))).not.toBeNull();
});

test.each([
  ['user', 'UPDATE users SET is_active = false'],
  ['organization', 'UPDATE organizations SET is_active = false'],
])('deactivating the %s ends its sessions at once', async (_what, statement) => {
  const user = await createUser(store);
  const tokenHash = await createSession(user);

  await store.database.asOrganization(user.organization_id, async (tx) => await tx.queryOnce(statement, []));

  expect(await findSession(tokenHash, NOW)).toBeNull();
});

test('an account is found by its whole address in any case, and by no part of it', async () => {
  const user = await createUser(store);
  const find = async (email: string) => await store.database.lookup('account', 'SELECT user_id FROM find_account($1)', [email]);

  expect(await find(user.email.toUpperCase())).toEqual([{ user_id: user.id }]);
  expect(await find(user.email.slice(0, -1))).toEqual([]);
  expect(await find('%')).toEqual([]);
});

test('an address has one user in the whole system, in any case', async () => {
  const user = await createUser(store);

  await expect(createUser(store, { email: user.email.toUpperCase() })).rejects.toThrow('Failed query');
});

test('the lookup functions are closed to admins, who have rights of their own', async () => {
  const call = store.database.asAdmin(async (tx) => await tx.queryOnce(`SELECT * FROM find_due_turns(now(), 1, '{}', '{}')`, []));

  await expect(call).rejects.toThrow('permission denied');
});
