import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayer, createUser, newId, type Payer } from '../../../../test/factories.ts';
import { formPost } from '../../../../test/form.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import { mergePayers, splitPayer } from '#features/payers/merge-payers.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';

let t: TestApp;
let token: string;
let mill: Payer;
let bay: Payer;

beforeAll(async () => {
  t = await startTestApp();
  token = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  mill = await createPayer(t.store, { code: 'MILL', name: 'Millbrook Health' });
  bay = await createPayer(t.store, {
    code: null,
    is_available: false,
    pverify_code: 'BAY',
    pverify_is_available: true,
    name: 'Bayside Mutual',
  });
  const csv = [
    'r-1,MILL,Harbor Works,G-100,qta,62.5,10,,,90',
    'r-2,MILL,Tidewater 50% Co,G-200,QTB,5,,,,',
    'r-3,BAY,Harbor Works,,,,,,,',
    ...Array.from({ length: 60 }, (_, n) => `bulk-${n},BAY,Ferry ${n},,QF1,${n},,,,`),
  ].join('\n');
  await t.call(token, await formPost('/api/v1/admin/reimbursements/upload', 'file', { file: csv }));
});
afterAll(async () => await t.close());

const list = async (query: string) => {
  const answer = await t.call(token, { method: 'GET', url: `/api/v1/admin/reimbursements?${query}` });
  expect(answer.statusCode).toBe(200);
  const claims = (answer.json().reimbursements as { claim_id: string }[]).map((row) => row.claim_id);
  return { total: Number(answer.headers['x-total-count']), claims, rows: answer.json().reimbursements };
};

test('a row shows its payer, what it compares by and percents of two decimals', async () => {
  const { rows, total } = await list('payer_id=' + mill.id + '&sort=-dtx');

  expect(total).toBe(2);
  expect(rows[0]).toEqual({
    id: expect.any(String),
    claim_id: 'r-1',
    payer_id: mill.id,
    payer: { id: mill.id, name: 'Millbrook Health' },
    employer_name: 'Harbor Works',
    group_number: 'G-100',
    alpha_prefix: 'QTA',
    dtx: '62.50',
    rtc: '10.00',
    php: null,
    iop: null,
    op: '90.00',
    created_at: expect.any(String),
  });
});

test('filters hold together, searches find parts in any case and take signs literally', async () => {
  expect((await list('employer_name=harbor')).claims.toSorted()).toEqual(['r-1', 'r-3']);
  expect((await list(`employer_name=harbor&payer_id=${bay.id}`)).claims).toEqual(['r-3']);
  expect((await list('group_number=g-2')).claims).toEqual(['r-2']);
  expect((await list('alpha_prefix=qtb')).claims).toEqual(['r-2']);
  expect((await list('employer_name=50%25')).claims).toEqual(['r-2']);
  expect((await list('employer_name=5_%25')).claims).toEqual([]);
  expect((await list('q=tide')).claims).toEqual(['r-2']);
});

test('pages of 50 follow the order asked for, empty cells last, with the exact total', async () => {
  const first = await list(`payer_id=${bay.id}&sort=-dtx&limit=50`);
  const second = await list(`payer_id=${bay.id}&sort=-dtx&limit=50&page=2`);

  expect(first.total).toBe(61);
  expect(first.claims.slice(0, 2)).toEqual(['bulk-59', 'bulk-58']);
  expect([first.claims.length, second.claims.length]).toEqual([50, 11]);
  expect(second.claims.at(-1)).toBe('r-3');
  expect(new Set([...first.claims, ...second.claims]).size).toBe(61);
});

test('ascending pages cross from the last value to the empty cells without losing or repeating a row', async () => {
  const pages = await Promise.all([1, 2, 3, 4].map(async (page) => await list(`payer_id=${bay.id}&sort=dtx&limit=20&page=${page}`)));

  const claims = pages.flatMap((page) => page.claims);
  const values = pages.flatMap((page) => (page.rows as { dtx: string | null }[]).map(({ dtx }) => dtx));
  expect(pages.map((page) => page.claims.length)).toEqual([20, 20, 20, 1]);
  expect(new Set(claims).size).toBe(61);
  expect(values).toEqual(values.toSorted((a, b) => Number(a ?? Infinity) - Number(b ?? Infinity)));
});

test.each(['sort=employer_name', 'limit=101', 'payer_id=x', 'alpha_prefix=LONG', 'what=1'])('%s is refused', async (query) => {
  expect((await t.call(token, { method: 'GET', url: `/api/v1/admin/reimbursements?${query}` })).statusCode).toBe(422);
});

test('rows of merged payers stand under the payer they became, and under their own again after a split', async () => {
  const id = await mergePayers(t.deps, SYSTEM_ACTOR, {
    parts: [mill, bay].map((payer) => ({ id: payer.id, field: 'payer_ids' })),
    name: 'Millbrook Bayside',
  });

  const merged = await list(`payer_id=${id}&employer_name=harbor`);
  await splitPayer(t.deps, SYSTEM_ACTOR, id);
  const split = await list(`payer_id=${mill.id}&employer_name=harbor`);

  expect(merged.claims.toSorted()).toEqual(['r-1', 'r-3']);
  expect(merged.rows[0].payer).toEqual({ id, name: 'Millbrook Bayside' });
  expect(split.rows).toMatchObject([{ claim_id: 'r-1', payer: { id: mill.id } }]);
});

test('local allowables list the member id as it was, switch on and off, and are audited', async () => {
  const text = Array.from({ length: 55 }, (_, n) => `Q${String(n).padStart(2, '0')}77${n}`).join('\n');
  const upload = await t.call(token, await formPost('/api/v1/admin/la-prefixes/upload', 'member_ids', { text }));
  expect(upload.statusCode).toBe(204);

  const page = await t.call(token, {
    method: 'GET',
    url: '/api/v1/admin/la-prefixes?limit=50',
    headers: { 'x-access-reason': 'checking%20the%20%C3%A9lite%20list' },
  });
  const [first] = page.json().la_prefixes;
  const off = await t.call(token, { method: 'PUT', url: `/api/v1/admin/la-prefixes/${first.id}`, payload: { is_active: false } });
  const descending = await t.call(token, { method: 'GET', url: '/api/v1/admin/la-prefixes?sort=is_active&q=q0' });

  expect(page.headers['x-total-count']).toBe('55');
  expect(page.json().la_prefixes).toHaveLength(50);
  expect(first).toMatchObject({ alpha_prefix: 'Q00', member_id: 'Q00770', is_active: true });
  expect(off.json().la_prefix).toEqual({ ...first, is_active: false });
  expect(descending.headers['x-total-count']).toBe('10');
  expect(descending.json().la_prefixes[0].id).toBe(first.id);
  expect(
    (await t.call(token, { method: 'PUT', url: `/api/v1/admin/la-prefixes/${newId()}`, payload: { is_active: true } })).statusCode,
  ).toBe(404);
  const [audited] = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ reason: string; object_ids: string[] }>(
        `SELECT reason, object_ids FROM audit_events WHERE action = 'la-prefix.list' ORDER BY at LIMIT 1`,
        [],
      ),
  );
  expect(audited?.reason).toBe('checking the élite list');
  expect(audited?.object_ids).toHaveLength(50);
});
