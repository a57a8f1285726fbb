import { Readable } from 'node:stream';
import { ulid } from 'ulid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPayer } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/test-app.ts';
import { INTERNAL_ORGANIZATION_ID } from '../../db/internal-organization.ts';
import { AppError } from '../../http/app-error.ts';
import { readLocalAllowables, memberIdAt } from './import-local-allowables.ts';
import { readReimbursements } from './import-reimbursements.ts';
import { tallyUploads } from './tally-uploads.ts';
import { SYSTEM_ACTOR } from '../../http/actor.ts';

let t: TestApp;

beforeAll(async () => {
  t = await startTestApp();
  await createPayer(t.store, { code: 'IMP1' });
  await createPayer(t.store, { code: null, pverify_code: 'PV-77' });
});
afterAll(async () => await t.close());

const load = async (text: string | Buffer | Readable) =>
  await (await readReimbursements(t.deps, text instanceof Readable ? text : Readable.from([text]))).store(SYSTEM_ACTOR);
const loadIds = async (lines: string[], deps = t.deps) => await (await readLocalAllowables(deps, lines)).store(SYSTEM_ACTOR);
const refusal = async (work: Promise<unknown>) =>
  await work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error.errors : error),
  );
const claims = async (like: string) =>
  await t.deps.db.asAdmin(async (tx) => tx.queryOnce(`SELECT * FROM reimbursements WHERE claim_id LIKE $1 ORDER BY claim_id`, [like]));
const count = async () => (await claims('%')).length;

test('a file is stored as it is, empty cells as nothing, the prefix in upper case', async () => {
  const result = await load('\uFEFFa-1,IMP1," Harbor Mills, Inc. ",0042,qqt,62.5,0,,,100\r\na-2,pv-77,,,,,,,,\r\n');

  expect(result).toEqual({ lines: 2, added: 2 });
  expect(await claims('a-%')).toMatchObject([
    {
      employer_name: 'Harbor Mills, Inc.',
      group_number: '0042',
      alpha_prefix: 'QQT',
      dtx: '62.5000',
      rtc: '0.0000',
      php: null,
      op: '100.0000',
    },
    { employer_name: null, employer_key: null, group_number: null, alpha_prefix: null, dtx: null, op: null },
  ]);
});

test('after an upload of many claims equal percentages of a prefix are counted together, and a small one leaves that to the night', async () => {
  const lines = (from: number, many: number) =>
    Array.from({ length: many }, (_, index) => `t-${from + index},IMP1,,,TLY,,,,,${(from + index) % 50}\n`).join('');
  const tallies = async () =>
    await t.deps.db.asAdmin(
      async (tx) =>
        await tx.queryOnce<{ rows: number; claims: number | null }>(
          `SELECT count(*)::int AS rows, sum(claims)::int AS claims FROM claim_tallies WHERE alpha_prefix = 'TLY'`,
          [],
        ),
    );
  await load(lines(0, 1999));
  expect(await tallies()).toEqual([{ rows: 0, claims: null }]);
  await load(lines(1999, 2001));
  const waiting = await t.deps.db.asAdmin(
    async (tx) => await tx.queryOnce(`SELECT data FROM pgboss.job WHERE name = 'tally-claims' AND state = 'created'`, []),
  );
  expect(waiting).toEqual([{ data: {} }]);
  await tallyUploads(t.deps);
  expect(await tallies()).toEqual([{ rows: 50, claims: 4000 }]);
});

test('claims of a server whose clock lags are in a range at once, although they look older than what was counted', async () => {
  const lines = (from: number, many: number) =>
    Array.from({ length: many }, (_, index) => `s-${from + index},IMP1,,,LAG,,,,,${(from + index) % 50}\n`).join('');
  await load(lines(0, 2000));
  await tallyUploads(t.deps);
  const lagging = { ...t.deps, newId: () => ulid(Date.now() - 600_000) };
  await (await readReimbursements(lagging, Readable.from([lines(2000, 10)]))).store(SYSTEM_ACTOR);
  const [seen] = await t.deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ claims: number }>(
        `SELECT (SELECT sum(claims) FROM claim_tallies WHERE alpha_prefix = 'LAG')::int
           + (SELECT count(*) FROM reimbursements WHERE alpha_prefix = 'LAG' AND id > (SELECT until FROM claim_tally_marks))::int AS claims`,
        [],
      ),
  );
  expect(seen).toEqual({ claims: 2010 });
});

test('a known claim stays as it is, in the file and in the database', async () => {
  await load('b-1,IMP1,,,,10,,,,\n');

  expect(await load('b-1,IMP1,,,,20,,,,\nb-2,IMP1,,,,30,,,,\nb-2,IMP1,,,,40,,,,\n')).toEqual({ lines: 3, added: 1 });
  expect((await claims('b-%')).map(({ dtx }) => dtx)).toEqual(['10.0000', '30.0000']);
});

test('one wrong line keeps everything out and is told by its number', async () => {
  const before = await count();

  const errors = await refusal(load('c-1,IMP1,,,,1,,,,\n,IMP1,,,AB,x,,-1,,1000\nc-3,NOBODY,,,,,,,,\nc-4,IMP1,too,few\n'));

  expect(errors).toEqual({
    file: [
      'Line 2: the claim id is missing.',
      'Line 2: the alpha prefix is not three letters or digits.',
      'Line 2: dtx is not a percentage from 0 to 100 such as 62.50.',
      'Line 2: php is not a percentage from 0 to 100 such as 62.50.',
      'Line 2: op is not a percentage from 0 to 100 such as 62.50.',
      'Line 3: no payer has this payer code.',
      expect.stringMatching(/^Line 4: 10 columns are expected \(claim id, .*, op\), 4 found\.$/),
    ],
  });
  expect(await count()).toBe(before);
});

test('the first 20 errors are told', async () => {
  const errors = await refusal(load(Array.from({ length: 50 }, () => 'x,NOBODY,,,,,,,,').join('\n')));

  expect(errors).toMatchObject({ file: { length: 20, 19: 'Line 20: no payer has this payer code.' } });
});

test('quotation marks that do not match are told', async () => {
  expect(await refusal(load('d-1,IMP1,"open,,,,,,,\n'))).toEqual({
    file: [expect.stringMatching(/^Line \d: the quotation marks do not match\.$/)],
  });
});

test('an empty file is refused', async () => {
  expect(await refusal(load(''))).toEqual({ file: ['The file is empty.'] });
});

test('a file of more than 32 MB and one of more than 200,000 lines are refused', { timeout: 60_000 }, async () => {
  const block = `e-1,IMP1,${'x'.repeat(190)},,,,,,,\n`.repeat(5000);
  const large = Readable.from(
    (function* blocks() {
      for (let index = 0; index < 35; index += 1) yield block;
    })(),
  );

  expect(await refusal(load(large))).toEqual({ file: ['The file is larger than 32 MB.'] });
  expect(await refusal(load('e-1,IMP1,,,,,,,,\n'.repeat(200_001)))).toEqual({ file: ['The file has more than 200,000 lines.'] });
});

test('a line without end is told instead of being read', async () => {
  expect(await refusal(load('a'.repeat(3_000_000)))).toEqual({ file: ['Line 1: the line is too long.'] });
});

test('a file that breaks off while it is read stores nothing', async () => {
  const before = await count();
  const broken = Readable.from(
    (function* pieces() {
      yield 'f-1,IMP1,,,,,,,,\n';
      throw new Error('connection lost');
    })(),
  );

  await expect(load(broken)).rejects.toThrow('connection lost');
  expect(await count()).toBe(before);
});

test('a file of 20,000 lines is stored', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_line, index) => `big-${index},IMP1,Employer ${index % 500},${index % 90},QQT,${index % 100}.5,,,,`,
  );

  expect(await load(lines.join('\n'))).toEqual({ lines: 20_000, added: 20_000 });
});

const prefixes = async () =>
  await t.deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) =>
    tx.queryOnce<{ id: string; alpha_prefix: string; member_id: Buffer; is_active: boolean }>(
      'SELECT * FROM la_prefixes ORDER BY alpha_prefix',
      [],
    ),
  );

test('member ids become prefixes, closed under the internal organization’s key; known ones stay', async () => {
  expect(await loadIds(['abc123', '', '  ', '3J2-99', 'ABC999'])).toEqual({ lines: 3, added: 2 });
  expect(await loadIds(['ABC777', 'XYZ1'])).toEqual({ lines: 2, added: 1 });

  const stored = await prefixes();
  const keys = await t.deps.keys.keysOf(INTERNAL_ORGANIZATION_ID);
  expect(stored.map((row) => [row.alpha_prefix, keys.decryptText(memberIdAt(row.id), row.member_id), row.is_active])).toEqual([
    ['3J2', '3J2-99', true],
    ['ABC', 'abc123', true],
    ['XYZ', 'XYZ1', true],
  ]);
  expect(stored.some((row) => row.member_id.includes('abc123'))).toBe(false);
});

test('ids of federal employees and too short ones keep everything out and are told by line', async () => {
  const before = (await prefixes()).length;

  expect(await refusal(loadIds(['NEW123', '', 'R12345678', 'AB']))).toEqual({
    member_ids: ['Line 3: this member id has no alpha prefix.', 'Line 4: this member id has no alpha prefix.'],
  });
  expect(await prefixes()).toHaveLength(before);
});

test(
  'as many prefixes as there can be are closed a few at a time, and others have their turn in between',
  { timeout: 60_000 },
  async () => {
    const digits = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const ids = digits.flatMap((a) => digits.flatMap((b) => digits.map((c) => `${a}${b}${c}55501`)));
    let closed = 0;
    let longest = 0;
    const keysOf = async (organizationId: string) => {
      const keys = await t.deps.keys.keysOf(organizationId);
      const encryptText: typeof keys.encryptText = (at, text) => {
        closed += 1;
        return keys.encryptText(at, text);
      };
      return { ...keys, encryptText };
    };
    let seen = 0;
    const others = setInterval(() => {
      longest = Math.max(longest, closed - seen);
      seen = closed;
    }, 1);

    const { lines } = await loadIds(ids, { ...t.deps, keys: { ...t.deps.keys, keysOf } });
    clearInterval(others);

    expect([lines, closed, (await prefixes()).length]).toEqual([46_656, 46_656, 46_656]);
    expect(longest).toBeLessThan(2000);
  },
);

test('invisible characters in a member id are told by line', async () => {
  expect(await refusal(loadIds(['QQA1234', 'QQ\0B999']))).toEqual({
    member_ids: ['Line 2: this member id holds invisible characters.'],
  });
});

test('an organization reads neither member ids nor claim ids', async () => {
  const [payer] = await t.deps.db.asAdmin(async (tx) => tx.queryOnce<{ id: string }>('SELECT id FROM payers LIMIT 1', []));
  expect(payer).toBeDefined();

  await t.deps.db.asOrganization('01JB0000000000000000000001', async (tx) => {
    expect(await tx.queryOnce('SELECT * FROM la_prefixes', [])).toEqual([]);
  });
  const claimIds = t.deps.db.asOrganization('01JB0000000000000000000001', async (tx) =>
    tx.queryOnce('SELECT claim_id FROM reimbursements', []),
  );
  await expect(claimIds).rejects.toThrow('permission denied');
});
