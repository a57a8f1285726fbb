import type { Inquiry, InquiryRow } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrganization, createProvider, createUser, type Payer, type Provider, type User } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { syncPayers } from '../payers/sync-payers.ts';

let t: TestApp;
let user: User;
let provider: Provider;
let payer: Payer;
let token: string;

beforeAll(async () => {
  t = await startTestApp();
  await syncPayers(t.deps, 'availity');
  const organization = await createOrganization(t.store);
  user = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  provider = await createProvider(t.store, { organization_id: organization.id });
  token = await t.signIn(user);
  const { payers } = (await t.call(token, { method: 'GET', url: '/api/v1/payers' })).json<{ payers: [Payer] }>();
  payer = payers[0];
});
afterAll(async () => await t.close());

async function ask(memberId: string): Promise<Inquiry> {
  const payload = {
    provider_id: provider.id,
    payer_id: payer.id,
    memberId,
    patientFirstName: 'Quenby',
    patientLastName: 'Testperson',
    patientBirthDate: '1980-02-29',
    serviceType: ['30'],
    subscriberRelationship: '18',
  };
  return (await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload })).json<{ inquiry: Inquiry }>().inquiry;
}

async function confirm(id: string, isConfirmed: boolean) {
  const reply = await t.call(token, { method: 'PUT', url: `/api/v1/inquiries/${id}/person`, payload: { is_confirmed: isConfirmed } });
  return { status: reply.statusCode, inquiry: reply.json<{ inquiry?: Inquiry }>().inquiry };
}

async function row(id: string): Promise<InquiryRow | undefined> {
  const reply = await t.call(token, { method: 'GET', url: '/api/v1/inquiries' });
  return reply.json<{ inquiries: InquiryRow[] }>().inquiries.find((each) => each.id === id);
}

const kinds = (inquiry: Inquiry | undefined) => inquiry?.warnings.map(({ kind }) => kind) ?? [];

async function actions(id: string): Promise<string[]> {
  const reply = await t.call(token, { method: 'GET', url: '/api/v1/audit?limit=100' });
  const { audit_events: events } = reply.json<{ audit_events: { action: string; object_ids: string[] }[] }>();
  const own = events.filter((event) => event.object_ids.includes(id) && event.action.endsWith('-person'));
  return own.map(({ action }) => action).toReversed();
}

test('an answer with another name and birth date is in doubt first of all, in the list as well, until somebody confirms the person', async () => {
  const inquiry = await ask('MISMATCH4711');
  expect(kinds(inquiry)[0]).toBe('somebody-else');
  expect(inquiry).toMatchObject({ may_be_somebody_else: true, plan_state: 'active' });
  expect(await row(inquiry.id)).toMatchObject({ may_be_somebody_else: true, plan_state: 'active' });

  const confirmed = await confirm(inquiry.id, true);
  expect(confirmed.status).toBe(200);
  expect(confirmed.inquiry?.may_be_somebody_else).toBe(false);
  expect(kinds(confirmed.inquiry)).not.toContain('somebody-else');
  expect(kinds(confirmed.inquiry)).toContain('records-differ');
  expect((await row(inquiry.id))?.may_be_somebody_else).toBe(false);

  const doubted = await confirm(inquiry.id, false);
  expect(kinds(doubted.inquiry)[0]).toBe('somebody-else');
  expect((await row(inquiry.id))?.may_be_somebody_else).toBe(true);
  expect(await actions(inquiry.id)).toEqual(['inquiry.confirm-person', 'inquiry.doubt-person']);
});

test('of an answer that fits the patient nothing is to be confirmed', async () => {
  const inquiry = await ask('XQZ100200300');
  expect(inquiry.may_be_somebody_else).toBe(false);
  expect((await confirm(inquiry.id, true)).status).toBe(422);
  expect(await actions(inquiry.id)).toEqual([]);
});
