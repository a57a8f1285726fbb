/** The rows that one submission leaves behind, and the statements that write the same rows for another inquiry. */
import type { Pool, PoolClient } from 'pg';

interface TableRows {
  table: string;
  columns: string[];
  rows: Record<string, unknown>[];
}

/** Table, what finds its rows of one inquiry ($1), and the columns the database fills by itself. */
const TABLES: readonly [table: string, where: string, own: readonly string[]][] = [
  ['inquiries', 'id = $1', []],
  ['inquiry_contents', 'inquiry_id = $1', []],
  ['inquiry_tokens', 'inquiry_id = $1', []],
  ['inquiry_asks', 'inquiry_id = $1', []],
  ['inquiry_attempts', 'inquiry_id = $1', ['id']],
  ['idempotency_keys', 'inquiry_id = $1', []],
  ['usage_events', 'inquiry_id = $1', []],
  ['audit_events', 'object_ids = ARRAY[$1]', ['id']],
];

export async function readRows(pool: Pool, inquiryId: string): Promise<TableRows[]> {
  const found: TableRows[] = [];
  for (const [table, where, own] of TABLES) {
    const { rows, fields } = await pool.query<Record<string, unknown>>(`SELECT * FROM ${table} WHERE ${where}`, [inquiryId]);
    const columns = fields.map(({ name }) => name).filter((name) => !own.includes(name));
    if (rows.length > 0) found.push({ table, columns, rows });
  }
  return found;
}

/** In one transaction, a statement for each table. */
export async function writeRows(client: PoolClient, tables: readonly TableRows[], from: string, to: string): Promise<void> {
  await client.query('BEGIN');
  for (const { table, columns, rows } of tables) {
    const values = rows.flatMap((row) => columns.map((column) => renamed(row[column], from, to)));
    const places = rows.map((_, at) => `(${columns.map((__, column) => `$${at * columns.length + column + 1}`).join()})`);
    const text = `INSERT INTO ${table} (${columns.map((column) => `"${column}"`).join()}) VALUES ${places.join()}`;
    await client.query({ name: `bare ${table}`, text, values });
  }
  await client.query('COMMIT');
}

let made = 0;

/** The other inquiry's id in place of this one's, in whatever text; and a digest that must be unique is another one. */
function renamed(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, to);
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, from, to));
  if (Buffer.isBuffer(value) && value.length === 32) {
    const other = Buffer.from(value);
    other.writeUInt32BE((made += 1));
    return other;
  }
  return value;
}
