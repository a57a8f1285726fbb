/** Brings a database to the shape this version needs: plain SQL files, in order, each once, in a transaction of its own. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';

/** The build copies the files beside its bundle, so the same address serves both. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);
/** Any number, the same in every process: only one migrates, the others wait and then find nothing to do. */
const LOCK = 4_726_351;

interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/**
 * Safe to run from several processes at once and any number of times. `connectionString` is the owner's. Throws when a file that
 * was applied has changed since. Answers the names applied now.
 */
export async function migrate(connectionString: string): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new Client({ connectionString });
  let lost: Error | undefined;
  client.on('error', (error) => {
    lost = error;
  });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    const applied = await applyMissing(client, migrations);
    if (lost !== undefined) throw lost;
    return applied;
  } finally {
    // Ending the connection releases the lock.
    await client.end();
  }
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted();
  return await Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function applyMissing(client: Client, migrations: Migration[]): Promise<string[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM schema_migrations');
  const known = new Map(rows.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = known.get(migration.name);
    if (checksum === migration.checksum) continue;
    if (checksum !== undefined)
      throw new Error(`Migration ${migration.name} was changed after it had been applied; add a new one instead.`);
    await apply(client, migration);
    applied.push(migration.name);
  }
  return applied;
}

async function apply(client: Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(migration.sql);
    await client.query('INSERT INTO schema_migrations (name, checksum) VALUES ($1, $2)', [migration.name, migration.checksum]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new Error(`Migration ${migration.name} failed.`, { cause });
  }
}
