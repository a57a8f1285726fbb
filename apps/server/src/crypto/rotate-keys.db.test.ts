import { expect, test } from 'vitest';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { changeInquiry, findInquiry, findRawAnswer } from '#features/inquiries/inquiries.repository.ts';
import { countOldRows } from '#db/key-rotation.repository.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { findKeys } from '#db/organization-keys.repository.ts';
import { listHintGaps } from '#db/search-hints.repository.ts';
import { createTestDatabase } from '../../test/database.ts';
import { createInquiry, createOrganization, openStore } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { ACTIVATION_DELAY_MS, createKeyRing } from './organization-keys.ts';
import { rewrapKeys, rotateOrganizationKeys, type RotationDeps } from './rotate-keys.ts';

const HOUR_MS = 60 * 60 * 1000;
const store = useTestStore();
const termsOf = (submission: Submission) => [{ field: 'memberId', value: submission.memberId ?? '' }];

/** A clock that waiting moves, and a server that shares it. */
function createWorld() {
  const { dataKey } = store;
  let time = Date.now();
  const now = () => new Date(time);
  const deps: RotationDeps = {
    database: store.database,
    dataKey,
    previousDataKey: null,
    now,
    termsOf,
    sleep: async (ms) => {
      time += ms;
      await Promise.resolve();
    },
  };
  const server = { database: store.database, keys: createKeyRing({ database: store.database, dataKey, previousDataKey: null, now }) };
  return { deps, server, pass: (ms: number) => (time += ms) };
}

const versions = async (organizationId: string) =>
  (await store.database.asOrganization(organizationId, async (tx) => await findKeys(tx, organizationId)))
    .map(({ purpose, version }) => `${purpose} ${version}`)
    .toSorted();

test('after a rotation every value is under the new key, still readable and still found, and the old key is gone', async () => {
  const { deps, server } = createWorld();
  const { id: organization_id } = await createOrganization(store);
  const raw_answer = { lines: 'x'.repeat(5000) };
  const submission = { memberId: 'ABC123' };
  const terms = termsOf({ ...submission, provider_id: '', payer_id: '' });
  const made = await createInquiry(server, { organization_id, status: 'error', raw_answer, remote_errors: { a: 'b' }, submission, terms });

  const result = await rotateOrganizationKeys(deps, [organization_id]);

  const keys = await createKeyRing(deps).keysOf(organization_id);
  const scope = { organizationId: organization_id, userId: made.user_id, restricted: false };
  const [found, raw, tokens, old] = await store.database.asOrganization(
    organization_id,
    async (tx) =>
      [
        await findInquiry(tx, keys, scope, made.id),
        await findRawAnswer(tx, keys, made.id),
        await tx.queryOnce<{ token: Buffer }>('SELECT token FROM inquiry_tokens', []),
        await countOldRows(tx, organization_id, 2),
      ] as const,
  );
  expect(found).toMatchObject({ patient: 'Marlow Quillfeather', submission: made.submission, remote_errors: { a: 'b' } });
  expect([raw, old]).toEqual([raw_answer, 0]);
  expect(tokens.map(({ token }) => token)).toEqual([keys.tokensFor(terms).tokens[0]]);
  expect(result).toEqual({ organizations: 1, rewritten: 3, retired: 1, waiting: 1 });
  expect(await versions(organization_id)).toEqual(['data 2', 'search 1', 'search 2']);
});

test('the former search key is kept for a day, since idempotency keys count so long, and then goes', async () => {
  const { deps, server, pass } = createWorld();
  const { organization_id } = await createInquiry(server, {});
  await rotateOrganizationKeys(deps, [organization_id]);

  pass(24 * HOUR_MS);
  const result = await rotateOrganizationKeys(deps, [organization_id]);

  expect(result).toMatchObject({ retired: 1 });
  expect((await versions(organization_id)).filter((version) => version.startsWith('search'))).toEqual(['search 2']);
});

test('a rotation that was interrupted is finished by the next, not begun again', async () => {
  const { deps, server } = createWorld();
  const { organization_id } = await createInquiry(server, {});
  const interrupted = rotateOrganizationKeys({ ...deps, sleep: async () => await Promise.reject(new Error('killed')) }, [organization_id]);
  await expect(interrupted).rejects.toThrow('killed');
  await deps.sleep(ACTIVATION_DELAY_MS);

  await rotateOrganizationKeys(deps, [organization_id]);

  expect(await versions(organization_id)).toEqual(['data 2', 'search 1', 'search 2']);
});

test('a server that goes on working reads and writes without failure while its keys rotate', async () => {
  const { deps, server } = createWorld();
  const { id: organization_id } = await createOrganization(store);
  const made: Awaited<ReturnType<typeof createInquiry>>[] = [];
  for (let count = 0; count < 5; count += 1) made.push(await createInquiry(server, { organization_id }));
  const [first] = made;
  const use = async () => {
    made.push(await createInquiry(server, { organization_id, user_id: first?.user_id, payer_id: first?.submission.payer_id }));
    for (const { id, user_id } of made) {
      const keys = await server.keys.keysOf(organization_id);
      const scope = { organizationId: organization_id, userId: user_id, restricted: false };
      await server.database.asOrganization(organization_id, async (tx) => {
        await findInquiry(tx, keys, scope, id);
        await changeInquiry(tx, keys, { id, from: ['pending'], now: deps.now(), change: { remote_errors: { at: id } } });
      });
    }
  };
  // Waiting goes in steps, with the server at work in each.
  const sleep = async (ms: number) => {
    for (let step = 0; step < 5; step += 1) {
      await deps.sleep(ms / 5);
      await use();
    }
  };

  const rotation = rotateOrganizationKeys({ ...deps, sleep }, [organization_id]);
  await Promise.all([rotation, use(), use()]);
  await use();

  const old = await store.database.asOrganization(organization_id, async (tx) => await countOldRows(tx, organization_id, 2));
  expect(old).toBe(0);
  expect((await rotation).retired).toBe(1);
});

test('while the platform’s own key rotates and after it, organizations are found by the hints of either, and the old hints are gone', async () => {
  const { deps, server, pass } = createWorld();
  const born = (value: string) => ({ field: 'birth_date', value });
  const asked = async (date: string) => {
    const [found] = await store.database.asAdmin(await server.keys.tokensOfAll([born(date)]));
    return [...new Set(found?.organizationIds)];
  };
  const countHints = async () =>
    await store.database.asAdmin(
      async (tx) => await tx.queryOnce<{ key_version: number }>('SELECT DISTINCT key_version FROM search_hints ORDER BY 1', []),
    );
  const { organization_id: before } = await createInquiry(server, { terms: [born('1931-03-01')] });
  let meanwhile = '';
  const sleep = async (ms: number) => {
    await deps.sleep(ms - 60_000);
    meanwhile = (await createInquiry(server, { terms: [born('1932-03-02')] })).organization_id;
    // By the hints of both versions, before anything was written anew.
    expect([await asked('1931-03-01'), await asked('1932-03-02')]).toEqual([[before], [meanwhile]]);
    await deps.sleep(60_000);
  };

  const first = await rotateOrganizationKeys({ ...deps, sleep }, [INTERNAL_ORGANIZATION_ID]);

  expect(first).toMatchObject({ waiting: 1 });
  expect(await countHints()).toEqual([{ key_version: 2 }]);
  // Until the job has written them anew, whoever had hints is asked for everything.
  expect(await asked('1931-03-01')).toContain(before);
  expect(await asked('1999-09-09')).toContain(before);
  pass(24 * HOUR_MS);
  expect(await rotateOrganizationKeys(deps, [INTERNAL_ORGANIZATION_ID])).toMatchObject({ retired: 1, waiting: 0 });
  pass(60_000);
  expect([await asked('1931-03-01'), await asked('1932-03-02')]).toEqual([
    expect.arrayContaining([before]),
    expect.arrayContaining([meanwhile]),
  ]);
});

test('a rotation of the platform’s key that was interrupted before all old hints were gone is finished by the next', async () => {
  const { deps, server } = createWorld();
  const { organization_id } = await createInquiry(server, {});
  let opened = 0;
  const database: typeof deps.database = {
    ...deps.database,
    asAdminFor: async (organizationId, work) => {
      if (organizationId === organization_id && (opened += 1) === 1) throw new Error('killed');
      return await deps.database.asAdminFor(organizationId, work);
    },
  };
  const rotation = { ...deps, database };
  await expect(rotateOrganizationKeys(rotation, [INTERNAL_ORGANIZATION_ID])).rejects.toThrow('killed');

  await rotateOrganizationKeys(rotation, [INTERNAL_ORGANIZATION_ID]);

  const gaps = await store.database.asAdmin(async (tx) => await listHintGaps(tx, deps.now()));
  expect(gaps).toContain(organization_id);
});

test('after wrapping anew the former DATA_KEY is not needed, and doing it again does nothing', async () => {
  const other = await createTestDatabase();
  const former = openStore(other.url);
  const made = await createInquiry(former);
  const { deps } = createWorld();
  const rotation: RotationDeps = { ...deps, database: former.database, previousDataKey: former.dataKey };

  const counts = [await rewrapKeys(rotation), await rewrapKeys(rotation)];

  const keys = await createKeyRing({ ...rotation, previousDataKey: null }).keysOf(made.organization_id);
  const scope = { organizationId: made.organization_id, userId: made.user_id, restricted: false };
  const found = await former.database.asOrganization(made.organization_id, async (tx) => await findInquiry(tx, keys, scope, made.id));
  // Two of the organization and two of the platform.
  expect(counts).toEqual([4, 0]);
  expect(found?.submission).toEqual(made.submission);
  await former.close();
  await other.close();
});
