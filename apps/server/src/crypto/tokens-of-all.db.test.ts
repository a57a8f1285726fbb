import { expect, test } from 'vitest';
import { deleteKey, insertKeys } from '#db/organization-keys.repository.ts';
import { createInquiry, createOrganization } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { createKeyRing, makeKey } from './organization-keys.ts';

const store = useTestStore();
const term = (value: string) => ({ field: 'member_id', value });
const newRing = (now = () => new Date()) => createKeyRing({ database: store.database, dataKey: store.dataKey, previousDataKey: null, now });

test('every organization that stored anything is asked, also one that another process has just begun with, and none that stored nothing', async () => {
  const ring = newRing();
  const asked = async () => (await ring.tokensOfAll([term('KESTREL')]))[0]?.organizationIds;
  const before = await createInquiry(store, {});
  const without = await createOrganization(store);
  expect(await asked()).toContain(before.organization_id);
  const later = await createInquiry(store, {});

  expect(await asked()).toEqual(expect.arrayContaining([before.organization_id, later.organization_id]));
  expect(await asked()).not.toContain(without.id);
});

test('where one organization is wanted, no other is asked', async () => {
  const one = await createInquiry(store, {});
  await createInquiry(store, {});
  const without = await createOrganization(store);
  const askedOf = async (id: string) => (await newRing().tokensOfAll([term('PEREGRINE')], id))[0]?.organizationIds;

  expect(await askedOf(one.organization_id)).toEqual([one.organization_id]);
  expect(await askedOf(without.id)).toEqual([]);
});

test('tokens of an organization follow its keys within a minute: a version more, a version less', async () => {
  let time = Date.now();
  const ring = newRing(() => new Date(time));
  const { organization_id } = await createInquiry(store, {});
  const tokens = async () => {
    const [found] = await ring.tokensOfAll([term('GOSHAWK')]);
    return (found?.tokens ?? []).filter((_, at) => found?.organizationIds[at] === organization_id).map((token) => token.toString('hex'));
  };
  const first = await tokens();
  expect(first).toEqual((await store.keys.keysOf(organization_id)).tokensToFind(term('GOSHAWK')).map((token) => token.toString('hex')));

  const second = makeKey(store.dataKey, { organizationId: organization_id, purpose: 'search', version: 2, activeFrom: new Date() });
  await store.database.asOrganization(organization_id, async (tx) => {
    await insertKeys(tx, [second]);
  });
  time += 60_000;
  expect(await tokens()).toEqual([expect.any(String), ...first]);

  await store.database.asOrganization(organization_id, async (tx) => {
    await deleteKey(tx, { ...second, version: 1 });
  });
  time += 60_000;
  expect(await tokens()).toHaveLength(1);
  expect(await tokens()).not.toEqual(first);
});

test('tokens of several terms come in the order of the terms', async () => {
  const { organization_id } = await createInquiry(store, {});
  const ring = newRing();
  const own = await ring.keysOf(organization_id);

  const found = await ring.tokensOfAll([term('HARRIER'), term('BUZZARD')]);

  const ownOf = found.map(({ organizationIds, tokens }) => tokens.filter((_, at) => organizationIds[at] === organization_id));
  expect(ownOf).toEqual([own.tokensToFind(term('HARRIER')), own.tokensToFind(term('BUZZARD'))]);
});
