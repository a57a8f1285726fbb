import { Readable } from 'node:stream';
import type { ReimbursementReport } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCoverage, anAnswer } from '../../../test/coverages.ts';
import {
  createInquiry,
  createOrganization,
  createPayer,
  createUser,
  type InquiryOver,
  type Payer,
  type User,
} from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { readLocalAllowables } from './import-local-allowables.ts';
import { readReimbursements } from './import-reimbursements.ts';
import { SYSTEM_ACTOR } from '../../http/actor.ts';

let t: TestApp;
let payer: Payer;
let user: User;
let token: string;

beforeAll(async () => {
  t = await startTestApp();
  const organization = await createOrganization(t.store, { has_override_reimbursement: true });
  user = await createUser(t.store, { organization_id: organization.id, perm_reimbursements: true });
  token = await t.signIn(user);
  payer = await createPayer(t.store, { code: 'REIMB1' });
  await load([
    'C1,REIMB1,"Harbor Mills, Inc.",0042,QQT,60,55.5,,,40',
    'C2,REIMB1,HARBOR MILLS INC,42-B,QQT,80,,,,',
    'C3,REIMB1,Somebody Else,7,QQT,10,10,10,10,10',
    'C4,REIMB1,,,R12,90,,,,',
  ]);
});
afterAll(async () => await t.close());

const load = async (lines: string[]) =>
  await (await readReimbursements(t.deps, Readable.from([`${lines.join('\n')}\n`]))).store(SYSTEM_ACTOR);

const answeredFor = (groupName: string | null, groupNumber: string | null) =>
  aCoverage({ plans: anAnswer().plans.map((plan) => ({ ...plan, groupName, groupNumber })) });
async function make(over: InquiryOver = {}): Promise<string> {
  const made = await createInquiry(t.store, {
    organization_id: user.organization_id,
    user_id: user.id,
    payer_id: payer.id,
    status: 'complete',
    coverage: answeredFor('Harbor Mills Inc', '0042'),
    ...over,
    submission: { memberId: 'QQT123456789', ...over.submission },
  });
  return made.id;
}
async function ask(id: string, who = token) {
  const reply = await t.call(who, { method: 'GET', url: `/api/v1/inquiries/${id}/reimbursements` });
  return { status: reply.statusCode, report: reply.json<{ report: ReimbursementReport }>().report };
}

test('an estimate by employer and group is the mean of their rows, with sample size and age', async () => {
  const { status, report } = await ask(await make());

  expect(status).toBe(200);
  expect(report).toEqual({
    local_allowable: false,
    match_level: 3,
    avg: '51.83',
    dtx: '60.00',
    rtc: '55.50',
    php: null,
    iop: null,
    op: '40.00',
    sample_size: 1,
    newest_upload: expect.stringMatching(/^\d{4}-.*Z$/),
  });
});

test('without the group number the whole employer tells, without the employer the prefix', async () => {
  const employer = await ask(await make({ coverage: answeredFor('Harbor Mills Inc', null) }));
  const prefix = await ask(await make({ coverage: answeredFor(null, null) }));

  expect(employer.report).toMatchObject({ match_level: 2, dtx: '70.00', sample_size: 2 });
  expect(prefix.report).toMatchObject({ match_level: 1, dtx: '50.00', sample_size: 3 });
});

test('a group number that was typed counts where the payer tells none', async () => {
  const { report } = await ask(await make({ coverage: answeredFor('Harbor Mills Inc', null), submission: { groupNumber: '42b' } }));

  expect(report).toMatchObject({ match_level: 3, dtx: '80.00' });
});

test('the id of a federal employee finds nothing by its beginning', async () => {
  const id = await make({ coverage: answeredFor(null, null), submission: { memberId: 'R12345678' } });

  expect((await ask(id)).status).toBe(404);
  const orNull = await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}/reimbursements?or_null=true` });
  expect([orNull.statusCode, orNull.json()]).toEqual([200, { report: null }]);
});

test('rows of the payer’s group tell about its members, rows of other payers do not', async () => {
  const group = await createPayer(t.store, { code: 'REIMBG', is_group: true, schema: null });
  const member = await createPayer(t.store, { payer_group_id: group.id });
  await load(['G1,REIMBG,Harbor Mills Inc,0042,,33,,,,']);

  expect((await ask(await make({ payer_id: member.id }))).report).toMatchObject({ dtx: '33.00', sample_size: 1 });
  expect((await ask(await make({ payer_id: (await createPayer(t.store)).id }))).status).toBe(404);
});

test('merged payers count as one', async () => {
  const parent = await createPayer(t.store);
  const child = await createPayer(t.store, { code: 'REIMBC', parent_id: parent.id });
  await load(['M1,REIMBC,Harbor Mills Inc,0042,,22,,,,']);

  expect((await ask(await make({ payer_id: parent.id }))).report).toMatchObject({ dtx: '22.00' });
  expect((await ask(await make({ payer_id: child.id }))).report).toMatchObject({ dtx: '22.00' });
});

test('a local allowable stands in place of percentages, whatever rows there are', async () => {
  await (await readLocalAllowables(t.deps, ['LAX999888777'])).store(SYSTEM_ACTOR);
  await load(['L1,REIMB1,,,LAX,50,,,,']);

  const { report } = await ask(await make({ submission: { memberId: 'lax 000-111' } }));

  expect(report).toMatchObject({ local_allowable: true, match_level: null, avg: null, dtx: null, sample_size: 0, newest_upload: null });
});

test('a local allowable that is switched off is none', async () => {
  await (await readLocalAllowables(t.deps, ['LOF999888777'])).store(SYSTEM_ACTOR);
  await t.deps.db.asAdminFor('0'.repeat(26), async (tx) =>
    tx.execute(`UPDATE la_prefixes SET is_active = false WHERE alpha_prefix = 'LOF'`, []),
  );

  const id = await make({ coverage: answeredFor(null, null), submission: { memberId: 'LOF1234' } });

  expect((await ask(id)).status).toBe(404);
});

test('that an estimate existed is kept with the inquiry, and who looked in the audit trail', async () => {
  const found = await make();
  const none = await make({ coverage: answeredFor(null, null), submission: { memberId: 'ZZZ1234' } });
  await ask(found);
  await ask(none);

  const rows = await t.deps.db.asAdmin(async (tx) =>
    tx.queryOnce<{ id: string; kept: boolean; looks: number }>(
      `SELECT i.id, i.had_reimbursement AS kept,
         (SELECT count(*)::int FROM audit_events a WHERE a.action = 'inquiry.reimbursements' AND i.id = ANY (a.object_ids)) AS looks
       FROM inquiries i WHERE i.id = ANY ($1)`,
      [[found, none]],
    ),
  );

  expect(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: found, kept: true, looks: 1 },
    { id: none, kept: false, looks: 0 },
  ]);
});

test.each([
  ['the permission', { perm_reimbursements: false }, { has_override_reimbursement: true }],
  ['the feature', { perm_reimbursements: true }, { has_override_reimbursement: false }],
])('without %s nobody sees an estimate', async (_what, person, organization) => {
  const { id: organization_id } = await createOrganization(t.store, organization);
  const somebody = await createUser(t.store, { organization_id, ...person });
  const id = await make({ organization_id, user_id: somebody.id });

  expect((await ask(id, await t.signIn(somebody))).status).toBe(403);
});

test('a restricted user sees no estimate of a colleague’s inquiry, and nobody one of another organization', async () => {
  const restricted = await createUser(t.store, { organization_id: user.organization_id, perm_reimbursements: true, is_restricted: true });
  const foreign = await createInquiry(t.store, { status: 'complete', payer_id: payer.id, submission: { memberId: 'QQT1' } });

  expect((await ask(await make(), await t.signIn(restricted))).status).toBe(404);
  expect((await ask(foreign.id)).status).toBe(404);
});
