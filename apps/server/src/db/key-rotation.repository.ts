/** Finds and rewrites what an old key closed, a batch at a time, while the server goes on working. Knows columns, not keys. */
import type { Tx } from './client.ts';

export interface EncryptedTable {
  table: string;
  /** SQL to go through it in order, most often a column; several rows may share a value. */
  orderedBy: string;
  /** SQL of the row's name, as it stands in the authenticated place of its values. */
  rowName: string;
  columns: readonly string[];
}

/** Every column that holds ciphertext: catalog test. */
export const ENCRYPTED_TABLES: readonly EncryptedTable[] = [
  { table: 'comparisons', orderedBy: 'after_id', rowName: 'after_id', columns: ['content'] },
  { table: 'call_answers', orderedBy: 'id', rowName: 'id', columns: ['content'] },
  { table: 'call_sheets', orderedBy: 'id', rowName: 'id', columns: ['content'] },
  { table: 'case_inquiries', orderedBy: 'case_id', rowName: `case_id || '.' || inquiry_id`, columns: ['company'] },
  { table: 'case_notes', orderedBy: 'id', rowName: 'id', columns: ['text'] },
  { table: 'case_tasks', orderedBy: 'id', rowName: 'id', columns: ['title'] },
  { table: 'cases', orderedBy: 'id', rowName: 'id', columns: ['reason'] },
  { table: 'estimates', orderedBy: 'id', rowName: 'id', columns: ['content'] },
  { table: 'estimate_claims', orderedBy: 'id', rowName: 'id', columns: ['content'] },
  { table: 'inquiries', orderedBy: 'id', rowName: 'id', columns: ['patient_name'] },
  {
    table: 'inquiry_contents',
    orderedBy: 'inquiry_id',
    rowName: 'inquiry_id',
    columns: ['submission', 'ssn', 'coverage', 'raw_answer', 'returned_patient', 'remote_errors'],
  },
  {
    table: 'inquiry_asks',
    orderedBy: 'inquiry_id',
    rowName: `inquiry_id || '.' || part || '.' || number`,
    columns: ['answer'],
  },
  { table: 'batches', orderedBy: 'id', rowName: 'id', columns: ['upload', 'content'] },
  { table: 'batch_rows', orderedBy: 'batch_id', rowName: `batch_id || '.' || row`, columns: ['content', 'problems', 'result'] },
  { table: 'appointments', orderedBy: 'id', rowName: 'id', columns: ['content'] },
  { table: 'column_mappings', orderedBy: `encode(headers_digest, 'hex')`, rowName: `encode(headers_digest, 'hex')`, columns: ['headers'] },
  { table: 'payer_aliases', orderedBy: `encode(name_digest, 'hex')`, rowName: `encode(name_digest, 'hex')`, columns: ['name'] },
  { table: 'inquiry_views', orderedBy: 'id', rowName: 'id', columns: ['name'] },
  { table: 'la_prefixes', orderedBy: 'id', rowName: 'id', columns: ['member_id'] },
  { table: 'network_rules', orderedBy: 'id', rowName: 'id', columns: ['note'] },
  { table: 'outgoing_mails', orderedBy: 'id', rowName: 'id', columns: ['secret'] },
  { table: 'persons', orderedBy: 'id', rowName: 'id', columns: ['content'] },
  { table: 'registration_infos', orderedBy: 'id', rowName: 'id', columns: ['info'] },
  { table: 'second_factors', orderedBy: 'id', rowName: 'id', columns: ['secret'] },
];

/** The two bytes that name the key's version in a ciphertext. */
const versionBytes = (version: number): Buffer => Buffer.from([version >> 8, version & 0xff]);

const isOld = (column: string, param: string) => `(${column} IS NOT NULL AND substring(${column} from 2 for 2) <> ${param}::bytea)`;
const hasOld = ({ columns }: EncryptedTable, param: string) => `(${columns.map((column) => isOld(column, param)).join(' OR ')})`;

export interface OldRow {
  position: string;
  name: string;
  values: Record<string, Buffer | null>;
}

/** Rows with a value under another version than `version`, from `position` on, locked. */
export async function lockOldRows(
  tx: Tx,
  table: EncryptedTable,
  { organizationId, version, from, limit }: { organizationId: string; version: number; from: string; limit: number },
): Promise<OldRow[]> {
  const rows = await tx.queryOnce<Record<string, unknown>>(
    `SELECT ${table.orderedBy} AS position, ${table.rowName} AS row_name, ${table.columns.join(', ')} FROM ${table.table}
     WHERE organization_id = $1 AND ${table.orderedBy} >= $2 AND ${hasOld(table, '$3')}
     ORDER BY ${table.orderedBy} LIMIT $4 FOR UPDATE`,
    [organizationId, from, versionBytes(version), limit],
  );
  // No column of these tables is called `row_name`; some are called `name`.
  return rows.map(({ position, row_name: name, ...values }) => ({
    position: String(position),
    name: String(name),
    values: Object.fromEntries(Object.entries(values).map(([column, value]) => [column, value instanceof Buffer ? value : null])),
  }));
}

export async function writeRow(tx: Tx, table: EncryptedTable, organizationId: string, { position, name, values }: OldRow): Promise<void> {
  const columns = Object.keys(values);
  if (columns.length === 0) return;
  await tx.queryOnce(
    `UPDATE ${table.table} SET ${columns.map((column, index) => `${column} = $${index + 4}`).join(', ')}
     WHERE organization_id = $1 AND ${table.orderedBy} = $2 AND ${table.rowName} = $3`,
    [organizationId, position, name, ...columns.map((column) => values[column])],
  );
}

/** Rows that still need a key other than `version`. */
export async function countOldRows(tx: Tx, organizationId: string, version: number): Promise<number> {
  let count = 0;
  for (const table of ENCRYPTED_TABLES) {
    const [row] = await tx.queryOnce<{ count: number }>(
      `SELECT count(*)::int AS count FROM ${table.table} WHERE organization_id = $1 AND ${hasOld(table, '$2')}`,
      [organizationId, versionBytes(version)],
    );
    count += row?.count ?? 0;
  }
  return count;
}

/** Inquiries with search tokens of another version, from `position` on, locked, with their submissions. */
export async function lockOldTokens(
  tx: Tx,
  { organizationId, version, from, limit }: { organizationId: string; version: number; from: string; limit: number },
): Promise<{ id: string; submission: Buffer }[]> {
  return await tx.query<{ id: string; submission: Buffer }>(
    'lock-old-tokens',
    `SELECT i.id, c.submission FROM inquiries i
     JOIN inquiry_contents c ON c.organization_id = i.organization_id AND c.inquiry_id = i.id
     WHERE i.organization_id = $1 AND i.id > $2
       AND EXISTS (SELECT FROM inquiry_tokens t WHERE t.organization_id = i.organization_id AND t.inquiry_id = i.id AND t.key_version <> $3)
     ORDER BY i.id LIMIT $4 FOR UPDATE OF i`,
    [organizationId, from, version, limit],
  );
}

export async function replaceTokens(
  tx: Tx,
  organizationId: string,
  inquiryId: string,
  { version, tokens }: { version: number; tokens: Buffer[] },
): Promise<void> {
  await tx.query('delete-tokens', 'DELETE FROM inquiry_tokens WHERE organization_id = $1 AND inquiry_id = $2', [organizationId, inquiryId]);
  await tx.query(
    'insert-tokens',
    'INSERT INTO inquiry_tokens (organization_id, inquiry_id, token, key_version) SELECT $1, $2, unnest($3::bytea[]), $4',
    [organizationId, inquiryId, tokens, version],
  );
}

export async function countOldTokens(tx: Tx, organizationId: string, version: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'count-old-tokens',
    'SELECT count(*)::int AS count FROM inquiry_tokens WHERE organization_id = $1 AND key_version <> $2',
    [organizationId, version],
  );
  return row?.count ?? 0;
}

/** Persons with keys of another version, from `position` on, locked; and those that one was merged into meanwhile have none. */
export async function lockOldPersons(
  tx: Tx,
  { organizationId, version, from, limit }: { organizationId: string; version: number; from: string; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'lock-old-persons',
    `SELECT p.id FROM persons p
     WHERE p.organization_id = $1 AND p.id > $2
       AND EXISTS (SELECT FROM person_keys k WHERE k.organization_id = p.organization_id AND k.person_id = p.id AND k.key_version <> $3)
     ORDER BY p.id LIMIT $4 FOR NO KEY UPDATE`,
    [organizationId, from, version, limit],
  );
  return rows.map(({ id }) => id);
}

export async function countOldPersonKeys(tx: Tx, organizationId: string, version: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'count-old-person-keys',
    'SELECT count(*)::int AS count FROM person_keys WHERE organization_id = $1 AND key_version <> $2',
    [organizationId, version],
  );
  return row?.count ?? 0;
}
