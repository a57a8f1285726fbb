import { beforeEach, expect, test } from 'vitest';
import { listHintGaps, openHintGap } from '#db/search-hints.repository.ts';
import { createInquiry, createOrganization, createProvider, createUser } from '../../../../test/factories.ts';
import { captureLog } from '../../../../test/log-capture.ts';
import { useTestStore } from '../../../../test/test-store.ts';
import { fillSearchHints } from './fill-search-hints.ts';

const store = useTestStore();
const log = captureLog();
const born = (value: string) => ({ field: 'birth_date', value });
let stopping: AbortController;
beforeEach(() => {
  stopping = new AbortController();
});

const deps = (over: { stopAfter?: number; clock?: () => Date } = {}) => {
  let begun = 0;
  const db: typeof store.database = {
    ...store.database,
    asAdminFor: async (organizationId, work) => {
      begun += 1;
      if (begun === over.stopAfter) stopping.abort();
      return await store.database.asAdminFor(organizationId, work);
    },
  };
  return { db, keys: store.keys, log: log.logger, clock: over.clock ?? (() => new Date()), stopping: stopping.signal };
};

/** As it was before there were hints. */
async function forgetHints(organizationIds: readonly string[], now = new Date()): Promise<void> {
  await store.database.asAdmin(async (tx) => await tx.queryOnce('DELETE FROM search_hints', []));
  for (const id of organizationIds) {
    await store.database.asAdminFor(id, async (tx) => {
      await openHintGap(tx, id, now);
    });
  }
}

const gaps = async () => await store.database.asAdmin(async (tx) => await listHintGaps(tx, new Date()));
async function asked(date: string): Promise<string[]> {
  const [found] = await store.database.asAdmin(await store.keys.tokensOfAll([born(date)]));
  return (found?.organizationIds ?? []).toSorted();
}

test('organizations from before the hints are found all along, and asked for what they hold alone once the job was there', async () => {
  const one = await createInquiry(store, { submission: { patientBirthDate: '1951-01-01' } });
  const other = await createInquiry(store, { submission: { patientBirthDate: '1952-02-02' } });
  const both = [one.organization_id, other.organization_id].toSorted();
  await forgetHints(both);
  expect([await asked('1951-01-01'), await asked('1952-02-02')]).toEqual([both, both]);

  await fillSearchHints(deps());

  expect([await asked('1951-01-01'), await asked('1952-02-02')]).toEqual([[one.organization_id], [other.organization_id]]);
  expect(await gaps()).toEqual([]);
});

test('a job that was stopped half-way has missed nothing, and the next goes on where it stood', async () => {
  const { id: organization_id } = await createOrganization(store);
  const user_id = (await createUser(store, { organization_id })).id;
  const provider_id = (await createProvider(store, { organization_id })).id;
  const first = await createInquiry(store, { organization_id, user_id, provider_id, submission: { patientBirthDate: '1960-01-01' } });
  const common = { organization_id, user_id, provider_id, payer_id: first.submission.payer_id, terms: [] };
  for (let count = 0; count < 110; count += 1) await createInquiry(store, { ...common, submission: { patientBirthDate: '1960-06-06' } });
  await createInquiry(store, { ...common, submission: { patientBirthDate: '1960-12-12' } });
  await forgetHints([organization_id]);

  await fillSearchHints(deps({ stopAfter: 1 }));
  const [half] = await store.database.asAdmin(
    async (tx) => await tx.queryOnce<{ walked_to: string }>('SELECT walked_to FROM search_hint_gaps', []),
  );
  const whileHalf = [await asked('1960-01-01'), await asked('1960-12-12')];
  stopping = new AbortController();
  await store.database.asAdmin(async (tx) => await tx.queryOnce('DELETE FROM search_hints', []));
  await fillSearchHints(deps());

  expect(half?.walked_to).toMatch(/^[0-9A-Z]{26}$/);
  expect(whileHalf).toEqual([[organization_id], [organization_id]]);
  // Of the first hundred nothing was written again.
  expect([await asked('1960-01-01'), await asked('1960-12-12')]).toEqual([[], [organization_id]]);
});

test('hints are filled when nobody who writes none can be at work any more', async () => {
  const { organization_id } = await createInquiry(store);
  await forgetHints([organization_id], new Date(Date.now() + 900_000));

  await fillSearchHints(deps());
  const before = await asked('1910-01-01');
  await fillSearchHints(deps({ clock: () => new Date(Date.now() + 901_000) }));

  expect([before, await asked('1910-01-01')]).toEqual([[organization_id], []]);
});

test('an organization that cannot be read goes on being asked, and the others are filled', async () => {
  const broken = await createInquiry(store);
  const other = await createInquiry(store);
  await store.database.asAdminFor(broken.organization_id, async (tx) => {
    await tx.queryOnce(`UPDATE inquiry_contents SET submission = '\\x0100010203' WHERE inquiry_id = $1`, [broken.id]);
  });
  await forgetHints([broken.organization_id, other.organization_id]);

  await fillSearchHints(deps());

  expect(await asked('1910-01-01')).toEqual([broken.organization_id]);
  expect(log.lines.join()).toContain('search hints could not be written');
});

test('two processes at the same organization write its hints once, and neither waits for the other', async () => {
  await fillSearchHints(deps());
  const { organization_id } = await createInquiry(store, { submission: { patientBirthDate: '1970-07-07' } });
  await forgetHints([organization_id]);

  await Promise.all([fillSearchHints(deps()), fillSearchHints(deps()), fillSearchHints(deps())]);

  expect(await gaps()).not.toContain(organization_id);
  expect(await asked('1970-07-07')).toContain(organization_id);
});
