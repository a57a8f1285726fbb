/**
 * `npm run restore:drill -- FILE`: proves that a backup brings everything back. Restores it into a database of its own beside the real one, which
 * is not touched, counts rows, recomputes the seals of the audit log, opens one inquiry, prints the seconds, and removes the database again.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { readConfig, type Config } from '#config.ts';
import { restore } from '#db/backup/backup.ts';
import { startEmbeddedPostgres } from '#db/embedded-postgres.ts';
import { openDeps, type Deps } from '#deps.ts';
import { verifyAudit } from '#features/audit/verify-audit.ts';
import { findInquiry } from '#features/inquiries/inquiries.repository.ts';
import { createLog } from '#log.ts';
import { prepareDatabase } from '../services.ts';

export async function run([file]: string[]): Promise<void> {
  if (file === undefined) throw new Error('Say which: npm run restore:drill -- FILE');
  const config = readConfig();
  const server = await openServer(config);
  try {
    for (const line of await drill({ config, file: resolve(file), serverUrl: server.url })) process.stdout.write(`${line}\n`);
  } finally {
    await server.stop();
  }
}

/** A server that may make a database: the one in the settings, or without one an embedded server that is gone afterwards. */
async function openServer({ databaseUrl, migrationDatabaseUrl }: Config): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = migrationDatabaseUrl ?? databaseUrl;
  if (url !== null) return { url, stop: async () => undefined };
  const log = { info: () => undefined, warn: (line: string) => void process.stderr.write(`${line}\n`) };
  const server = await startEmbeddedPostgres({ dataDir: tmpdir(), log, ephemeral: true });
  return { url: server.connectionString, stop: server.stop };
}

interface Drill {
  /** For the key, and nothing that leaves the machine. */
  config: Config;
  file: string;
  /** Of a user that may create databases and roles. */
  serverUrl: string;
}

/** What was found, a line each. Throws where the backup does not bring everything back. */
export async function drill({ config, file, serverUrl }: Drill): Promise<string[]> {
  const name = `coverlight_drill_${Date.now()}`;
  const server = new Client({ connectionString: serverUrl });
  await server.connect();
  // Seals that were kept outside the database may be newer than the backup.
  const dataDir = mkdtempSync(join(tmpdir(), 'coverlight-drill-'));
  const started = Date.now();
  const seconds = () => ((Date.now() - started) / 1000).toFixed(1);
  try {
    await server.query(`CREATE DATABASE ${name}`);
    const connectionString = withDatabase(serverUrl, name);
    await prepareDatabase({ connectionString, ownerConnectionString: connectionString, stop: async () => undefined });
    const { madeAt, tables } = await restore({ connectionString, dataKey: config.dataKey, file });
    const rows = await count(connectionString, tables);
    const restored = `${rows} rows of ${tables.length} tables as they were at ${madeAt}: back after ${seconds()} s`;
    const stopping = new AbortController();
    const deps = await openDeps({
      config: { ...config, dataDir },
      connectionString,
      log: createLog('silent'),
      stopping: stopping.signal,
      poolSize: 2,
    });
    try {
      return [restored, await sealsOf(deps), await openedOf(deps), `The backup brings everything back: ${seconds()} s in all.`];
    } finally {
      stopping.abort();
      await deps.close();
    }
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await server.end();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function count(connectionString: string, tables: readonly { name: string; rows: number }[]): Promise<number> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    let rows = 0;
    for (const table of tables) {
      const { rows: found } = await client.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table.name}`);
      const there = Number(found[0]?.rows);
      if (there !== table.rows) throw new Error(`${table.name} has ${there} rows, and the backup has ${table.rows}.`);
      rows += there;
    }
    return rows;
  } finally {
    await client.end();
  }
}

async function sealsOf(deps: Deps): Promise<string> {
  const organizations = await deps.db.asAdmin(
    async (tx) => await tx.queryOnce<{ id: string }>('SELECT id FROM organizations ORDER BY id', []),
  );
  let seals = 0;
  for (const { id } of organizations) {
    const verdict = await verifyAudit(deps, id);
    if (verdict.faults.length > 0) throw new Error(`The audit log of ${id} does not fit its seals: ${verdict.faults.join('; ')}`);
    seals += verdict.seals;
  }
  return `${seals} seals of the audit log fit`;
}

/** The newest answer: that it opens proves that the key of its organization came back and is opened by DATA_KEY. */
async function openedOf(deps: Deps): Promise<string> {
  const [newest] = await deps.db.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ id: string; organization_id: string }>(
        `SELECT id, organization_id FROM inquiries WHERE status = 'complete' ORDER BY created_at DESC LIMIT 1`,
        [],
      ),
  );
  if (newest === undefined) return 'no answered inquiry is in the backup';
  const keys = await deps.keys.keysOf(newest.organization_id);
  const scope = { organizationId: newest.organization_id, userId: '', restricted: false };
  const inquiry = await deps.db.asOrganization(newest.organization_id, async (tx) => await findInquiry(tx, keys, scope, newest.id));
  if (inquiry === null) throw new Error('The newest inquiry cannot be read.');
  return `the newest answered inquiry opens: ${newest.id}`;
}
