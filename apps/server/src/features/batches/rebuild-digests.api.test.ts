import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { rotateOrganizationKeys } from '#crypto/rotate-keys.ts';
import { syncPayers } from '#features/payers/sync-payers.ts';
import { rebuildKeys } from '#features/persons/moves/person-keys.repository.ts';
import { batchCalls, listTestPayers } from '../../../test/batches.ts';
import { createOrganization, createProvider, createUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { rebuildBatchDigests } from './rebuild-digests.ts';

let t: TestApp;
let owner: Client;
let calls: ReturnType<typeof batchCalls>;
let payers: { id: string; name: string }[];

beforeAll(async () => {
  t = await startTestApp();
  owner = new Client({ connectionString: t.databaseUrl });
  await owner.connect();
  await syncPayers(t.deps, 'availity');
  payers = await listTestPayers(owner);
  calls = batchCalls(t);
});
afterAll(async () => {
  await owner.end();
  await t.close();
});

test('after keys have changed what was decided is remembered, appointments are found and the same is asked once', async () => {
  const organizationId = (await createOrganization(t.store)).id;
  const user = await createUser(t.store, { organization_id: organizationId });
  const provider = await createProvider(t.store, { organization_id: organizationId });
  const practice = { token: await t.signIn(user), providerId: provider.id };
  const list = (appointment: string) =>
    `Last\tFirst\tBirth date\tMember ID\tInsurance\tAppt Date\nQuill\tAda\t02/29/1980\tXQR1\tOur old name\t${appointment}\n` +
    `Quill\tBen\t02/28/1980\tXQR2\tOur old name\t${appointment}\n`;
  const decide = async (id: string) =>
    await calls.send(practice.token, 'PUT', `/batches/${id}`, { payers: [{ name: 'Our old name', payer_id: payers[0]?.id }] });
  const before = await calls.paste(practice, list('12/01/2026'));
  await calls.confirm(practice, before);
  await decide(before.id);
  await calls.start(practice, before.id);
  const open = await calls.paste(practice, list('12/01/2026').replaceAll('XQR', 'XQS'));
  await calls.confirm(practice, open);
  let time = t.deps.clock().getTime();
  const rotation = {
    database: t.deps.db,
    dataKey: t.deps.config.dataKey,
    previousDataKey: null,
    now: () => new Date(time),
    sleep: async (ms: number) => await Promise.resolve(void (time += ms)),
    termsOf: inquirySearchTerms,
    rebuildPersonKeys: rebuildKeys,
    rebuildDigests: rebuildBatchDigests,
  };

  await rotateOrganizationKeys(rotation, [organizationId]);
  time += 25 * 3_600_000;
  expect(await rotateOrganizationKeys(rotation, [organizationId])).toMatchObject({ waiting: 0 });
  t.turnClock(26 * 3_600_000);
  const { token, providerId } = { ...practice, token: await t.signIn(user) };
  const now = { token, providerId };

  const after = await calls.paste(now, list('12/01/2026'));
  expect(after.is_mapping_remembered).toBe(true);
  expect((await calls.confirm(now, after)).counts['needs-payer']).toBe(0);
  await calls.send(token, 'PATCH', `/batches/${open.id}/rows/3`, {
    content: { member_id: 'XQS1', first: 'Ada', birth_date: '02/29/1980' },
  });
  expect((await calls.rows(now, open.id)).map(({ state }) => state)).toEqual(['ready', 'duplicate']);
  await calls.start(now, after.id);
  const found = await calls.send(token, 'GET', '/appointments?from=2026-12-01&until=2026-12-02');
  expect(found.headers['x-total-count']).toBe('2');
}, 90_000);
