import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createProvider, createUser, type Payer, type Provider, type User } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { syncPayers } from '../payers/sync-payers.ts';

let t: TestApp;
let manager: User;
let restricted: User;
let provider: Provider;
let first: Payer;
let other: Payer;

beforeAll(async () => {
  t = await startTestApp({ workers: true, env: { INQUIRY_WAIT_SECONDS: '5' } });
  await syncPayers(t.deps, 'availity');
  const organization = await createOrganization(t.store);
  manager = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  restricted = await createUser(t.store, { organization_id: organization.id, is_restricted: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
  const { payers } = (await t.call(await t.signIn(manager), { method: 'GET', url: '/api/v1/payers' })).json<{ payers: Payer[] }>();
  const [one, two] = payers;
  if (one === undefined || two === undefined) throw new Error('the sandbox has too few payers');
  [first, other] = [one, two];
});
afterAll(async () => await t.close());

async function send(who: User, payer: Payer, over: object = {}): Promise<Inquiry> {
  const payload = {
    provider_id: provider.id,
    payer_id: payer.id,
    memberId: 'CARVE4711',
    patientFirstName: 'Quenby',
    patientLastName: 'Testperson',
    patientBirthDate: '1980-02-29',
    serviceType: ['30'],
    subscriberRelationship: '18',
    ...over,
  };
  const reply = await t.call(await t.signIn(who), { method: 'POST', url: '/api/v1/inquiries', payload });
  return reply.json<{ inquiry: Inquiry }>().inquiry;
}

const relatedTo = async (who: User, id: string) => {
  const reply = await t.call(await t.signIn(who), { method: 'GET', url: `/api/v1/inquiries/${id}` });
  return reply.json<{ inquiry: Inquiry }>().inquiry.related;
};

test('a check of another payer names the answer that led to it, and that answer names the check', async () => {
  const answered = await send(manager, first);
  expect(answered.related).toEqual([]);

  const followUp = await send(manager, other, { parentId: answered.id, memberId: 'SBP4711' });

  const told = (inquiry: Inquiry, payer: Payer) => ({
    id: inquiry.id,
    payer_name: inquiry.payer_name_override ?? payer.name,
    status: 'complete',
    created_at: inquiry.created_at,
  });
  expect(followUp.related).toEqual([{ ...told(answered, first), relation: 'because-of' }]);
  expect(await relatedTo(manager, answered.id)).toEqual([{ ...told(followUp, other), relation: 'follow-up' }]);
});

test('a repeat with the same payer, a draft and a correction of what was refused are no such checks', async () => {
  const answered = await send(manager, first, { memberId: 'XQZ4712' });
  await send(manager, first, { memberId: 'XQZ4712', parentId: answered.id });
  await t.call(await t.signIn(manager), {
    method: 'POST',
    url: '/api/v1/inquiries/draft',
    payload: { provider_id: provider.id, payer_id: other.id, parentId: answered.id },
  });
  expect(await relatedTo(manager, answered.id)).toEqual([]);

  const refused = await send(manager, first, { memberId: 'NOTFOUND1' });
  expect(refused.status).toBe('error');
  const corrected = await send(manager, other, { memberId: 'XQZ4713', parentId: refused.id });
  expect(corrected.related).toEqual([]);
});

test('a restricted user is told only of own checks', async () => {
  const answered = await send(restricted, first, { memberId: 'XQZ4714' });
  await send(manager, other, { memberId: 'XQZ4714', parentId: answered.id });
  const own = await send(restricted, other, { memberId: 'XQZ4714', parentId: answered.id });

  expect((await relatedTo(restricted, answered.id)).map(({ id }) => id)).toEqual([own.id]);
  expect(await relatedTo(manager, answered.id)).toHaveLength(2);
});
