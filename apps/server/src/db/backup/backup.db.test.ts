import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { backUp, restore } from './backup.ts';

const dataKey = randomBytes(32);
const opened: TestDatabase[] = [];
let folder = '';
let source = '';
let backup = '';

/** Every kind of value a column may hold, beside the product's own tables; `node` points at itself and back, as no insert order allows. */
const EXTRA = `
  CREATE TABLE "odd ""name" (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, doubled bigint NOT NULL GENERATED ALWAYS AS (small * 2) STORED, small int NOT NULL,
    bytes bytea, json jsonb, moment timestamptz, day date, amount numeric, ratio double precision, words text[], span interval, flag boolean, line text);
  CREATE TABLE many (id int PRIMARY KEY, word text NOT NULL UNIQUE, follows int REFERENCES many);
  CREATE INDEX many_words ON many (lower(word) DESC, follows) INCLUDE (id) WHERE follows IS NOT NULL;
  CREATE TABLE node (id int PRIMARY KEY, next int NOT NULL REFERENCES node ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);`;
const EXTRA_ROWS = `
  INSERT INTO "odd ""name" (small, bytes, json, moment, day, amount, ratio, words, span, flag, line) VALUES
    (1, '\\x00ff0a0d', '{"a": [1.10, null, "\\u00e9"]}', '2024-02-29 23:59:59.123456+00', '0044-03-15 BC', 12345678901234567890.000000001, 0.1, ARRAY['a,b', NULL, '"', E'\\n'], '1 mon -2 days 00:00:00.000001', true, E'tab\\t line\\n quote'' \\u2028 \\u2029 \\\\ emoji 😀'),
    (2, '', 'null', 'infinity', '-infinity', 'NaN', '-Infinity', '{}', '0', false, ''),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
  INSERT INTO "odd ""name" (small, bytes) SELECT n, (SELECT decode(string_agg(md5(n || '-' || m), ''), 'hex') FROM generate_series(1, 150) m) FROM generate_series(4, 400) n;
  INSERT INTO many SELECT n, 'Word ' || n, nullif(n - 1, 0) FROM generate_series(1, 10000) n;
  INSERT INTO node SELECT n, n % 500 + 1 FROM generate_series(1, 500) n;
  INSERT INTO organizations (id, name) VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Harbor');`;

async function execute<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function open(): Promise<string> {
  const database = await createTestDatabase();
  opened.push(database);
  await execute(database.url, EXTRA);
  return database.url;
}

/** A digest of every table's rows, generated columns included. */
async function digests(url: string): Promise<Record<string, string>> {
  const tables = await execute<{ name: string }>(
    url,
    `SELECT quote_ident(relname) AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname NOT IN ('schema_migrations')`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await execute<{ digest: string }>(
      url,
      `SELECT count(*) || md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) AS digest FROM ${name} t`,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

function changedCopy(change: (bytes: Buffer) => Buffer): string {
  const file = join(folder, `changed-${randomBytes(4).toString('hex')}`);
  writeFileSync(file, change(readFileSync(backup)));
  return file;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
  backup = join(folder, 'backup');
  source = await open();
  await execute(source, EXTRA_ROWS);
  await backUp({ connectionString: source, dataKey, file: backup });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await Promise.all(opened.map((database) => database.close()));
});

test('a restored database has every row of the one backed up, to the last bit', async () => {
  const target = await open();

  await restore({ connectionString: target, dataKey, file: backup });

  expect(await digests(target)).toEqual(await digests(source));
});

test('a restored database goes on counting where the other stopped and keeps its foreign keys', async () => {
  const target = await open();
  await restore({ connectionString: target, dataKey, file: backup });

  const [row] = await execute<{ id: string }>(target, `INSERT INTO "odd ""name" (small) VALUES (1) RETURNING id`);

  expect(row?.id).toBe('401');
  await expect(execute(target, 'INSERT INTO node VALUES (1000, 2000)')).rejects.toThrow('foreign key');
});

test('a restored database has every key, index and trigger of the one backed up', async () => {
  const catalog = `
    SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated::text AS part FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
    ORDER BY part`;
  const target = await open();

  await restore({ connectionString: target, dataKey, file: backup });

  const parts = await execute<{ part: string }>(target, catalog);
  expect(parts.length).toBeGreaterThan(300);
  expect(parts).toEqual(await execute(source, catalog));
});

test('sessions are not brought back', async () => {
  const header = await backUp({ connectionString: source, dataKey, file: join(folder, 'again') });

  expect(header.tables.map((table) => table.name)).not.toContain('sessions');
});

test('mail that was waiting is in doubt after a restore, since it may have left since', async () => {
  const from = await open();
  const mail = (id: string, sentAt: string) => `('01ARZ3NDEKTSV4RRFFQ69G5FAV', '${id}', 'welcome', 'a@b.test', now(), now(), ${sentAt})`;
  await execute(
    from,
    `INSERT INTO organizations (id, name) VALUES ('01ARZ3NDEKTSV4RRFFQ69G5FAV', 'Harbor');
     INSERT INTO outgoing_mails (organization_id, id, kind, recipient, created_at, due_at, sent_at)
     VALUES ${mail('01ARZ3NDEKTSV4RRFFQ69G5FA1', 'NULL')}, ${mail('01ARZ3NDEKTSV4RRFFQ69G5FA2', 'now()')}`,
  );
  const file = join(folder, 'with-mail');
  await backUp({ connectionString: from, dataKey, file });
  const target = await open();

  await restore({ connectionString: target, dataKey, file });

  const mails = await execute(target, 'SELECT right(id, 1) AS id, in_doubt_at IS NOT NULL AS doubtful FROM outgoing_mails ORDER BY id');
  expect(mails).toEqual([
    { id: '1', doubtful: true },
    { id: '2', doubtful: false },
  ]);
  expect(await execute(target, 'SELECT * FROM find_due_mails(now(), 10)')).toEqual([]);
});

test('a backup holds nothing readable, is readable by its owner only and overwrites nothing', async () => {
  expect(readFileSync(backup).includes('Harbor')).toBe(false);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  await expect(backUp({ connectionString: source, dataKey, file: backup })).rejects.toThrow('exists already');
});

test('rows written while a backup runs are either all in it or not at all', async () => {
  const file = join(folder, 'while-writing');
  const state = { isDone: false };
  const running = backUp({ connectionString: source, dataKey, file }).finally(() => (state.isDone = true));
  for (let id = 10_000; !state.isDone; id += 2) await execute(source, `INSERT INTO node VALUES (${id}, ${id + 1}), (${id + 1}, ${id})`);
  await running;
  const target = await open();

  // Its foreign keys are checked when they are put back, so half a pair would fail here.
  const header = await restore({ connectionString: target, dataKey, file });

  const [row] = await execute<{ pairs: number }>(target, 'SELECT count(*)::int % 2 AS pairs FROM node');
  expect(row?.pairs).toBe(0);
  expect(header.tables.find((table) => table.name === 'node')?.rows).toBeGreaterThanOrEqual(500);
  await execute(source, 'DELETE FROM node WHERE id >= 10000');
});

test('another key is refused by name', async () => {
  const target = await open();

  await expect(restore({ connectionString: target, dataKey: randomBytes(32), file: backup })).rejects.toThrow('another DATA_KEY');
});

test.each([
  ['another key', () => ({ dataKey: randomBytes(32), file: backup })],
  ['a damaged file', () => ({ dataKey, file: changedCopy((bytes) => bytes.subarray(0, 3000)) })],
  ['a missing file', () => ({ dataKey, file: join(folder, 'nowhere') })],
  ['a folder', () => ({ dataKey, file: folder })],
])('a restore refused for %s says so in a sentence and has closed its connection by then', async (_, options) => {
  const target = await open();

  const refusal: unknown = await restore({ connectionString: target, ...options() }).catch((error: unknown) => error);

  // An open one would break, unheard, when the embedded database stops.
  const others = await execute(target, 'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()');
  expect(others).toHaveLength(0);
  expect(refusal).toMatchObject({ name: 'BackupFileError', message: expect.stringMatching(/^[A-Z/].+\.$/) as string });
});

test.each([
  [
    'a changed byte at the end',
    (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -20), Buffer.from([(bytes.at(-20) ?? 0) ^ 1]), bytes.subarray(-19)]),
  ],
  [
    'a changed byte in the middle',
    (bytes: Buffer) => bytes.map((byte, index) => (index === bytes.length >> 1 ? byte ^ 1 : byte)) as Buffer,
  ],
  ['a missing end', (bytes: Buffer) => bytes.subarray(0, -1)],
  ['a missing last chunk', (bytes: Buffer) => bytes.subarray(0, 44 + 4 + (bytes.readUInt32BE(44) >>> 1) + 16)],
  ['something added', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([0])])],
])('a file with %s is refused and nothing of it is kept', async (_, change) => {
  const target = await open();
  const before = await digests(target);

  await expect(restore({ connectionString: target, dataKey, file: changedCopy(change) })).rejects.toThrow(/damaged/);

  expect(await digests(target)).toEqual(before);
});

test('a file that is no backup is refused', async () => {
  const file = join(folder, 'no-backup');
  writeFileSync(file, 'anything else, but longer than the head of a backup');

  await expect(restore({ connectionString: await open(), dataKey, file })).rejects.toThrow('not a Coverlight backup');
});

test('a database that already holds something is refused', async () => {
  await expect(restore({ connectionString: source, dataKey, file: backup })).rejects.toThrow(/not empty: there are rows in/);
});

test('a database of another version is refused', async () => {
  const target = await open();
  await execute(target, `UPDATE schema_migrations SET checksum = 'other' WHERE name = (SELECT max(name) FROM schema_migrations)`);

  await expect(restore({ connectionString: target, dataKey, file: backup })).rejects.toThrow('another version');
});

test('a database user bound by row-level security is refused, since its backup would lack rows', async () => {
  const user = `backup_${randomBytes(4).toString('hex')}`;
  await execute(source, `CREATE ROLE ${user} LOGIN PASSWORD '${user}'`);
  const url = new URL(source);
  url.username = user;
  url.password = user;
  const file = join(folder, 'partial-view');

  await expect(backUp({ connectionString: url.href, dataKey, file })).rejects.toThrow('BYPASSRLS');

  expect(existsSync(file)).toBe(false);
  await execute(source, `DROP ROLE ${user}`);
});
