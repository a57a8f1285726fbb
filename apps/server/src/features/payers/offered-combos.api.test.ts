import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { defaultSchema } from '@coverlight/domain/payers/default-schema.ts';
import { payerField } from '@coverlight/domain/payers/payer-field.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayer, createProvider, createUser, type User } from '../../../test/factories.ts';
import { aPayerSchema } from '../../../test/payer-schemas.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';

let t: TestApp;
let user: User;
let token: string;
beforeAll(async () => {
  t = await startTestApp();
  user = await createUser(t.store);
  token = await t.signIn(user);
});
afterAll(async () => await t.close());

const BY_SSN = ['patientSSN', 'patientBirthDate'];
const withSsn = (combos: string[][]): PayerSchema => {
  const schema = aPayerSchema({ combos });
  return { ...schema, fields: [...schema.fields, payerField('patientSSN', 'SSN', { maxLength: 9 })] };
};
const payerOf = async (combos: string[][]) => await createPayer(t.store, { is_active: true, schema: withSsn(combos) });
const combosOf = async (id: string) =>
  (await t.call(token, { method: 'GET', url: `/api/v1/payers/${id}/schema` })).json<{ schema: PayerSchema }>().schema.combos;

test('a way that asks for more than the four identifiers is not offered, and not taken, beside one that does not', async () => {
  const payer = await payerOf([BY_SSN, ['memberId', 'patientBirthDate']]);
  const { id: provider_id } = await createProvider(t.store, { organization_id: user.organization_id });
  const form = { provider_id, payer_id: payer.id, patientBirthDate: '1980-02-29', patientSSN: '917553820', serviceType: ['30'] };
  const admin = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));

  expect(await combosOf(payer.id)).toEqual([['memberId', 'patientBirthDate']]);
  const sent = await t.call(token, { method: 'POST', url: '/api/v1/inquiries', payload: { ...form, selectedCombo: BY_SSN } });
  expect([sent.statusCode, sent.json()]).toEqual([422, { errors: { selectedCombo: ['Please choose how to identify the patient.'] } }]);
  const edited = await t.call(admin, { method: 'GET', url: `/api/v1/admin/payers/${payer.id}` });
  expect(edited.json().payer.schema.combos).toHaveLength(2);
});

test('a payer that has no other way is asked that way', async () => {
  const payer = await payerOf([BY_SSN]);

  expect(await combosOf(payer.id)).toEqual([BY_SSN]);
});

test('a stored form that says no way at all is passed over: patients are found as where nobody says anything', async () => {
  const payer = await payerOf([]);

  expect(await combosOf(payer.id)).toEqual(defaultSchema().combos);
});
