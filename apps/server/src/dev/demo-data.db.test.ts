import { INQUIRY_STATUSES } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { isNpi } from '@coverlight/domain/providers/npi.ts';
import { expect, test } from 'vitest';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { verifyPassword } from '#features/auth/passwords.ts';
import { createListCounts } from '#db/list-counts.ts';
import { listInquiries } from '#features/inquiries/list/inquiry-list.repository.ts';
import { createTestDatabase } from '../../test/database.ts';
import { createPayer, newId, openStore } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD, seedDemo } from './demo-data.ts';

const store = useTestStore();

test('two processes that seed together make each account once, with a password, in its organization', async () => {
  await createPayer(store, { name: 'Meridian Health' });
  const deps = { db: store.database, keys: store.keys, newId: () => newId(), clock: () => new Date() };

  await Promise.all([seedDemo(deps), seedDemo(deps)]);

  const accounts = await store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ email: string; organization: string; password_hash: string }>(
        'SELECT u.email, o.name AS organization, u.password_hash FROM users u JOIN organizations o ON o.id = u.organization_id',
        [],
      ),
  );
  expect(accounts.map(({ email, organization }) => `${organization} ${email}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    'Coverlight admin@demo.test',
    'Harbor Recovery Center manager@demo.test',
    'Harbor Recovery Center restricted@demo.test',
    'Harbor Recovery Center standard@demo.test',
    'Lakeside Counseling manager@other.test',
  ]);
  expect(DEMO_ACCOUNTS).toHaveLength(accounts.length);
  expect(await verifyPassword(accounts[0]?.password_hash ?? null, DEMO_PASSWORD)).toBe(true);
});

test('inquiries are made later where there were no payers yet, and only once', async () => {
  const empty = await createTestDatabase();
  const early = openStore(empty.url);
  const deps = { db: early.database, keys: early.keys, newId: () => newId(), clock: () => new Date() };
  const count = async () => (await early.database.asAdmin(async (tx) => await tx.queryOnce('SELECT 1 FROM inquiries', []))).length;

  await seedDemo(deps);
  const before = await count();
  await createPayer(early);
  await seedDemo(deps);
  const after = await count();
  await seedDemo(deps);

  expect(before).toBe(0);
  expect(after).toBeGreaterThan(20);
  expect(await count()).toBe(after);
  await early.close();
  await empty.close();
});

test('the demo practice has an inquiry of every status, more than a page of them, and real-looking NPIs', async () => {
  const deps = { db: store.database, keys: store.keys, newId: () => newId(), clock: () => new Date() };
  await seedDemo(deps);
  const [harbor] = await store.database.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ id: string; npis: string[]; subscription: string }>(
        `SELECT o.id, (SELECT array_agg(p.npi) FROM providers p WHERE p.organization_id = o.id) AS npis,
         (SELECT s.status FROM subscriptions s WHERE s.organization_id = o.id) AS subscription
       FROM organizations o WHERE o.name = 'Harbor Recovery Center' AND o.id <> $1`,
        [INTERNAL_ORGANIZATION_ID],
      ),
  );
  const organizationId = harbor?.id ?? '';
  const keys = await store.keys.keysOf(organizationId);
  const counts = createListCounts(deps.clock);

  const { rows, total } = await store.database.asOrganization(organizationId, async (tx) => {
    const scope = { organizationId, userId: newId(), restricted: false };
    return await listInquiries(tx, {
      scope,
      keys,
      filter: { isHidden: false },
      limits: { offset: 0, limit: 100 },
      now: new Date(),
      counts,
    });
  });

  expect(INQUIRY_STATUSES.filter((status) => !rows.some((row) => row.status === status))).toEqual([]);
  expect(total).toBeGreaterThan(15);
  expect(harbor?.subscription).toBe('active');
  expect(harbor?.npis.every((npi) => isNpi(npi))).toBe(true);
});
