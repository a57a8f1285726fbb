/** What of a database a backup holds, read from the catalog: a new table is in the next backup without anybody thinking of it. */
import { Client } from 'pg';

export interface BackupTable {
  name: string;
  columns: { name: string; type: string }[];
}

export interface BackupSequence {
  name: string;
  /** Null: never used. Text, since it may exceed what a number holds. */
  lastValue: string | null;
}

/**
 * `schema_migrations` is compared, not copied. Sessions stay out: a restore must not bring one back that was ended since.
 * The job queue has a schema of its own and stays out as well: jobs only point at rows, and the sweep makes those that are due anew.
 */
const LEFT_OUT = ['schema_migrations', 'sessions'];

/** Sorted by name. Generated columns are missing: the target computes them again. */
export async function listTables(client: Client): Promise<BackupTable[]> {
  const { rows } = await client.query<{ table: string; column: string; type: string }>(
    `SELECT c.relname AS table, a.attname AS column, format_type(a.atttypid, a.atttypmod) AS type
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
      ORDER BY c.relname, a.attnum`,
    [LEFT_OUT],
  );
  const tables = new Map<string, BackupTable>();
  for (const { table, column, type } of rows) {
    const entry = tables.get(table) ?? { name: table, columns: [] };
    entry.columns.push({ name: column, type });
    tables.set(table, entry);
  }
  return [...tables.values()];
}

export async function listSequences(client: Client): Promise<BackupSequence[]> {
  const { rows } = await client.query<{ name: string; last_value: string | null }>(
    `SELECT sequencename AS name, last_value::text FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename`,
  );
  return rows.map((row) => ({ name: row.name, lastValue: row.last_value }));
}

/** Name and checksum of every migration, in order: what the two ends of a backup must share. Those that the baseline replaced do not count. */
export async function listMigrations(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ migration: string }>(
    `SELECT name || ' ' || checksum AS migration FROM schema_migrations WHERE name !~ '^0[01]' ORDER BY name`,
  );
  return rows.map((row) => row.migration);
}

export async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${quote(table)}`);
  return Number(rows[0]?.count);
}

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Text forms of every type that read back exactly, whatever the server's own settings are. */
const EXACT_TEXT = `SET search_path = public, pg_temp; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres';
SET bytea_output = 'hex'; SET extra_float_digits = 1; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET row_security = off`;

/** Throws where the user would see only some rows of a table. The caller ends the connection. */
export async function connectForBackup(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  // A lost connection fails the query that runs or the next one; unheard, it would end the process beside that.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(EXACT_TEXT);
  const { rows } = await client.query<{ name: string; sees_all: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS sees_all FROM pg_roles WHERE rolname = current_user',
  );
  if (rows[0]?.sees_all !== true) {
    await client.end();
    throw new Error(
      `Row-level security hides rows from the database user ${rows[0]?.name}. Set MIGRATION_DATABASE_URL to a superuser's, or to one with BYPASSRLS.`,
    );
  }
  return client;
}
