/** A fresh installation that is killed while its payers are still loading. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import type { Listing } from '#features/payers/sync-payers.ts';
import { listings } from '#features/payers/sync-payers.ts';
import type { AskOptions } from '#ports/clearinghouse.ts';
import { loadFirstData } from './first-data.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ sandbox: { payerCount: 300 } });
}, 60_000);
afterAll(async () => await t.close());

const count = async (sql: string) =>
  Number(
    (await t.deps.db.withoutOrganization(async (tx) => await tx.queryOnce<{ n: string }>(`SELECT count(*) AS n FROM ${sql}`, [])))[0]?.n,
  );

/** Dies, as far as the database can tell, after this many pages of its list or after this many of its forms. */
function dyingAfter(directory: Listing, { pages = Number.POSITIVE_INFINITY, forms = Number.POSITIVE_INFINITY }): Listing {
  let fetched = 0;
  return {
    ...directory,
    async *listPayers(options: AskOptions) {
      let seen = 0;
      for await (const page of directory.listPayers(options)) {
        if (seen === pages) throw new Error('killed');
        seen += 1;
        yield page;
      }
    },
    listSchemas: undefined,
    async fetchSchema(code: string, options: AskOptions) {
      if (fetched === forms) throw new Error('killed');
      fetched += 1;
      return (await directory.fetchSchema?.(code, options)) ?? null;
    },
  };
}

/** All that a clearinghouse lists for eligibility. */
async function listed(directory: Listing): Promise<number> {
  let total = 0;
  for await (const page of directory.listPayers({ signal: AbortSignal.timeout(30_000) })) total += page.length;
  return total;
}

test('payers and their forms are loaded whole by later starts, wherever the earlier ones were killed', async () => {
  const [availity, pVerify] = listings(t.deps);
  if (availity === undefined || pVerify === undefined) throw new Error('The sandbox is not there.');
  const start = async (killed: Partial<Deps['clearinghouses']>) =>
    await loadFirstData({ ...t.deps, clearinghouses: { availity, pVerify, ...killed } });

  await start({ availity: dyingAfter(availity, { pages: 2 }), pVerify: dyingAfter(pVerify, { pages: 0 }) });
  const afterFirst = [await count('payers'), await count('payer_sources WHERE fields IS NOT NULL')];
  await start({ availity: dyingAfter(availity, { forms: 20 }), pVerify: dyingAfter(pVerify, { pages: 0 }) });
  const afterSecond = await count('payer_sources WHERE fields IS NOT NULL');
  await start({});

  expect(afterFirst).toEqual([100, 0]);
  const forms = await count('payer_sources WHERE fields IS NOT NULL');
  expect(forms).toBeGreaterThan(afterSecond);
  expect(afterSecond).toBeGreaterThan(0);
  expect([
    await count(`payer_sources WHERE clearinghouse = 'availity'`),
    await count(`payer_sources WHERE clearinghouse = 'pVerify'`),
  ]).toEqual([await listed(availity), await listed(pVerify)]);
  // Availity was asked by each of the three starts, in vain by two; pVerify only by the last, which came that far.
  const syncs = await t.deps.db.asAdminFor(
    INTERNAL_ORGANIZATION_ID,
    async (tx) => await tx.queryOnce(`SELECT actor_role, outcome FROM audit_events WHERE action = 'payer.sync' ORDER BY id`, []),
  );
  expect(syncs.map((row) => row['outcome'])).toEqual(['done', 'failed', 'done', 'failed', 'done', 'done']);
  expect(syncs.every((row) => row['actor_role'] === 'system')).toBe(true);
  // Loaded once, they are the syncs' and the admins' business.
  const before = t.log.lines.length;
  await start({ availity: dyingAfter(availity, { pages: 0 }), pVerify: dyingAfter(pVerify, { pages: 0 }) });
  expect(t.log.lines.slice(before)).toEqual([]);
}, 90_000);
