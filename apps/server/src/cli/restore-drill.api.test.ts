import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInquiry, createOrganization, createUser } from '../../test/factories.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';
import { backUp } from '../db/backup/backup.ts';
import { sealAudit } from '../features/audit/seal-audit.ts';
import { drill } from './restore-drill.ts';

let t: TestApp;
let folder: string;
let serverUrl: string;

beforeAll(async () => {
  t = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), 'drill-test-'));
  const url = new URL(t.databaseUrl);
  url.pathname = '/postgres';
  serverUrl = url.href;
  const { id } = await createOrganization(t.store);
  const user = await createUser(t.store, { organization_id: id, is_manager: true });
  await createInquiry(t.store, { organization_id: id, user_id: user.id, status: 'complete' });
  await t.call(await t.signIn(user), { method: 'GET', url: '/api/v1/inquiries' });
  await sealAudit(t.deps);
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

async function databases(): Promise<string[]> {
  const client = new Client({ connectionString: serverUrl });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(`SELECT datname FROM pg_database WHERE datname LIKE 'coverlight_drill%'`);
  await client.end();
  return rows.map(({ datname }) => datname);
}

async function backedUp(name: string): Promise<string> {
  const file = join(folder, name);
  await backUp({ connectionString: t.databaseUrl, dataKey: t.deps.config.dataKey, file });
  return file;
}

test('a backup is restored beside the database, counted, unsealed and opened, and leaves nothing behind', async () => {
  const lines = await drill({ config: t.deps.config, file: await backedUp('whole'), serverUrl });

  expect(lines).toEqual([
    expect.stringMatching(/^\d+ rows of \d+ tables as they were at .+: back after \d+\.\d s$/),
    expect.stringMatching(/^[1-9]\d* seals of the audit log fit$/),
    expect.stringMatching(/^the newest answered inquiry opens: [0-9A-Z]{26}$/),
    expect.stringMatching(/^The backup brings everything back: \d+\.\d s in all\.$/),
  ]);
  expect(await databases()).toEqual([]);
});

test('a log that was changed before the backup fails the drill', async () => {
  const client = new Client({ connectionString: t.databaseUrl });
  await client.connect();
  await client.query(
    `SET session_replication_role = replica; UPDATE audit_events SET action = 'auth.login' WHERE id = (SELECT min(id) FROM audit_events)`,
  );
  await client.end();

  await expect(drill({ config: t.deps.config, file: await backedUp('changed'), serverUrl })).rejects.toThrow(/does not fit its seals/);
  expect(await databases()).toEqual([]);
});

test('with another key the drill fails, and leaves nothing behind', async () => {
  const config = { ...t.deps.config, dataKey: Buffer.alloc(32, 7) };
  await expect(drill({ config, file: await backedUp('foreign'), serverUrl })).rejects.toThrow();
  expect(await databases()).toEqual([]);
});
