/** What every upload refuses, and that a refused one leaves nothing behind (docs/product.md 5.4, 15.3). */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createPayer, createUser, newId } from '../../../test/factories.ts';
import { formPost, type Part } from '../../../test/form.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';
import { takeUpAdminJobs } from './jobs/admin-jobs.ts';
import { insertAdminJob } from './jobs/admin-jobs.repository.ts';

let t: TestApp;
let token: string;
let origin: string;

beforeAll(async () => {
  t = await startTestApp();
  token = await t.signIn(await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true }));
  await createPayer(t.store, { code: 'KNOWN1', name: 'Known' });
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => await t.close());

const UPLOADS = [
  {
    path: '/admin/payers/upload',
    good: (n: number) => `UP${n},Payer ${n}`,
    bad: ',Nameless',
    words: 'the code is missing.',
    formula: '=A1,Sum',
    header: 'Payer ID,Payer Name',
  },
  {
    path: '/admin/payers/prefix/upload',
    good: (n: number) => `${String(n % 1000).padStart(3, 'A')},Known,KNOWN1`,
    bad: 'ABCD,Known,KNOWN1',
    words: 'the prefix is not three letters or digits.',
    formula: 'ABC,@cmd,KNOWN1',
    header: 'Alpha Prefix,Payer,Code',
  },
  {
    path: '/admin/reimbursements/upload',
    good: (n: number) => `claim-${n},KNOWN1,Mill ${n},,,50,,,,`,
    bad: 'claim,NOBODY,,,,50,,,,',
    words: 'no payer has this payer code.',
    formula: 'claim,KNOWN1,+SUM(A1),,,50,,,,',
    header: 'claim_no,PayerID,Employer,Group #,Prefix,Detox,Residential,Partial Hosp.,Intensive OP,Outpatient',
  },
] as const;

const stored = async () => {
  const [row] = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ counts: string }>(
        `SELECT concat_ws(',', (SELECT count(*) FROM payers), (SELECT count(*) FROM payer_prefixes), (SELECT count(*) FROM reimbursements),
           (SELECT count(*) FROM la_prefixes)) AS counts`,
        [],
      ),
  );
  return row?.counts;
};
const upload = async (path: string, part: Part, field = 'file') => await t.call(token, await formPost(`/api/v1${path}`, field, part));
const pause = async () => await new Promise<false>((resolve) => setTimeout(() => resolve(false), 50));
const many = (rows: number, line: (n: number) => string) => Array.from({ length: rows }, (_, n) => line(n)).join('\n');

describe.each(UPLOADS)('$path', ({ path, good, bad, words, formula, header }) => {
  test.each([
    ['a picture', { file: Buffer.from([0x89, 0x50, 0x4e, 0x47]), name: 'logo.png', type: 'image/png' }, 'Please choose a CSV file.'],
    ['binary under a CSV name', { file: Buffer.from('a\0b,c') }, 'The file is not text. Please choose a CSV file.'],
    [
      'text that is not UTF-8',
      { file: Buffer.from([0x41, 0xe9, 0x2c, 0x42]) },
      'The file is not UTF-8 text. Please save it as "CSV UTF-8".',
    ],
    ['nothing', { file: '' }, 'The file is empty.'],
    ['blank lines', { file: '\n\r\n' }, 'The file is empty.'],
    ['an endless line', { file: `${'x'.repeat(50_000)},y` }, 'Line 1: the line is too long.'],
  ] as const)('%s is refused in clear words', async (_what, part, message) => {
    const before = await stored();

    const answer = await upload(path, part);

    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toEqual({ errors: { file: [message] } });
    expect(await stored()).toBe(before);
  });

  test('a wrong line in the middle keeps all out and is told by its number', async () => {
    const before = await stored();

    const answer = await upload(path, { file: [many(700, good), bad, many(700, good)].join('\n') });

    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.file).toContain(`Line 701: ${words}`);
    expect(await stored()).toBe(before);
  });

  test('a header row is named as such in whatever words it is written, and so are semicolons and tabs between the columns', async () => {
    const errorsOf = async (file: string) => {
      const answer = await upload(path, { file });
      return [answer.statusCode, answer.json().errors.file];
    };

    expect(await errorsOf(`\n${header}\n${good(1)}\n`)).toEqual([422, ['Line 2: this is a header row. Please remove it.']]);
    for (const [separator, name] of [
      [';', 'semicolons'],
      ['\t', 'tabs'],
    ] as const) {
      const told = [422, [`The columns are separated by ${name}. Please save the file with commas between them.`]];
      expect(await errorsOf(good(1).replaceAll(',', separator))).toEqual(told);
    }
  });

  test('a second file in the form is refused, and nothing of the first is stored', async () => {
    const before = await stored();
    const two = new FormData();
    for (const n of [1, 2]) two.append('file', new Blob([good(n)], { type: 'text/csv' }), `${n}.csv`);
    const encoded = new Response(two);

    const answer = await t.call(token, {
      method: 'POST',
      url: `/api/v1${path}`,
      payload: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    });

    expect([answer.statusCode, answer.json()]).toEqual([422, { errors: { file: ['Please send one file only.'] } }]);
    expect(await stored()).toBe(before);
  });

  test('storing that takes longer than the call waits is told with its progress, and ends well for whoever comes back', async () => {
    // The wait is 20 seconds; nobody who tests has them.
    const wait = setTimeout;
    const shortened = vi
      .spyOn(globalThis, 'setTimeout')
      .mockImplementation((run: () => void, ms?: number) => wait(run, ms === 20_000 ? 1 : ms));
    const started = await upload(path, { file: many(900, (n) => good(n + 5000)) });
    shortened.mockRestore();

    expect(started.statusCode).toBe(202);
    const { job } = started.json<{ job: { id: string; done: number; total: number | null } }>();
    const [running] = (await t.call(token, { method: 'GET', url: '/api/v1/admin/jobs' })).json().jobs;
    expect(running).toMatchObject({ id: job.id, kind: expect.stringMatching(/^upload-[a-z-]+$/) });
    const ended = await vi.waitFor(
      async () => {
        const answer = await t.call(token, { method: 'GET', url: `/api/v1/admin/jobs/${job.id}` });
        expect(answer.statusCode).not.toBe(202);
        return answer;
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(ended.statusCode).toBe(204);
    const again = await stored();
    expect((await upload(path, { file: good(5000) })).statusCode).toBe(204);
    expect(await stored()).toBe(again);
  });

  test('a cell that a spreadsheet would run is refused', async () => {
    const answer = await upload(path, { file: `${good(1)}\n${formula}\n` });

    expect(answer.statusCode).toBe(422);
    expect(answer.json().errors.file).toEqual([expect.stringMatching(/^Line 2: .* begins like a formula/)]);
  });

  test('a form without a file, under another name, or broken off is refused', async () => {
    expect((await upload(path, { text: 'a,b' })).json()).toEqual({ errors: { file: ['Please choose a file.'] } });
    expect((await upload(path, { file: good(1) }, 'sheet')).json()).toEqual({ errors: { sheet: ['This field is not known.'] } });
    const whole = await formPost(`/api/v1${path}`, 'file', { file: good(1) });
    expect((await t.call(token, { ...whole, payload: (whole.payload as Buffer).subarray(0, 150) })).statusCode).toBe(400);
    expect((await t.call(token, { ...whole, headers: { 'content-type': 'multipart/form-data' } })).statusCode).toBe(400);
    expect((await t.call(token, { ...whole, headers: { 'content-type': 'text/csv' } })).statusCode).toBe(415);
  });
});

const BOUNDARY = 'a-boundary-of-a-form';
/** The first part of a form, up to where the file's own bytes begin. */
const FORM_HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n`;
const stream = async (path: string, body: AsyncIterable<Buffer>) =>
  await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    body: body as unknown as NonNullable<RequestInit['body']>,
    duplex: 'half',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, cookie: `sid=${token}` },
  });

// Payers and prefixes are read by the same lines of code.
describe.each(UPLOADS.filter(({ path }) => !path.includes('prefix')))('$path', ({ path, good }) => {
  test('more than 200,000 lines are refused while the rest of a million is still on its way', { timeout: 60_000 }, async () => {
    const before = await stored();
    let thousands = 0;
    let answered: () => void = () => undefined;
    const isAnswered = new Promise<void>((resolve) => {
      answered = resolve;
    });
    async function* lines() {
      yield Buffer.from(FORM_HEAD);
      for (let first = 0; first < 200_000; first += 1000) yield Buffer.from(`${many(1000, (n) => good(first + n))}\n`);
      yield Buffer.from(`${good(200_000)}\n`);
      // The rest of a million lines is on its way until there is an answer.
      for (; thousands < 800 && !(await Promise.race([isAnswered.then(() => true), pause()])); thousands += 1)
        yield Buffer.from(`${many(1000, (n) => good(200_001 + thousands * 1000 + n))}\n`);
    }

    const answer = await stream(path, lines());
    answered();

    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ errors: { file: ['The file has more than 200,000 lines.'] } });
    expect(thousands).toBeLessThan(800);
    expect(await stored()).toBe(before);
  });

  test('a file above 32 MB is refused, announced or not, and never cut off and stored', { timeout: 60_000 }, async () => {
    const before = await stored();
    const blank = Buffer.alloc(1024 * 1024, '\n');
    async function* unannounced() {
      yield Buffer.from(`${FORM_HEAD}${good(1)}\n`);
      for (let megabyte = 0; megabyte < 33; megabyte += 1) yield blank;
      yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
    }
    const announced = await fetch(`${origin}/api/v1${path}`, {
      method: 'POST',
      body: Buffer.concat([Buffer.from(FORM_HEAD), Buffer.alloc(33 * 1024 * 1024, '\n')]),
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, cookie: `sid=${token}` },
    });

    for (const answer of [announced, await stream(path, unannounced())]) {
      expect(answer.status).toBe(413);
      expect(await answer.json()).toEqual({ errors: { file: ['This is larger than 32 MB.'] } });
    }
    expect(await stored()).toBe(before);
  });
});

/** Writes a whole request, and reads only then: what many a program does, and a proxy that closes behind each request. */
async function sendWhole(path: string, bytes: number, headers: readonly string[]): Promise<string> {
  const socket = connect({ port: Number(new URL(origin).port), host: '127.0.0.1' });
  socket.pause();
  const head = [`POST /api/v1${path} HTTP/1.1`, 'host: 127.0.0.1', `cookie: sid=${token}`, 'connection: close', ...headers, '', ''];
  socket.write(head.join('\r\n'));
  const piece = Buffer.alloc(1024 * 1024, '\n');
  for (let sent = 0; sent < bytes; sent += piece.length) if (!socket.write(piece)) await once(socket, 'drain');
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}
const FORM = [`content-type: multipart/form-data; boundary=${BOUNDARY}`];
const LARGE = 45 * 1024 * 1024;

test('who sends 45 MB to the end before reading finds the refusal, and no broken connection', { timeout: 60_000 }, async () => {
  const path = '/admin/reimbursements/upload';
  const announced = `content-length: ${LARGE}`;

  const tooLarge = await sendWhole(path, LARGE, [...FORM, announced]);
  const noForm = await sendWhole(path, LARGE, ['content-type: text/csv', announced]);
  const noFile = await sendWhole('/admin/users', LARGE, ['content-type: application/json', announced]);

  expect(tooLarge).toMatch(/^HTTP\/1\.1 413 /);
  expect(tooLarge).toMatch(/\{"errors":\{"file":\["This is larger than 32 MB\."\]\}\}$/);
  expect(noForm).toMatch(/^HTTP\/1\.1 415 /);
  expect(noFile).toMatch(/^HTTP\/1\.1 4\d\d /);
});

test('a prefix for a payer of another name is refused with its line; any name of the payer and none will do', async () => {
  await createPayer(t.store, { code: 'KNOWN2', name: 'Harbor Health, Inc.', name_internal: 'Harbor (OH)' });
  const path = '/admin/payers/prefix/upload';

  const refused = await upload(path, { file: 'ZZA,Harbor Health Inc,KNOWN2\nZZB,Known,KNOWN2\nZZC,HARBOR  oh,KNOWN2\nZZD,,KNOWN2\n' });

  expect(refused.json()).toEqual({ errors: { file: ['Line 2: the payer with this code has another name.'] } });
  expect((await upload(path, { file: 'ZZA,Harbor Health Inc,KNOWN2\nZZC,HARBOR OH,KNOWN2\nZZD,,KNOWN2\n' })).statusCode).toBe(204);
});

test('one prefix for two payers of a group is refused with its line; for payers of two groups, or merged into one, it is not', async () => {
  const [blue, green] = [await createPayer(t.store, { is_group: true }), await createPayer(t.store, { is_group: true })];
  const north = await createPayer(t.store, { code: 'NORTH1', payer_group_id: blue.id });
  await createPayer(t.store, { code: 'SOUTH1', payer_group_id: blue.id });
  await createPayer(t.store, { code: 'NORTH2', parent_id: north.id });
  await createPayer(t.store, { code: 'GREEN1', payer_group_id: green.id });
  await createPayer(t.store, { code: 'ALONE1' });
  const path = '/admin/payers/prefix/upload';

  const refused = await upload(path, { file: 'YYA,,NORTH1\nYYB,,SOUTH1\nyya,,SOUTH1\n' });

  expect(refused.json()).toEqual({ errors: { file: ['Line 3: a line above gives this prefix to another payer of the same group.'] } });
  expect((await upload(path, { file: 'YYA,,NORTH1\nYYA,,NORTH1\nYYA,,NORTH2\nYYA,,GREEN1\nYYA,,ALONE1\n' })).statusCode).toBe(204);
});

test('names that change the direction of writing are refused with their line', async () => {
  const refused = await upload('/admin/payers/upload', { file: 'UPD1,Meadow Mutual\nUPD2,Meadow \u202Emutual\n' });

  expect(refused.json()).toEqual({ errors: { file: ['Line 2: a cell holds invisible characters.'] } });
});

test('ids on one line and a heading above them are told as what they are', async () => {
  const path = '/admin/la-prefixes/upload';

  const answer = await upload(path, { text: 'Member IDs\nQMA1234567, QMB7654321\nQMC1;QMD2\nQME1\tQMF2\nQMG 123-45' }, 'member_ids');

  expect(answer.json().errors.member_ids).toEqual([
    'Line 1: this is a heading. Please remove it.',
    ...[2, 3, 4].map((line) => `Line ${line}: please put one member id on each line.`),
  ]);
});

test('a share is a percentage from 0 to 100 with at most two decimals', async () => {
  const path = '/admin/reimbursements/upload';
  const row = (value: string, n = value) => `share-${n},KNOWN1,,,,${value},,,,`;

  const wrong = await upload(path, { file: ['100.01', '62.505', '1000', '.5', '62,5'].map((value) => row(value)).join('\n') });

  expect(wrong.json().errors.file).toEqual([
    ...[1, 2, 3, 4].map((line) => `Line ${line}: dtx is not a percentage from 0 to 100 such as 62.50.`),
    expect.stringMatching(/^Line 5: 10 columns are expected/),
  ]);
  expect((await upload(path, { file: ['0', '100', '100.00', '62.5', '7'].map((value) => row(value)).join('\n') })).statusCode).toBe(204);
});

test('what a process stored of a file when it died is nothing, and whoever asks is told so', async () => {
  const id = newId();
  await t.deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) =>
    insertAdminJob(tx, { id, kind: `upload-payers:${newId()}`, subject: null, startedBy: newId(), now: t.deps.clock() }),
  );
  t.turnClock(31_000);
  await takeUpAdminJobs(t.deps);

  const ended = await vi.waitFor(async () => {
    const answer = await t.call(token, { method: 'GET', url: `/api/v1/admin/jobs/${id}` });
    expect(answer.statusCode).not.toBe(202);
    return answer;
  });

  expect([ended.statusCode, ended.json()]).toEqual([
    503,
    { errors: { NOFIELD: ['The server was stopped while it stored the file, so nothing of it is stored. Please upload it again.'] } },
  ]);
});

test('the lines of the text area are taken whole or not at all', async () => {
  const path = '/admin/la-prefixes/upload';
  const before = await stored();

  const wrong = await upload(path, { text: 'QMA1234567\r\n\r\nR12345678\r\nQMB7654321' }, 'member_ids');

  expect(wrong.statusCode).toBe(422);
  expect(wrong.json()).toEqual({ errors: { member_ids: ['Line 3: this member id has no alpha prefix.'] } });
  expect(await stored()).toBe(before);
  expect((await upload(path, { text: ' \n ' }, 'member_ids')).json()).toEqual({ errors: { member_ids: ['This field is required.'] } });
  expect((await upload(path, { text: 'QMA1234567' }, 'ids')).json()).toEqual({ errors: { ids: ['This field is not known.'] } });
  expect((await upload(path, { text: many(200_001, (n) => `QMA${n}`) }, 'member_ids')).json()).toEqual({
    errors: { member_ids: ['There are more than 200,000 lines.'] },
  });
  expect((await t.call(token, { method: 'POST', url: `/api/v1${path}`, payload: { member_ids: 'QMA1' } })).statusCode).toBe(415);
  expect((await upload(path, { text: 'x'.repeat(33 * 1024 * 1024) }, 'member_ids')).statusCode).toBe(413);
});
