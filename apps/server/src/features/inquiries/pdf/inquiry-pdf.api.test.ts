import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCoverage } from '../../../../test/coverages.ts';
import { createInquiry, createOrganization, createUser, type InquiryOver, type User } from '../../../../test/factories.ts';
import { aLine } from '../../../../test/lines.ts';
import { readPdf } from '../../../../test/read-pdf.ts';
import { startTestApp, type TestApp } from '../../../../test/test-app.ts';

let t: TestApp;
let standard: User;
let restricted: User;
let token: string;

beforeAll(async () => {
  t = await startTestApp();
  const organization = await createOrganization(t.store, { name: 'Tidewater Practice' });
  standard = await createUser(t.store, { organization_id: organization.id });
  restricted = await createUser(t.store, { organization_id: organization.id, is_restricted: true });
  token = await t.signIn(standard);
});
afterAll(async () => await t.close());

const coverage = aCoverage({
  lines: [aLine({ network: 'in', amount: '31' }), aLine({ network: 'out', amount: '47' })],
});
const make = async (over: InquiryOver = {}) =>
  (await createInquiry(t.store, { organization_id: standard.organization_id, user_id: standard.id, status: 'complete', coverage, ...over }))
    .id;
const print = async (id: string, query = '', who = token) =>
  await t.call(who, { method: 'GET', url: `/api/v1/inquiries/${id}/pdf${query}` });
const printsOf = async (id: string) =>
  await t.deps.db.asAdmin(async (tx) =>
    tx.queryOnce<{ actor_user_id: string; outcome: string }>(
      `SELECT actor_user_id, outcome FROM audit_events WHERE action = 'inquiry.print' AND $1 = ANY (object_ids)`,
      [id],
    ),
  );

test('a complete inquiry is downloaded under a name without patient data, kept by nobody, and written to the audit trail', async () => {
  const id = await make();

  const reply = await print(id);

  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="coverlight-inquiry-${id}.pdf"`,
    'cache-control': 'no-store',
  });
  const { text } = await readPdf(reply.rawPayload);
  for (const words of ['Tidewater Practice', 'Marlow Quillfeather', '$31.00', '$47.00', '(America/Los_Angeles)'])
    expect(text).toContain(words);
  expect(await printsOf(id)).toEqual([{ actor_user_id: standard.id, outcome: 'done' }]);
});

test('the filters of the screen hold for the PDF, and the zone asked for is printed', async () => {
  const id = await make();

  const { text } = await readPdf(
    (await print(id, '?networks=outOfNetwork&payments=coPayment&level=Family&benefits=MH&zone=Asia/Tokyo')).rawPayload,
  );

  expect(text).toContain('$47.00');
  expect(text).not.toContain('$31.00');
  expect(text).toContain('(Asia/Tokyo)');
});

test('an answer for another day than the one asked for says so in the answer and in the PDF', async () => {
  const day = { qualifier: null, label: 'As of date', from: '2026-03-02', to: '2026-03-02', text: null };
  const id = await make({ coverage: aCoverage({ answeredFor: [day] }), submission: { asOfDate: '2026-03-09' } });
  const title = 'The answer is for 03/02/2026, not for the date asked for (03/09/2026)';

  const { inquiry } = (await t.call(token, { method: 'GET', url: `/api/v1/inquiries/${id}` })).json();
  const { text } = await readPdf((await print(id)).rawPayload);

  expect(inquiry.warnings.map((warning: { title: string }) => warning.title)).toContain(title);
  expect(text).toContain(title);
});

test('the summary is the first page alone, audited as any other, under the same filters', async () => {
  const id = await make();

  const { pages } = await readPdf((await print(id, '?summary=true&networks=outOfNetwork')).rawPayload);

  expect(pages).toHaveLength(1);
  expect(pages[0]).toContain('$47.00');
  expect(pages[0]).not.toContain('$31.00');
  expect(await printsOf(id)).toEqual([{ actor_user_id: standard.id, outcome: 'done' }]);
});

test('an empty filter filters nothing', async () => {
  const { text } = await readPdf((await print(await make(), '?networks=&benefits=')).rawPayload);

  expect(text).toContain('$31.00');
});

test.each([
  ['level', 'level=Everybody'],
  ['networks', 'networks=inNetwork,nearby'],
  ['payments', 'payments=tips'],
  ['benefits', 'benefits=MH,QQQQ'],
  ['zone', 'zone=Mars/Olympus'],
  ['summary', 'summary=perhaps'],
  ['colour', 'colour=red'],
])('an unknown %s is refused by its name', async (field, query) => {
  const reply = await print(await make(), `?${query}`);

  expect(reply.statusCode).toBe(422);
  expect(Object.keys(reply.json<{ errors: object }>().errors)).toEqual([field]);
});

test('a service that only the payer knows can be chosen', async () => {
  const odd = aCoverage({ lines: [aLine({ service: { code: 'QQ9', text: 'Odd service' }, amount: '12' }), aLine({ amount: '31' })] });

  const { text } = await readPdf((await print(await make({ coverage: odd }), '?benefits=QQ9')).rawPayload);

  expect(text).toContain('$12.00');
  expect(text).not.toContain('$31.00');
});

test.each(['draft', 'pending', 'max-retry', 'unknown', 'cancel', 'error', 'failure'] as const)(
  'an inquiry that is %s cannot be printed, and nothing is written to the audit trail',
  async (status) => {
    const { id } = await createInquiry(t.store, { organization_id: standard.organization_id, user_id: standard.id, status });

    expect((await print(id)).statusCode).toBe(409);
    expect(await printsOf(id)).toEqual([]);
  },
);

test('an expired inquiry is printed with its notice', async () => {
  const created_at = new Date(t.deps.clock().getTime() - 61 * 86_400_000);

  const { text } = await readPdf((await print(await make({ created_at }))).rawPayload);

  expect(text).toContain('and is out of date. Please resubmit for the most current data.');
});

test('inquiries of colleagues are not there for a restricted user, nor those of other organizations for anybody', async () => {
  const foreign = await createInquiry(t.store, { status: 'complete', coverage });

  expect((await print(await make(), '', await t.signIn(restricted))).statusCode).toBe(404);
  expect((await print(foreign.id)).statusCode).toBe(404);
  expect((await print('nothing')).statusCode).toBe(404);
});

test('the server’s own thread stays free while PDFs are made', async () => {
  const lines = Array.from({ length: 60 }, (_line, index) => aLine({ amount: String(index), texts: [`Remark ${index}`] }));
  const id = await make({ coverage: aCoverage({ lines }) });
  await print(id);

  const before = performance.eventLoopUtilization();
  const replies = await Promise.all(Array.from({ length: 3 }, async () => await print(id)));
  const { utilization } = performance.eventLoopUtilization(before);

  expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200]);
  // Drawn in this thread, the pages would leave it hardly any time.
  expect(utilization).toBeLessThan(0.5);
});

test('nothing of a patient reaches the log', async () => {
  await print(await make({ submission: { patientLastName: 'Canaryprint' } }));

  expect(t.log.lines.filter((line) => /canaryprint|quillfeather/i.test(line))).toEqual([]);
});
