/** What is stored of changes: nothing that can be read without the keys, and all of it under the new one after a rotation (product.md 12.2). */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { createKeyRing } from '#crypto/organization-keys.ts';
import { rotateOrganizationKeys } from '#crypto/rotate-keys.ts';
import { rebuildKeys } from '#features/persons/moves/person-keys.repository.ts';
import { aCoverage } from '../../../../test/coverages.ts';
import { createInquiry, createOrganization, createPayer, newId, type Store } from '../../../../test/factories.ts';
import { captureLog } from '../../../../test/log-capture.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { compareMarked } from './compare-answers.ts';
import { markToCompare } from './marks.repository.ts';
import { readChanges } from './read-changes.ts';

const store = useTestStore();

const GROUPS = ['CANARY-GROUP-7714', 'CANARY-GROUP-9926'];
const MEMBER = 'CANARY88421';

/** Two answers that differ in plan name and group, compared; the later one's id. */
async function compared(own: Store, organizationId: string): Promise<string> {
  const payer_id = (await createPayer(store)).id;
  let id = '';
  for (const [index, group] of GROUPS.entries()) {
    const plan = { ...emptyPlan(), status: { code: '1', text: 'Active Coverage' }, name: `Plan of ${group}`, groupNumber: group };
    const coverage = aCoverage({ plans: [plan] });
    const created_at = new Date(Date.now() - 60_000 + index * 1000);
    const over = { organization_id: organizationId, payer_id, created_at, submission: { memberId: MEMBER } };
    ({ id } = await createInquiry(own, { ...over, status: 'complete', coverage, change: { source: 'availity' } }));
    await own.database.asOrganization(organizationId, async (tx) => await markToCompare(tx, [id]));
  }
  const { signal } = new AbortController();
  const deps = { db: own.database, keys: own.keys, clock: () => new Date(), newId, log: captureLog().logger, stopping: signal };
  await compareMarked(deps, organizationId);
  return id;
}

test('no row of comparisons, of the inbox or of marks tells what was typed or answered', async () => {
  const { id: organizationId } = await createOrganization(store);
  await compared(store, organizationId);

  const client = new Client({ connectionString: store.url });
  await client.connect();
  const lines: string[] = [];
  for (const table of ['comparisons', 'inbox_items', 'answers_to_compare']) {
    const { rows } = await client.query<{ line: string }>(`SELECT row_to_json(t)::text AS line FROM ${table} t`);
    lines.push(...rows.map(({ line }) => line));
  }
  await client.end();

  expect(lines.length).toBeGreaterThanOrEqual(2);
  for (const canary of [...GROUPS, MEMBER, 'Quillfeather', '1986-04-12']) {
    const disguises = [canary, Buffer.from(canary).toString('hex')];
    expect(lines.filter((line) => disguises.some((disguise) => line.toLowerCase().includes(disguise.toLowerCase())))).toEqual([]);
  }
});

test('after a rotation of keys what changed is read as before, and nothing is left under the old key', async () => {
  const { dataKey, database } = store;
  const { id: organizationId } = await createOrganization(store);
  let time = Date.now();
  const now = () => new Date(time);
  const ring = createKeyRing({ database, dataKey, previousDataKey: null, now });
  const id = await compared({ database, keys: ring }, organizationId);
  const scope = { organizationId, userId: newId(), restricted: false };
  const read = async () => {
    const keys = await createKeyRing({ database, dataKey, previousDataKey: null, now }).keysOf(organizationId);
    return await database.asOrganization(organizationId, async (tx) => await readChanges(tx, keys, scope, id));
  };
  const before = await read();
  expect(before.changes.map(({ code }) => code)).toContain('group-changed');

  const sleep = async (ms: number) => {
    time += ms;
    await Promise.resolve();
  };
  const rotation = {
    database,
    dataKey,
    previousDataKey: null,
    now,
    sleep,
    termsOf: inquirySearchTerms,
    rebuildPersonKeys: rebuildKeys,
    rebuildDigests: async () => 0,
  };
  await rotateOrganizationKeys(rotation, [organizationId]);

  expect(await read()).toEqual(before);
  const versions = await database.asOrganization(
    organizationId,
    async (tx) =>
      await tx.queryOnce<{ version: string }>(
        `SELECT DISTINCT encode(substring(content from 2 for 2), 'hex') AS version FROM comparisons WHERE organization_id = $1`,
        [organizationId],
      ),
  );
  expect(versions).toEqual([{ version: '0002' }]);
});
