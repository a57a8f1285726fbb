import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase, type Database } from '#db/client.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { checkDataKey, refuseForeignDataKey } from './check-data-key.ts';
import { createKeyRing } from './organization-keys.ts';
import { rewrapKeys } from './rotate-keys.ts';

const MESSAGE = /^Coverlight cannot start: DATA_KEY [^.]+ DATA_KEY_PREVIOUS\.$/;
const OTHER = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const now = () => new Date();

let opened: TestDatabase;
let database: Database;
beforeEach(async () => {
  opened = await createTestDatabase();
  database = openDatabase({ connectionString: opened.url, max: 4, onError: () => undefined });
});
afterEach(async () => {
  await database.close();
  await opened.close();
});

/** What a start does with these settings. */
async function start(dataKey: Buffer, previousDataKey: Buffer | null = null): Promise<void> {
  await checkDataKey({
    db: database,
    keys: createKeyRing({ database, dataKey, previousDataKey, now }),
    config: { dataKey, previousDataKey },
  });
}
const rewrap = async (dataKey: Buffer, previousDataKey: Buffer) =>
  await rewrapKeys({
    database,
    dataKey,
    previousDataKey,
    now,
    sleep: async () => undefined,
    termsOf: () => [],
    rebuildPersonKeys: async () => undefined,
    rebuildDigests: async () => 0,
  });

test('an empty database keeps the key of its first start, and refuses any other in one sentence that names both settings', async () => {
  const key = randomBytes(32);
  await start(key);

  await start(key);
  await expect(start(randomBytes(32))).rejects.toThrow(MESSAGE);
  await expect(start(randomBytes(32), randomBytes(32))).rejects.toThrow(MESSAGE);
});

test('of two processes that first start with different keys one is refused', async () => {
  const outcomes = await Promise.allSettled([start(randomBytes(32)), start(randomBytes(32))]);

  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('a key is changed with the former one beside it, which is needed until every key is wrapped anew', async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)];
  await start(former);

  await expect(start(next)).rejects.toThrow(MESSAGE);
  await start(next, former);
  await expect(start(next)).rejects.toThrow(MESSAGE);
  await rewrap(next, former);

  await start(next);
  await expect(start(former)).rejects.toThrow(MESSAGE);
});

test('a key that opens only some of the organizations is refused, too', async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)];
  await start(former);
  // One that registered while the key was being changed.
  await database.asOrganization(OTHER, async (tx) => {
    await tx.execute('INSERT INTO organizations (id, name) VALUES ($1, $2)', [OTHER, 'Harbor']);
  });
  await createKeyRing({ database, dataKey: next, previousDataKey: former, now }).keysOf(OTHER);

  await expect(start(former)).rejects.toThrow(MESSAGE);
});

test('a backup looks at the key and makes none', async () => {
  const key = randomBytes(32);

  await refuseForeignDataKey(database, { dataKey: key, previousDataKey: null });
  await start(randomBytes(32));
  await expect(refuseForeignDataKey(database, { dataKey: key, previousDataKey: null })).rejects.toThrow(MESSAGE);
});
