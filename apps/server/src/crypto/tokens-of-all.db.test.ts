import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { deleteKey, insertKeys } from '#db/organization-keys.repository.ts';
import { createOrganization } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { createKeyRing, makeKey } from './organization-keys.ts';

const store = useTestStore();
const dataKey = randomBytes(32);
const newRing = () => createKeyRing({ database: store.database, dataKey, previousDataKey: null, now: () => new Date() });
const term = { field: 'memberId', value: 'ABC' };

test('tokens of all organizations follow their keys at once: another process adds one, gives it a version, takes one away', async () => {
  const ring = newRing();
  const tokensOf = async (id: string) => {
    const [found] = await ring.tokensOfAll([term]);
    return (found?.tokens ?? []).filter((_, at) => found?.organizationIds[at] === id).map((token) => token.toString('hex'));
  };
  const { id } = await createOrganization(store);
  expect(await tokensOf(id)).toEqual([]);

  const own = await newRing().keysOf(id);
  const first = own.tokensToFind(term).map((token) => token.toString('hex'));
  expect(await tokensOf(id)).toEqual(first);

  const second = makeKey(dataKey, { organizationId: id, purpose: 'search', version: 2, activeFrom: new Date() });
  await store.database.asOrganization(id, async (tx) => {
    await insertKeys(tx, [second]);
  });
  expect(await tokensOf(id)).toEqual([expect.any(String), ...first]);

  await store.database.asOrganization(id, async (tx) => {
    await deleteKey(tx, { ...second, version: 1 });
  });
  expect(await tokensOf(id)).toHaveLength(1);
  expect(await tokensOf(id)).not.toEqual(first);
});

test('tokens of several terms come in the order of the terms, also when one was asked before', async () => {
  const { id } = await createOrganization(store);
  const ring = newRing();
  const own = await ring.keysOf(id);
  const other = { field: 'memberId', value: 'XYZ' };
  await ring.tokensOfAll([other]);

  const found = await ring.tokensOfAll([term, other]);

  const ownOf = found.map(({ organizationIds, tokens }) => tokens.filter((_, at) => organizationIds[at] === id));
  expect(ownOf).toEqual([own.tokensToFind(term), own.tokensToFind(other)]);
});
