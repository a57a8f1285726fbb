/**
 * Brings a database to the shape this version needs: plain SQL files, in order, each once, in a transaction of its own. Then the functions
 * that run with other rights: each has one file with its text of today, which is applied where it differs from what was applied last.
 * All of it runs beside servers of the version before (docs/decisions/091-no-downtime.md).
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';

/** The build copies the files beside its bundle, so the same addresses serve both. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);
const FUNCTIONS = new URL('./functions/', import.meta.url);
/** Any number, the same in every process: only one migrates, the others wait and then find nothing to do. */
const LOCK = 4_726_351;
const LOCK_POLL_MS = 200;

/** The baseline holds all that the files up to this one had made; a database that has them needs none of it. */
const BASELINE = '0200_baseline.sql';
const LAST_BEFORE_BASELINE = '0151_inquiry_views.sql';

/** Who waits for a table holds up whoever comes after, so a migration waits so long at most, lets the others pass, and tries anew. */
const LOCK_TIMEOUT = '3s';
const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 1_000;
const LOCK_NOT_AVAILABLE = '55P03';

interface SqlFile {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Safe to run from several processes at once and any number of times. `connectionString` is the owner's. Throws when a file that
 * was applied has changed since, and when the database is of a version from before the baseline. Answers the names applied now.
 */
export async function migrate(connectionString: string, folder = MIGRATIONS): Promise<string[]> {
  const migrations = await readFiles(folder, /^\d{4}_[a-z0-9_]+\.sql$/);
  const functions = await readFiles(FUNCTIONS, /^[a-z_]+\.sql$/);
  const client = new Client({ connectionString });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await takeLock(client);
    await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    const applied = [...(await applyMissing(client, migrations)), ...(await applyFunctions(client, functions))];
    if (lost !== undefined) throw lost;
    return applied;
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}

/** Asks again and again: a statement that waited would hold a snapshot, and an index made concurrently waits until there is none. */
async function takeLock(client: Client): Promise<void> {
  const { rows } = await client.query<{ is_taken: boolean }>('SELECT pg_try_advisory_lock($1) AS is_taken', [LOCK]);
  if (rows[0]?.is_taken === true) return;
  await sleep(LOCK_POLL_MS);
  await takeLock(client);
}

async function readFiles(folder: URL, pattern: RegExp): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).toSorted();
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function listApplied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations');
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

async function applyMissing(client: Client, migrations: SqlFile[]): Promise<string[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const known = await listApplied(client);
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = known.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined)
      throw new Error(`Migration ${migration.name} was changed after it had been applied; add a new one instead.`);
    if (migration.name === BASELINE && known.size > 0) await adoptBaseline(client, migration, known);
    else if (isConcurrent(migration.sql)) await applyConcurrently(client, migration);
    else await apply(client, migration, migration.sql);
    applied.push(migration.name);
  }
  return applied;
}

/** The records of the former files stay, so that a server of the version before can still be started. */
async function adoptBaseline(client: Client, baseline: SqlFile, known: Map<string, string>): Promise<void> {
  if (!known.has(LAST_BEFORE_BASELINE))
    throw new Error(
      'This database is of a version that is too old to be brought up to date in one step: start the last version with migration ' +
        `${LAST_BEFORE_BASELINE} once, then this one (docs/runbook.md, "The database").`,
    );
  await record(client, baseline);
}

/** An index on a table that is in use is made by a file of this one statement; everything else runs in a transaction. */
function isConcurrent(sql: string): boolean {
  return /^(\s*--[^\n]*\n)*\s*CREATE (UNIQUE )?INDEX CONCURRENTLY IF NOT EXISTS /.test(sql);
}

/** A process that was killed leaves an index that nobody uses and that stands in the way of a whole one. */
async function applyConcurrently(client: Client, migration: SqlFile): Promise<void> {
  const name = /INDEX CONCURRENTLY IF NOT EXISTS (\w+)/.exec(migration.sql)?.[1] ?? '';
  const { rows } = await client.query('SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid', [name]);
  // It waits for every transaction that is older, which takes as long as that lasts and holds up nobody.
  await client.query('SET lock_timeout = 0');
  try {
    if (rows.length > 0) await client.query(`DROP INDEX CONCURRENTLY ${name}`);
    await client.query(migration.sql);
    await record(client, migration);
  } catch (cause) {
    throw failed(migration, cause);
  }
  await client.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
}

/** A function belongs to the role whose few rights it runs with, and is closed to whom its file does not name. */
async function applyFunctions(client: Client, functions: SqlFile[]): Promise<string[]> {
  const known = await listApplied(client);
  const changed = functions.filter(({ name, checksum }) => known.get(name) !== checksum);
  for (const one of changed) {
    const name = one.name.replace('.sql', '');
    await apply(
      client,
      one,
      `GRANT CREATE ON SCHEMA public TO coverlight_lookup;
       ${one.sql};
       REVOKE ALL ON FUNCTION ${name} FROM PUBLIC;
       ALTER FUNCTION ${name} OWNER TO coverlight_lookup;
       REVOKE CREATE ON SCHEMA public FROM coverlight_lookup`,
    );
  }
  return changed.map(({ name }) => name);
}

/** Tries again where others hold a table for too long. */
async function apply(client: Client, file: SqlFile, sql: string, tries = 1): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await record(client, file);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    if (!(cause instanceof DatabaseError) || cause.code !== LOCK_NOT_AVAILABLE || tries === LOCK_TRIES) throw failed(file, cause);
    await sleep(LOCK_PAUSE_MS);
    await apply(client, file, sql, tries + 1);
  }
}

function failed({ name }: SqlFile, cause: unknown): Error {
  return new Error(`Migration ${name} failed.`, { cause });
}

async function record(client: Client, { name, checksum }: SqlFile): Promise<void> {
  await client.query(
    `INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  );
}
