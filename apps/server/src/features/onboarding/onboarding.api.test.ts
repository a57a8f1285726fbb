import { inquirySchema } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Onboarding } from '@coverlight/contract/onboarding/onboarding.contract.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInquiry, createOrganization, createProvider, createUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { sampleAnswer } from './sample-answer.ts';

let t: TestApp;
beforeAll(async () => (t = await startTestApp()));
afterAll(async () => await t.close());

const post = async (token: string, path: string) => await t.call(token, { method: 'POST', url: `/api/v1/onboarding/${path}`, payload: {} });
const steps = async (token: string): Promise<Onboarding> =>
  (await t.call(token, { method: 'GET', url: '/api/v1/onboarding' })).json().onboarding;
/** As after registration: nothing bought yet. */
async function newPractice(): Promise<{ token: string; organizationId: string }> {
  const { id: organization_id } = await createOrganization(t.store, { subscription: null });
  const token = await t.signIn(await createUser(t.store, { organization_id, is_manager: true }));
  await createProvider(t.store, { organization_id });
  return { token, organizationId: organization_id };
}
const countsOf = async (organizationId: string) =>
  await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce(
        `SELECT (SELECT count(*)::int FROM inquiries WHERE organization_id = $1) AS inquiries,
           (SELECT count(*)::int FROM usage_events WHERE organization_id = $1) AS counted`,
        [organizationId],
      ),
  );

test('a manager without a plan opens the sample, which asks nobody, stores no inquiry and is not counted', async () => {
  const { token, organizationId } = await newPractice();
  expect(await steps(token)).toEqual({
    has_facility: true,
    has_colleagues: false,
    has_first_check: false,
    has_plan: false,
    is_dismissed: false,
  });

  const reply = await post(token, 'sample');

  expect(reply.statusCode).toBe(200);
  expect(reply.json().inquiry).toMatchObject({
    status: 'complete',
    source_name: 'Sample',
    plan_state: 'active',
    coverage: { patient: { last_name: 'QUACKENBUSH' } },
  });
  expect(await countsOf(organizationId)).toEqual([{ inquiries: 0, counted: 0 }]);
  expect(await steps(token)).toMatchObject({ has_first_check: true });
  // It stays one of nobody: no call finds it.
  const { id } = reply.json().inquiry;
  expect((await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}` })).statusCode).toBe(404);
});

test('the steps follow what is done, and stay dismissed for the whole organization', async () => {
  const organization = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  const other = await createUser(t.store, { organization_id: organization.id, is_manager: true });
  await createInquiry(t.store, { organization_id: organization.id, user_id: user.id });
  const token = await t.signIn(user);
  expect(await steps(token)).toMatchObject({ has_facility: true, has_colleagues: true, has_first_check: true, has_plan: true });

  expect((await post(token, 'dismiss')).statusCode).toBe(204);

  expect(await steps(await t.signIn(other))).toMatchObject({ is_dismissed: true });
  const stranger = await newPractice();
  expect(await steps(stranger.token)).toMatchObject({ is_dismissed: false });
});

test.each(['2026-11-23T18:00:00Z', '2027-01-02T18:00:00Z', '2028-02-29T18:00:00Z', '2031-12-31T20:00:00Z'])(
  'on %s the sample reads as an active plan of this year, without anything to warn of in its dates',
  (at) => {
    const now = new Date(at);
    const inquiry = sampleAnswer({ now, facility: 'Harbor', viewer: { id: '0'.repeat(26), name: 'You' } });

    expect(inquirySchema.safeParse(inquiry).success).toBe(true);
    expect(inquiry.plan_state).toBe('active');
    expect(inquiry.coverage?.plans[0]?.plan_end).toBe(`${at.slice(0, 4)}-12-31`);
    expect(inquiry.warnings.map(({ kind }) => kind)).not.toEqual(expect.arrayContaining(['inactive', 'expired', 'records-differ']));
  },
);
