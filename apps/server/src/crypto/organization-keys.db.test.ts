import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { insertKeys, listAllKeys } from '#db/organization-keys.repository.ts';
import { createOrganization } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { ACTIVATION_DELAY_MS, createKeyRing, makeKey } from './organization-keys.ts';

const store = useTestStore();
const place = { table: 'inquiries', row: '01JD0000000000000000000002', column: 'patient_name' };
const now = () => new Date();

const newRing = (dataKey: Buffer, previousDataKey: Buffer | null = null, clock = now) =>
  createKeyRing({ database: store.database, dataKey, previousDataKey, now: clock });

test('processes that use an organization for the first time together agree on its keys', async () => {
  const { id } = await createOrganization(store);

  const rings = await Promise.all([1, 2, 3].map(async () => await newRing(store.dataKey).keysOf(id)));

  const ciphertext = rings[0]?.encryptText(place, 'some words') ?? Buffer.alloc(0);
  expect(rings.map((keys) => keys.decryptText(place, ciphertext))).toEqual(['some words', 'some words', 'some words']);
});

test('each organization has keys of its own', async () => {
  const [one, other] = [await createOrganization(store), await createOrganization(store)];
  const term = { field: 'memberId', value: 'ABC' };

  const [keys, otherKeys] = [await store.keys.keysOf(one.id), await store.keys.keysOf(other.id)];

  expect(() => otherKeys.decryptText(place, keys.encryptText(place, 'some words'))).toThrow('unable to authenticate data');
  expect(otherKeys.tokensToFind(term)).not.toEqual(keys.tokensToFind(term));
});

test('another DATA_KEY opens nothing and says what to set', async () => {
  const { id } = await createOrganization(store);
  await newRing(store.dataKey).keysOf(id);

  await expect(newRing(randomBytes(32)).keysOf(id)).rejects.toThrow('DATA_KEY_PREVIOUS');
});

test('the former DATA_KEY opens what it wrapped until that is wrapped anew', async () => {
  const { id } = await createOrganization(store);
  const former = store.dataKey;
  const ciphertext = (await newRing(former).keysOf(id)).encryptText(place, 'some words');

  const keys = await newRing(randomBytes(32), former).keysOf(id);

  expect(keys.decryptText(place, ciphertext)).toBe('some words');
});

test('a new version opens at once, and is written with only when every process had time to learn of it', async () => {
  const { id } = await createOrganization(store);
  const { dataKey } = store;
  let time = Date.now();
  const clock = () => new Date(time);
  await newRing(dataKey, null, clock).keysOf(id);
  const announced = makeKey(dataKey, { organizationId: id, purpose: 'data', version: 2, activeFrom: new Date(time + ACTIVATION_DELAY_MS) });
  await store.database.asOrganization(id, async (tx) => {
    await insertKeys(tx, [announced]);
  });

  const keys = await newRing(dataKey, null, clock).keysOf(id);

  const before = keys.currentVersions.data;
  time += ACTIVATION_DELAY_MS;
  expect([before, keys.currentVersions.data]).toEqual([1, 2]);
});

test('a process learns of a new version within a minute', async () => {
  const { id } = await createOrganization(store);
  const { dataKey } = store;
  let time = Date.now();
  const ring = newRing(dataKey, null, () => new Date(time));
  await ring.keysOf(id);
  await store.database.asOrganization(id, async (tx) => {
    await insertKeys(tx, [makeKey(dataKey, { organizationId: id, purpose: 'data', version: 2, activeFrom: new Date(time) })]);
  });

  const before = (await ring.keysOf(id)).currentVersions.data;
  time += 60_000;
  const after = (await ring.keysOf(id)).currentVersions.data;

  expect([before, after]).toEqual([1, 2]);
});

test('keys are read from the database once and then kept in memory', async () => {
  const { id } = await createOrganization(store);
  let reads = 0;
  const database: typeof store.database = {
    ...store.database,
    asOrganization: async (organizationId, work) => {
      reads += 1;
      return await store.database.asOrganization(organizationId, work);
    },
  };
  const ring = createKeyRing({ database, dataKey: store.dataKey, previousDataKey: null, now });

  await Promise.all([ring.keysOf(id), ring.keysOf(id)]);
  await ring.keysOf(id);

  expect(reads).toBe(1);
});

test('keys of several organizations are read in one statement, and who has none yet gets some', async () => {
  const [one, other, without] = [await createOrganization(store), await createOrganization(store), await createOrganization(store)];
  const { dataKey } = store;
  const before = await newRing(dataKey).keysOfEach([one.id, other.id]);
  let reads = 0;
  const database: typeof store.database = {
    ...store.database,
    asOrganization: async (organizationId, work) => {
      reads += 1;
      return await store.database.asOrganization(organizationId, work);
    },
  };
  const ring = createKeyRing({ database, dataKey, previousDataKey: null, now });

  const keys = await ring.keysOfEach([one.id, other.id, one.id]);
  const readsOfKnown = reads;
  const all = await ring.keysOfEach([other.id, without.id]);

  expect([...keys.keys()]).toEqual([one.id, other.id]);
  const ciphertext = before.get(other.id)?.encryptText(place, 'some words') ?? Buffer.alloc(0);
  expect(keys.get(other.id)?.decryptText(place, ciphertext)).toBe('some words');
  expect(all.get(without.id)?.organizationId).toBe(without.id);
  // Those that had to be made.
  expect([readsOfKnown, reads]).toEqual([0, 1]);
});

test('keys of more organizations than are kept in memory, or than stay fresh meanwhile, are read in one statement all the same', async () => {
  const organizations = [await createOrganization(store), await createOrganization(store), await createOrganization(store)];
  const ids = organizations.map(({ id }) => id);
  const { dataKey } = store;
  await newRing(dataKey).keysOfEach(ids);
  let time = 0;
  let reads = 0;
  const database: typeof store.database = {
    ...store.database,
    asOrganization: async (organizationId, work) => {
      reads += 1;
      return await store.database.asOrganization(organizationId, work);
    },
  };
  // Each look at the clock finds that a minute has passed.
  const ring = createKeyRing({ database, dataKey, previousDataKey: null, now: () => new Date((time += 60_000)), maxCached: 1 });

  const keys = await ring.keysOfEach(ids);

  expect([...keys.keys()]).toEqual(ids);
  expect(reads).toBe(0);
});

test('no key is stored unwrapped', async () => {
  const { id } = await createOrganization(store);
  await store.keys.keysOf(id);

  const stored = await store.database.asAdmin(listAllKeys);

  const own = stored.filter(({ organization_id }) => organization_id === id);
  expect(own.map(({ purpose }) => purpose).toSorted()).toEqual(['data', 'search']);
  // nonce 12 + tag 16 + key 32
  expect(own.map(({ wrapped_key }) => wrapped_key.length)).toEqual([60, 60]);
});
