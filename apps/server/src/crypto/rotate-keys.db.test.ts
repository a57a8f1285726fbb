import { expect, test } from 'vitest';
import type { ListView } from '@coverlight/contract/inquiries/views.contract.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { changeInquiry, findInquiry, findRawAnswer } from '#features/inquiries/inquiries.repository.ts';
import { countOldPersonKeys, countOldRows } from '#db/key-rotation.repository.ts';
import { findKeys } from '#db/organization-keys.repository.ts';
import { createTestDatabase } from '../../test/database.ts';
import { createInquiry, createOrganization, createUser, newId, openStore } from '../../test/factories.ts';
import { rebuildBatchDigests } from '../features/batches/rebuild-digests.ts';
import { rebuildKeys } from '../features/persons/moves/person-keys.repository.ts';
import { insertView, listViews } from '../features/inquiries/views/inquiry-views.repository.ts';
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
    rebuildPersonKeys: rebuildKeys,
    rebuildDigests: rebuildBatchDigests,
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
  expect(result).toEqual({ organizations: 1, rewritten: 5, retired: 1, waiting: 1 });
  expect(await versions(organization_id)).toEqual(['data 2', 'search 1', 'search 2']);
});

test('names of saved views are rewritten, though their column is called as the name of a row is', async () => {
  const { deps, server } = createWorld();
  const { id: organization_id } = await createOrganization(store);
  const { id: userId } = await createUser(server, { organization_id });
  const filters = {} as ListView['filters'];
  const view: ListView = { id: newId(), name: 'Ada and hers', filters };
  const keys = await server.keys.keysOf(organization_id);
  await store.database.asOrganization(organization_id, async (tx) => {
    await insertView(tx, keys, { organizationId: organization_id, userId }, { view, now: new Date() });
  });

  await rotateOrganizationKeys(deps, [organization_id]);

  const after = await createKeyRing(deps).keysOf(organization_id);
  const views = await store.database.asOrganization(
    organization_id,
    async (tx) => await listViews(tx, after, { organizationId: organization_id, userId }),
  );
  expect(views.map(({ name }) => name)).toEqual(['Ada and hers']);
}, 30_000);

test('after a rotation checks join the persons from before, and what two persons share goes on linking nobody', async () => {
  const { deps, server } = createWorld();
  const { id: organization_id } = await createOrganization(store);
  const user_id = (await createUser(server, { organization_id })).id;
  const submission = { memberId: 'ROT4711', patientFirstName: 'Ada', patientLastName: 'Quillfeather' };
  const add = async (over: object) =>
    (await createInquiry(server, { organization_id, user_id, submission: { ...submission, ...over } })).id;
  const first = await add({});
  const [one, other] = [await add({ externalId: 'A', memberId: 'ROT4712' }), await add({ externalId: 'B', patientFirstName: 'Ines' })];
  // The number says one of them, the member id the other.
  const shared = await add({ externalId: 'B', memberId: 'ROT4712' });

  await rotateOrganizationKeys(deps, [organization_id]);
  const [next, unclear] = [await add({ patientLastName: 'Harbor' }), await add({ memberId: 'ROT4712' })];

  const [people, old] = await store.database.asOrganization(organization_id, async (tx) => {
    const rows = await tx.queryOnce<{ inquiry_id: string; person_id: string }>(
      'SELECT inquiry_id, person_id FROM person_inquiries WHERE organization_id = $1',
      [organization_id],
    );
    return [new Map(rows.map((row) => [row.inquiry_id, row.person_id])), await countOldPersonKeys(tx, organization_id, 2)] as const;
  });
  const personOf = (id: string) => people.get(id);
  expect(old).toBe(0);
  expect(personOf(next)).toBe(personOf(first));
  expect(personOf(shared)).toBe(personOf(other));
  expect([personOf(one), personOf(other), personOf(first)]).not.toContain(personOf(unclear));
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
        await changeInquiry(tx, keys, { id, now: deps.now(), change: { status: 'complete', remote_errors: { at: id } } });
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

/** An answered inquiry; a transaction that has read it before and writes it back as it was; and what is read of it at last. */
async function aLateWriter({ deps, server }: ReturnType<typeof createWorld>) {
  const { id, organization_id, user_id } = await createInquiry(server, {});
  const [before] = await store.database.asOrganization(
    organization_id,
    async (tx) =>
      await tx.queryOnce<{ patient_name: Buffer }>('SELECT patient_name FROM inquiries WHERE organization_id = $1', [organization_id]),
  );
  const writeBack = async () => {
    await store.database.asOrganization(organization_id, async (tx) => {
      await tx.queryOnce('UPDATE inquiries SET patient_name = $2 WHERE organization_id = $1', [organization_id, before?.patient_name]);
    });
  };
  const read = async () => {
    const keys = await createKeyRing(deps).keysOf(organization_id);
    const scope = { organizationId: organization_id, userId: user_id, restricted: false };
    return await store.database.asOrganization(organization_id, async (tx) => await findInquiry(tx, keys, scope, id));
  };
  return { organizationId: organization_id, writeBack, read };
}

test('what was read before a rotation and is written back after it is rewritten, too, before its key goes', async () => {
  const world = createWorld();
  const writer = await aLateWriter(world);
  let waits = 0;
  const sleep = async (ms: number) => {
    waits += 1;
    await world.deps.sleep(ms);
    if (waits === 2) await writer.writeBack();
  };

  const result = await rotateOrganizationKeys({ ...world.deps, sleep }, [writer.organizationId]);

  expect([waits, result.retired]).toEqual([2, 1]);
  expect((await writer.read())?.patient).toBe('Marlow Quillfeather');
});

test('so it is where the rotation was killed before its key went and another one ends it', async () => {
  const world = createWorld();
  const writer = await aLateWriter(world);
  let waits = 0;
  const killedAtSecond = async (ms: number) => {
    waits += 1;
    if (waits === 2) throw new Error('killed');
    await world.deps.sleep(ms);
  };
  await expect(rotateOrganizationKeys({ ...world.deps, sleep: killedAtSecond }, [writer.organizationId])).rejects.toThrow('killed');

  const sleep = async (ms: number) => {
    waits += 1;
    await world.deps.sleep(ms);
    await writer.writeBack();
  };
  const result = await rotateOrganizationKeys({ ...world.deps, sleep }, [writer.organizationId]);

  expect([waits, result.retired]).toEqual([3, 1]);
  expect((await writer.read())?.patient).toBe('Marlow Quillfeather');
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
  expect(counts).toEqual([2, 0]);
  expect(found?.submission).toEqual(made.submission);
  await former.close();
  await other.close();
});
