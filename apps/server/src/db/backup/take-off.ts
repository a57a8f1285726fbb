/** Takes off what is kept up or proved row by row, and is made sooner over all rows at once. */
import type { Client } from 'pg';

interface Part {
  table: string;
  name: string;
  definition: string;
}

/**
 * Foreign keys of all tables, so that rows need no order, not even among tables that point at each other; then keys and
 * indexes of `tables`. Returns the statements that put them back, in their order.
 */
export async function takeOff(client: Client, tables: readonly string[]): Promise<string[]> {
  const foreignKeys = await listConstraints(client, 'f', null);
  await dropConstraints(client, foreignKeys);
  const keys = await listConstraints(client, 'pux', tables);
  await dropConstraints(client, keys);
  const { rows: indexes } = await client.query<Part>(
    `SELECT i.indrelid::regclass::text AS table, i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
       FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
      WHERE t.relnamespace = 'public'::regnamespace AND t.relname = ANY ($1) ORDER BY 1, 2`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  return [...keys.map(addConstraint), ...indexes.map(({ definition }) => definition), ...foreignKeys.map(addConstraint)];
}

/** `types` as pg_constraint has them; of all tables where none are named. */
async function listConstraints(client: Client, types: string, tables: readonly string[] | null): Promise<Part[]> {
  const { rows } = await client.query<Part>(
    `SELECT c.conrelid::regclass::text AS table, quote_ident(c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
       FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
      WHERE c.contype = ANY ($1) AND c.connamespace = 'public'::regnamespace AND ($2::text[] IS NULL OR t.relname = ANY ($2))
      ORDER BY c.conrelid, c.conname`,
    [[...types], tables],
  );
  return rows;
}

async function dropConstraints(client: Client, constraints: readonly Part[]): Promise<void> {
  for (const { table, name } of constraints) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
}

const addConstraint = ({ table, name, definition }: Part): string => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`;
