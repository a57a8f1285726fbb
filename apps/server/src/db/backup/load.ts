/** Writes the lines of a dump into a fresh database, all or nothing. */
import type { Client } from 'pg';
import { z } from 'zod';
import { connectForBackup, countRows, listMigrations, listTables, quote, type BackupTable } from './catalog.ts';
import type { BackupHeader } from './dump.ts';
import { takeOff } from './take-off.ts';

const columnSchema = z.object({ name: z.string(), type: z.string() });
const headerSchema = z.object({
  madeAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(columnSchema), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string().nullable() })),
});
const rowsSchema = z.object({ table: z.string(), values: z.array(z.array(z.string().nullable())) });

/** Of the internal organization, which a migration makes: the only row a database may have to count as fresh. */
const INTERNAL_ORGANIZATION = '00000000000000000000000000';

/** Of a table; for fewer an index is kept up as quickly as it is made. */
const MANY_ROWS = 10_000;
/** The preset is a quarter of it, and sorts what it makes an index of on disk. */
const INDEX_MEMORY = '256MB';

export class RestoreError extends Error {
  override name = 'RestoreError';
}

/**
 * The database has the tables of the same version and nothing in them; otherwise RestoreError. Foreign keys, and the indexes
 * of large tables, are taken off and put back at the end, which proves every one of them, and the rows are counted. `connectionString` is the owner's.
 */
export async function loadDatabase(connectionString: string, lines: AsyncIterable<string>): Promise<BackupHeader> {
  const client = await connectForBackup(connectionString);
  try {
    await client.query('BEGIN');
    const header = await loadLines(client, lines[Symbol.asyncIterator]());
    await client.query('COMMIT');
    return header;
  } finally {
    // Without the COMMIT, closing the connection undoes everything.
    await client.end();
  }
}

async function loadLines(client: Client, lines: AsyncIterator<string>): Promise<BackupHeader> {
  const first = await lines.next();
  if (first.done === true) throw new RestoreError('The backup is empty.');
  const header = headerSchema.parse(JSON.parse(first.value));
  const tables = await listTables(client);
  await checkTarget(client, tables, header);
  const many = header.tables.filter(({ rows }) => rows >= MANY_ROWS).map(({ name }) => name);
  const putBack = await takeOff(client, many);
  for (const { name } of tables) await client.query(`ALTER TABLE ${quote(name)} DISABLE TRIGGER USER`);
  await client.query(`DELETE FROM organizations WHERE id = '${INTERNAL_ORGANIZATION}'`);

  for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
    await insertRows(client, tables, rowsSchema.parse(JSON.parse(line.value)));
  }

  for (const { name } of tables) await client.query(`ALTER TABLE ${quote(name)} ENABLE TRIGGER USER`);
  await client.query(`SET LOCAL maintenance_work_mem = '${INDEX_MEMORY}'`);
  for (const statement of putBack) await client.query(statement);
  await setSequences(client, header);
  await doubtUnsentMail(client);
  await compareCounts(client, header);
  return header;
}

async function checkTarget(client: Client, tables: BackupTable[], header: BackupHeader): Promise<void> {
  const migrations = await listMigrations(client);
  if (JSON.stringify(migrations) !== JSON.stringify(header.migrations)) {
    throw new RestoreError(
      'The backup was made by another version of Coverlight. Restore it with that version, then start this one on it.',
    );
  }
  for (const { name } of tables) {
    // Locked to the end, so that a server starting meanwhile cannot put rows in between.
    await client.query(`LOCK TABLE ${quote(name)} IN ACCESS EXCLUSIVE MODE`);
    const condition = name === 'organizations' ? ` WHERE id <> '${INTERNAL_ORGANIZATION}'` : '';
    const { rowCount } = await client.query(`SELECT FROM ${quote(name)}${condition} LIMIT 1`);
    if (rowCount !== 0) {
      throw new RestoreError(`The database is not empty: there are rows in ${name}. Restore into a new database or a new DATA_DIR.`);
    }
  }
}

async function insertRows(client: Client, tables: BackupTable[], { table, values }: z.infer<typeof rowsSchema>): Promise<void> {
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  const names = columns.map(({ name }) => quote(name)).join(', ');
  const casts = columns.map(({ name, type }) => `${quote(name)}::${type}`).join(', ');
  const arrays = columns.map((_, index) => `$${index + 1}::text[]`).join(', ');
  await client.query(
    `INSERT INTO ${quote(table)} (${names}) OVERRIDING SYSTEM VALUE SELECT ${casts} FROM unnest(${arrays}) AS source(${names})`,
    values,
  );
}

async function setSequences(client: Client, { sequences }: BackupHeader): Promise<void> {
  for (const { name, lastValue } of sequences) {
    if (lastValue !== null) await client.query('SELECT setval($1::regclass, $2::bigint)', [quote(name), lastValue]);
  }
}

/** What was waiting when the backup was made may have left since, and no mail is sent twice (product.md 13.9). */
async function doubtUnsentMail(client: Client): Promise<void> {
  await client.query('UPDATE outgoing_mails SET in_doubt_at = now() WHERE sent_at IS NULL AND given_up_at IS NULL AND in_doubt_at IS NULL');
}

async function compareCounts(client: Client, { tables }: BackupHeader): Promise<void> {
  for (const { name, rows } of tables) {
    const restored = await countRows(client, name);
    if (restored !== rows) throw new RestoreError(`${name} should have ${rows} rows but has ${restored}: nothing was kept.`);
  }
}
