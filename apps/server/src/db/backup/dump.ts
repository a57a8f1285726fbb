/** Reads a whole database as lines of JSON, from one snapshot. */
import type { Client } from 'pg';
import {
  countRows,
  connectForBackup,
  listMigrations,
  listSequences,
  listTables,
  quote,
  type BackupSequence,
  type BackupTable,
} from './catalog.ts';

/** The first line. */
export interface BackupHeader {
  madeAt: string;
  migrations: string[];
  tables: (BackupTable & { rows: number })[];
  sequences: BackupSequence[];
}

/** Every other line: some rows of a table, column by column, every value as PostgreSQL writes it; null is SQL's. */
interface BackupRows {
  table: string;
  values: (string | null)[][];
}

const BATCH_BYTES = 1024 * 1024;
const LARGEST_BATCH = 5_000;

/**
 * Yields the header, then all rows. Other connections go on writing: what they commit after the first line is not in it.
 * `onHeader` is told what will follow.
 */
export async function* dumpDatabase(connectionString: string, onHeader: (header: BackupHeader) => void): AsyncGenerator<string> {
  const client = await connectForBackup(connectionString);
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const header = await readHeader(client);
    onHeader(header);
    yield `${JSON.stringify(header)}\n`;
    for (const table of header.tables) yield* dumpTable(client, table);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function readHeader(client: Client): Promise<BackupHeader> {
  const migrations = await listMigrations(client);
  const tables: BackupHeader['tables'] = [];
  for (const table of await listTables(client)) tables.push({ ...table, rows: await countRows(client, table.name) });
  return { madeAt: new Date().toISOString(), migrations, tables, sequences: await listSequences(client) };
}

/** A batch holds about a megabyte, however large the rows are. */
async function* dumpTable(client: Client, { name, columns }: BackupTable): AsyncGenerator<string> {
  const values = columns.map((column) => `${quote(column.name)}::text`).join(', ');
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT ${values} FROM ${quote(name)}`);
  for (let size = 10; ;) {
    const { rows } = await client.query<(string | null)[]>({ text: `FETCH ${size} FROM backup_rows`, rowMode: 'array' });
    if (rows.length === 0) break;
    const batch: BackupRows = { table: name, values: columns.map((_, index) => rows.map((row) => row[index] ?? null)) };
    const line = `${JSON.stringify(batch)}\n`;
    yield line;
    size = Math.max(1, Math.min(LARGEST_BATCH, Math.floor((rows.length * BATCH_BYTES) / line.length)));
  }
  await client.query('CLOSE backup_rows');
}
