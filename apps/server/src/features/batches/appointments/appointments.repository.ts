/** Appointments that lists have brought (product.md 19.6). */
import type { Tx } from '#db/client.ts';
import { totalOfPage, type Limits } from '#db/page.ts';
import type { Scope } from '#http/viewer.ts';

export interface StoredAppointment {
  id: string;
  at: string;
  payer_id: string | null;
  provider_id: string;
  /** Ciphertext. */
  content: Buffer;
}

export interface KeptAppointment extends StoredAppointment {
  external_key: Buffer;
}

/** Ids of those that are known, by their keys in base64. */
export async function findAppointmentIds(tx: Tx, keys: readonly Buffer[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; external_key: Buffer }>(
    'find-appointment-ids',
    'SELECT id, external_key FROM appointments WHERE organization_id = $1 AND external_key = ANY ($2::bytea[])',
    [tx.organizationId, keys],
  );
  return new Map(rows.map((row) => [row.external_key.toString('base64'), row.id]));
}

/** `content` is closed under the id. The same appointment out of a later list replaces the earlier; whose it is stays. */
export async function keepAppointmentRows(
  tx: Tx,
  { userId, batchId, now }: { userId: string; batchId: string; now: Date },
  rows: readonly KeptAppointment[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    'keep-appointments',
    `INSERT INTO appointments (organization_id, id, user_id, provider_id, payer_id, external_key, at, batch_id, content, created_at, updated_at)
     SELECT $1, a.id, $2, a.provider_id, a.payer_id, a.external_key, a.at, $3, a.content, $4, $4
     FROM unnest($5::text[], $6::text[], $7::text[], $8::bytea[], $9::text[], $10::bytea[])
       AS a (id, provider_id, payer_id, external_key, at, content)
     ON CONFLICT (organization_id, external_key) DO UPDATE SET provider_id = excluded.provider_id, payer_id = excluded.payer_id,
       at = excluded.at, content = excluded.content, batch_id = excluded.batch_id, updated_at = excluded.updated_at`,
    [
      tx.organizationId,
      userId,
      batchId,
      now,
      rows.map(({ id }) => id),
      rows.map((row) => row.provider_id),
      rows.map((row) => row.payer_id),
      rows.map((row) => row.external_key),
      rows.map(({ at }) => at),
      rows.map(({ content }) => content),
    ],
  );
}

export interface ListedAppointment extends StoredAppointment {
  payer_name: string | null;
  provider_name: string;
  batch_id: string | null;
  inquiry_id: string | null;
}

/** By time, from a day on and up to but without another; both compare as text. */
export async function listAppointments(
  tx: Tx,
  scope: Scope,
  { from, until, limits }: { from: string; until: string | null; limits: Limits },
): Promise<{ rows: ListedAppointment[]; total: number }> {
  const values = [scope.organizationId, from, until, !scope.restricted, scope.userId];
  const condition = `a.organization_id = $1 AND a.at >= $2 AND ($3::text IS NULL OR a.at < $3) AND ($4 OR a.user_id = $5)`;
  const rows = await tx.query<ListedAppointment & Record<string, unknown>>(
    'list-appointments',
    `SELECT a.id, a.at, a.payer_id, a.provider_id, a.content, a.batch_id, a.inquiry_id, y.name AS payer_name, p.name AS provider_name
     FROM appointments a
     JOIN providers p ON p.organization_id = a.organization_id AND p.id = a.provider_id
     LEFT JOIN payers y ON y.id = a.payer_id
     WHERE ${condition} ORDER BY a.at, a.id LIMIT $6 OFFSET $7`,
    [...values, limits.limit, limits.offset],
  );
  const known = totalOfPage(rows.length, limits);
  if (known !== null) return { rows, total: known };
  const [count] = await tx.query<{ total: number }>(
    'count-appointments',
    `SELECT count(*)::int AS total FROM appointments a WHERE ${condition}`,
    values,
  );
  return { rows, total: count?.total ?? 0 };
}
