import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createInquiry, createOrganization, createPayer, createProvider, createUser } from '../../../../test/factories.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { createListCounts } from '#db/list-counts.ts';
import { listInquiries } from './inquiry-list.repository.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const store = useTestStore();

/** Ids of organization, and of a check that can be multiplied. */
async function createPractice(payer_id: string): Promise<{ organizationId: string; userId: string; inquiryId: string }> {
  const organization_id = (await createOrganization(store)).id;
  const user_id = (await createUser(store, { organization_id })).id;
  const provider_id = (await createProvider(store, { organization_id })).id;
  const { id } = await createInquiry(store, { organization_id, user_id, provider_id, payer_id, created_at: NOW });
  return { organizationId: organization_id, userId: user_id, inquiryId: id };
}

test('a page costs no more in a large organization, also by a plan made for organizations of average size', async () => {
  const payerId = (await createPayer(store)).id;
  const large = await createPractice(payerId);
  for (let count = 0; count < 60; count += 1) await createPractice(payerId);
  const owner = new Client({ connectionString: store.url });
  await owner.connect();
  try {
    await owner.query(
      `INSERT INTO inquiries
       SELECT (jsonb_populate_record(i, jsonb_build_object('id', upper(md5(i.id || n))::char(26), 'created_at', i.created_at - n * interval '1 minute'))).*
       FROM inquiries i, LATERAL generate_series(1, CASE WHEN i.id = $1 THEN 20000 ELSE 10 END) n`,
      [large.inquiryId],
    );
    await owner.query('ANALYZE');
  } finally {
    await owner.end();
  }
  const keys = await store.keys.keysOf(large.organizationId);
  const { rows, blocks } = await store.database.asOrganization(large.organizationId, async (tx) => {
    await tx.execute('SET LOCAL plan_cache_mode = force_generic_plan', []);
    const page = await listInquiries(tx, {
      scope: { organizationId: large.organizationId, userId: large.userId, restricted: false },
      keys,
      filter: { isHidden: false },
      limits: { offset: 0, limit: 15 },
      now: NOW,
      counts: createListCounts(() => NOW),
    });
    const ids = page.rows.map(({ id }) => `"${id}"`).join();
    const { rows: prepared } = await tx.execute(`SELECT name FROM pg_prepared_statements WHERE name LIKE '%:read-inquiry-page'`, []);
    const [{ name } = { name: '' }] = prepared as { name: string }[];
    const { rows: explained } = await tx.execute(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE "${name}" ('${large.organizationId}', '{${ids}}', '${NOW.toISOString()}')`,
      [],
    );
    const [{ 'QUERY PLAN': [plan] = [] } = {}] = explained as { 'QUERY PLAN'?: { Plan: { 'Shared Hit Blocks': number } }[] }[];
    return { rows: page.rows, blocks: plan?.Plan['Shared Hit Blocks'] };
  });
  expect(rows).toHaveLength(15);
  // Some blocks of each of seven indexes for each row; all checks of the organization are hundreds more.
  expect(blocks).toBeLessThan(15 * 7 * 4);
});
