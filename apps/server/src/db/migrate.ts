/**
 * Brings a database to the shape this version needs: plain SQL files, in order, each once, in a transaction of its own. Then the functions
 * that run with other rights: each has one file with its text of today, which is applied where it differs from what was applied last.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';

/** The build copies the files beside its bundle, so the same addresses serve both. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);
const FUNCTIONS = new URL('./functions/', import.meta.url);
/** Any number, the same in every process: only one migrates, the others wait and then find nothing to do. */
const LOCK = 4_726_351;

interface SqlFile {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Safe to run from several processes at once and any number of times. `connectionString` is the owner's. Throws when a file that
 * was applied has changed since. Answers the names applied now.
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const migrations = await readFiles(MIGRATIONS, /^\d{4}_[a-z0-9_]+\.sql$/);
  const functions = await readFiles(FUNCTIONS, /^[a-z_]+\.sql$/);
  const client = new Client({ connectionString });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const applied = [...(await applyMissing(client, migrations)), ...(await applyFunctions(client, functions))];
    if (lost !== undefined) throw lost;
    return applied;
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
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
    await apply(client, migration, migration.sql);
    applied.push(migration.name);
  }
  return applied;
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

async function apply(client: Client, { name, checksum }: SqlFile, sql: string): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    );
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${name} failed.`, { cause });
  }
}
