import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { DEMO_PASSWORD } from './demo-data.ts';
import { loadDemo, loadFirstData } from './first-data.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
  await loadFirstData(t.deps);
  await loadDemo(t.deps);
}, 60_000);
afterAll(async () => await t.close());

const tokenOf = async (email: string) => {
  const reply = await t.call(null, { method: 'POST', url: '/api/v1/auth/login', payload: { email, password: DEMO_PASSWORD } });
  expect(reply.statusCode).toBe(200);
  return reply.cookies.find(({ name }) => name === 'sid')?.value ?? '';
};

test('among the answers of the demo practice stands every kind of estimate', async () => {
  const token = await tokenOf('manager@demo.test');
  const list = await t.call(token, { method: 'GET', url: '/api/v1/inquiries?limit=50&status=complete' });
  const { inquiries } = list.json<{ inquiries: { id: string }[] }>();

  const kinds = await Promise.all(
    inquiries.map(async ({ id }) => {
      const reply = await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}/reimbursements` });
      if (reply.statusCode !== 200) return reply.statusCode;
      const { report } = reply.json<{ report: { local_allowable: boolean; match_level: number | null } }>();
      return report.local_allowable ? 'local allowable' : `level ${report.match_level}`;
    }),
  );

  expect(new Set(kinds)).toEqual(new Set(['level 1', 'level 2', 'level 3', 'local allowable', 404]));
});

test('what stands there is made once, also by a second start', async () => {
  const count = async () =>
    await t.deps.db.asAdmin(
      async (tx) => await tx.queryOnce('SELECT count(*) FROM reimbursements UNION ALL SELECT count(*) FROM la_prefixes', []),
    );
  const before = await count();

  await loadDemo(t.deps);

  expect(await count()).toEqual(before);
});

test('the other demo practice sees no estimates', async () => {
  const token = await tokenOf('manager@other.test');
  const list = await t.call(token, { method: 'GET', url: '/api/v1/inquiries?status=complete' });
  const { inquiries } = list.json<{ inquiries: { id: string }[] }>();

  const reply = await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${inquiries[0]?.id}/reimbursements` });

  expect(reply.statusCode).toBe(403);
});
