/** What is found again by a keyed digest, beside what the digest is made of: mappings, payer names, appointments, rows that ask the same. */
import type { Tx } from '#db/client.ts';

/** `words`: ciphertext of what the digest is made of. */
export interface Remembered {
  digest: Buffer;
  words: Buffer;
}

/** Tables of what an organization has decided, with the columns of the digest and of its words. */
export const REMEMBERED = [
  { table: 'column_mappings', digest: 'headers_digest', words: 'headers', purpose: 'batch-headers' },
  { table: 'payer_aliases', digest: 'name_digest', words: 'name', purpose: 'payer-alias' },
] as const;
type RememberedTable = (typeof REMEMBERED)[number];

/** Where the words' ciphertext stands. The digest is part of it: words of another one are none. */
export const placeOfWords = ({ table, words }: RememberedTable, digest: Buffer) => ({ table, row: digest.toString('hex'), column: words });

export async function lockRemembered(tx: Tx, { table, digest, words }: RememberedTable): Promise<Remembered[]> {
  return await tx.queryOnce<Remembered & Record<string, unknown>>(
    `SELECT ${digest} AS digest, ${words} AS words FROM ${table} WHERE organization_id = $1 AND ${words} IS NOT NULL FOR UPDATE`,
    [tx.organizationId],
  );
}

/** What was decided meanwhile under the new digest holds; then the old one goes. */
export async function moveRemembered(tx: Tx, { table, digest, words }: RememberedTable, from: Buffer, to: Remembered): Promise<void> {
  await tx.queryOnce(
    `UPDATE ${table} SET ${digest} = $3, ${words} = $4 WHERE organization_id = $1 AND ${digest} = $2
       AND NOT EXISTS (SELECT FROM ${table} o WHERE o.organization_id = $1 AND o.${digest} = $3)`,
    [tx.organizationId, from, to.digest, to.words],
  );
  await tx.queryOnce(`DELETE FROM ${table} WHERE organization_id = $1 AND ${digest} = $2`, [tx.organizationId, from]);
}

export interface KeyedAppointment {
  id: string;
  external_key: Buffer;
  content: Buffer;
}

export async function lockAppointments(tx: Tx, from: string, limit: number): Promise<KeyedAppointment[]> {
  return await tx.query<KeyedAppointment & Record<string, unknown>>(
    'lock-appointments',
    'SELECT id, external_key, content FROM appointments WHERE organization_id = $1 AND id > $2 ORDER BY id LIMIT $3 FOR UPDATE',
    [tx.organizationId, from, limit],
  );
}

/** One that came again meanwhile, under its new key, stands for both. */
export async function moveAppointment(tx: Tx, id: string, key: Buffer): Promise<void> {
  const moved = await tx.query(
    'move-appointment',
    `UPDATE appointments SET external_key = $3 WHERE organization_id = $1 AND id = $2
       AND NOT EXISTS (SELECT FROM appointments o WHERE o.organization_id = $1 AND o.external_key = $3) RETURNING 1`,
    [tx.organizationId, id, key],
  );
  if (moved.length === 0)
    await tx.query('drop-appointment', 'DELETE FROM appointments WHERE organization_id = $1 AND id = $2', [tx.organizationId, id]);
}

/** Batches whose rows may still be compared with each other. */
export async function listBatchesWithKeys(tx: Tx): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'list-batches-with-keys',
    `SELECT b.id FROM batches b WHERE b.organization_id = $1 AND b.emptied_at IS NULL AND EXISTS (
       SELECT FROM batch_rows r WHERE r.organization_id = b.organization_id AND r.batch_id = b.id AND r.same_key IS NOT NULL) ORDER BY 1`,
    [tx.organizationId],
  );
  return rows.map(({ id }) => id);
}

export interface KeyedRow {
  row: number;
  payer_id: string;
  same_key: Buffer;
  content: Buffer;
}

export async function listKeyedRows(tx: Tx, batchId: string): Promise<KeyedRow[]> {
  return await tx.query<KeyedRow & Record<string, unknown>>(
    'list-keyed-batch-rows',
    `SELECT r.row, r.payer_id, r.same_key, r.content FROM batch_rows r
     WHERE r.organization_id = $1 AND r.batch_id = $2 AND r.same_key IS NOT NULL AND r.payer_id IS NOT NULL AND r.content IS NOT NULL`,
    [tx.organizationId, batchId],
  );
}

export async function writeSameKeys(tx: Tx, batchId: string, rows: readonly { row: number; key: Buffer | null }[]): Promise<void> {
  await tx.query(
    'write-same-keys',
    `UPDATE batch_rows o SET same_key = r.key FROM unnest($3::int[], $4::bytea[]) AS r (row, key)
     WHERE o.organization_id = $1 AND o.batch_id = $2 AND o.row = r.row`,
    [tx.organizationId, batchId, rows.map(({ row }) => row), rows.map(({ key }) => key)],
  );
}
