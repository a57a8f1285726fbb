/** What the lists of inquiries take and refuse, and by what their rows are told apart (docs/product.md 2.11, 7.4). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInquiry, createUser, type User } from '../../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../../db/internal-organization.ts';

let t: TestApp;
let manager: User;
let tokens: Record<'manager' | 'standard' | 'restricted' | 'admin', string>;
beforeAll(async () => {
  t = await startTestApp();
  manager = await createUser(t.store, { is_manager: true });
  const { organization_id } = manager;
  tokens = {
    manager: await t.signIn(manager),
    standard: await t.signIn(await createUser(t.store, { organization_id })),
    restricted: await t.signIn(await createUser(t.store, { organization_id, is_restricted: true })),
    admin: await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true })),
  };
});
afterAll(async () => await t.close());

const get = async (as: keyof typeof tokens, path: string) => {
  const reply = await t.call(tokens[as], { method: 'GET', url: `/api/v1${path}` });
  return { status: reply.statusCode, body: reply.json() };
};

test('only a manager may ask for removed rows', async () => {
  expect((await get('standard', '/inquiries?is_hidden=true')).status).toBe(403);
  expect((await get('restricted', '/inquiries?is_hidden=true')).status).toBe(403);
  expect((await get('manager', '/inquiries?is_hidden=true')).status).toBe(200);
  expect((await get('standard', '/inquiries?is_hidden=false')).status).toBe(200);
});

test.each([
  ['status', ''],
  ['status', ','],
  ['patient_first_name', 'Q'],
  ['patient_last_name', ''],
  ['patient_last_name', 'J. K'],
  ['member_id', 'A-1'],
  ['payer_name', ''],
] as const)('a list asked with %s=%s is refused under that field, for practices and admins alike', async (field, value) => {
  for (const [as, list] of [
    ['standard', '/inquiries'],
    ['admin', '/admin/inquiries'],
  ] as const) {
    const { status, body } = await get(as, `${list}?${field}=${encodeURIComponent(value)}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  }
});

test('rows carry the typed member id and birth date, and whom the payer answered about', async () => {
  const { organization_id } = manager;
  const returned = { first_name: 'QUENBY', last_name: 'TESTPERSON', dob: '1980-02-29', member_id: 'XQZ1' };
  const coverage = { patient: returned, subscriber: null, plan: null, plans: [], payer_name: null } as unknown as Coverage;
  const submission = { patientFirstName: '', patientLastName: '', memberId: 'XQZ1', patientBirthDate: '' };
  const { id } = await createInquiry(t.store, { organization_id, status: 'complete', submission, coverage });
  const asked = await createInquiry(t.store, { organization_id, submission: { memberId: 'ABC2' } });

  for (const [as, list] of [
    ['standard', '/inquiries'],
    ['admin', `/admin/inquiries?organization_id=${organization_id}`],
  ] as const) {
    const rows = (await get(as, list)).body.inquiries as { id: string }[];
    expect(rows.find((row) => row.id === id)).toMatchObject({
      patient: '',
      member_id: 'XQZ1',
      returned_patient: { name: 'QUENBY TESTPERSON', member_id: 'XQZ1', birth_date: '1980-02-29' },
    });
    expect(rows.find((row) => row.id === asked.id)).toMatchObject({
      patient: 'Marlow Quillfeather',
      member_id: 'ABC2',
      birth_date: '1986-04-12',
      returned_patient: null,
    });
  }
});
