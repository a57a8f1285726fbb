import { expect, test } from 'vitest';
import { deleteKey, insertKeys } from '#db/organization-keys.repository.ts';
import { openHintGap } from '#db/search-hints.repository.ts';
import { createInquiry, createOrganization } from '../../test/factories.ts';
import { useTestStore } from '../../test/test-store.ts';
import { createKeyRing, makeKey } from './organization-keys.ts';

const store = useTestStore();
const term = (value: string) => ({ field: 'member_id', value });
const newRing = (now = () => new Date()) => createKeyRing({ database: store.database, dataKey: store.dataKey, previousDataKey: null, now });

/** Of all organizations, those that would be asked for a patient with every term. */
async function asked(ring: ReturnType<typeof newRing>, values: string[]): Promise<string[]> {
  const [found] = await store.database.asAdmin(await ring.tokensOfAll(values.map(term)));
  return [...new Set(found?.organizationIds)].toSorted();
}

test('only organizations that may hold every term are asked, those of another process too', async () => {
  const ring = newRing();
  const one = await createInquiry(store, { terms: [term('KESTREL'), term('1979')] });
  const both = await createInquiry(store, { terms: [term('KESTREL'), term('1980')] });
  expect(await asked(ring, ['KESTREL'])).toEqual([one.organization_id, both.organization_id].toSorted());
  const later = await createInquiry(store, { terms: [term('KESTREL'), term('1980')] });

  expect(await asked(ring, ['KESTREL', '1980'])).toEqual([both.organization_id, later.organization_id].toSorted());
  expect(await asked(ring, ['HERON'])).toEqual([]);
});

test('where one organization is wanted, no other is asked', async () => {
  const one = await createInquiry(store, { terms: [term('PEREGRINE')] });
  const other = await createInquiry(store, { terms: [term('PEREGRINE')] });
  const without = await createOrganization(store);
  const askedOf = async (id: string) => {
    const [found] = await store.database.asAdmin(await newRing().tokensOfAll([term('PEREGRINE')], id));
    return found?.organizationIds;
  };

  expect(await askedOf(one.organization_id)).toEqual([one.organization_id]);
  expect(await askedOf(other.organization_id)).toEqual([other.organization_id]);
  expect(await askedOf(without.id)).toEqual([]);
});

test('an organization whose hints are not complete is asked for whatever is searched', async () => {
  const { organization_id } = await createInquiry(store, { terms: [term('MERLIN')] });
  const never = await createOrganization(store);
  for (const id of [organization_id, never.id]) {
    await store.database.asAdminFor(id, async (tx) => {
      await openHintGap(tx, id, new Date());
    });
  }

  // The other one has no keys, so it never stored anything.
  expect(await asked(newRing(), ['OSPREY'])).toEqual([organization_id]);
});

test('tokens of an organization follow its keys within a minute: a version more, a version less', async () => {
  let time = Date.now();
  const ring = newRing(() => new Date(time));
  const { organization_id } = await createInquiry(store, { terms: [term('GOSHAWK')] });
  const tokens = async () => {
    const [found] = await store.database.asAdmin(await ring.tokensOfAll([term('GOSHAWK')]));
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

test('tokens of several terms come in the order of the terms, also when one was asked before', async () => {
  const { organization_id } = await createInquiry(store, { terms: [term('HARRIER'), term('BUZZARD')] });
  const ring = newRing();
  const own = await ring.keysOf(organization_id);
  await store.database.asAdmin(await ring.tokensOfAll([term('BUZZARD')]));

  const found = await store.database.asAdmin(await ring.tokensOfAll([term('HARRIER'), term('BUZZARD')]));

  const ownOf = found.map(({ organizationIds, tokens }) => tokens.filter((_, at) => organizationIds[at] === organization_id));
  expect(ownOf).toEqual([own.tokensToFind(term('HARRIER')), own.tokensToFind(term('BUZZARD'))]);
});
