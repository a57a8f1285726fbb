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
  /** Null: no check came of it yet. */
  inquiry_id: string | null;
}

/** Two lists that bring the same appointment at once would both close its content under an id of their own, and one row has one id. */
export async function lockAppointments(tx: Tx): Promise<void> {
  await tx.queryOnce(`SELECT pg_advisory_xact_lock(hashtext('appointments'), hashtext($1))`, [tx.organizationId]);
}

/** Ids of those that are known, by their keys in base64. Needs the lock, so that they stay what is known. */
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
    `INSERT INTO appointments (organization_id, id, user_id, provider_id, payer_id, external_key, at, batch_id, inquiry_id, content, created_at,
       updated_at)
     SELECT $1, a.id, $2, a.provider_id, a.payer_id, a.external_key, a.at, $3, a.inquiry_id, a.content, $4, $4
     FROM unnest($5::text[], $6::text[], $7::text[], $8::bytea[], $9::text[], $10::bytea[], $11::text[])
       AS a (id, provider_id, payer_id, external_key, at, content, inquiry_id)
     ON CONFLICT (organization_id, external_key) DO UPDATE SET provider_id = excluded.provider_id, payer_id = excluded.payer_id,
       at = excluded.at, content = excluded.content, batch_id = excluded.batch_id,
       inquiry_id = coalesce(excluded.inquiry_id, appointments.inquiry_id), updated_at = excluded.updated_at`,
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
      rows.map((row) => row.inquiry_id),
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

export interface AppointmentOfPerson {
  at: string;
  /** The instant of it; where only its day is known, the beginning of that. */
  starts_at: Date;
  inquiry_id: string;
  provider_name: string;
}

/**
 * Of the person whom the check belongs to that came of it; the latest first, with all of the moment of the last one. `zone`: IANA, of the
 * practice's clock. A restricted user is told of its own, where the check is its own, too.
 */
export async function listAppointmentsOf(
  tx: Tx,
  scope: Scope,
  { personId, before, limit, zone }: { personId: string; before: Date | null; limit: number; zone: string },
): Promise<AppointmentOfPerson[]> {
  return await tx.query<AppointmentOfPerson & Record<string, unknown>>(
    'appointments-of-person',
    `SELECT e.* FROM (
       SELECT a.at, a.at::timestamp AT TIME ZONE $7 AS starts_at, a.inquiry_id, p.name AS provider_name
       FROM person_inquiries n
       JOIN inquiries i ON i.organization_id = n.organization_id AND i.id = n.inquiry_id
       JOIN appointments a ON a.organization_id = n.organization_id AND a.inquiry_id = n.inquiry_id
       JOIN providers p ON p.organization_id = a.organization_id AND p.id = a.provider_id
       WHERE n.organization_id = $1 AND n.person_id = $2 AND NOT i.is_hidden AND ($3 OR (i.user_id = $4 AND a.user_id = $4))
     ) e
     WHERE $5::timestamptz IS NULL OR e.starts_at < $5
     ORDER BY e.starts_at DESC FETCH FIRST $6 ROWS WITH TIES`,
    [scope.organizationId, personId, !scope.restricted, scope.userId, before, limit, zone],
  );
}

/** Which check came of each, by their keys: of the newest one it is told. */
export async function setAppointmentChecks(tx: Tx, checks: readonly { key: Buffer; inquiryId: string }[]): Promise<void> {
  if (checks.length === 0) return;
  await tx.query(
    'set-appointment-checks',
    `UPDATE appointments a SET inquiry_id = e.inquiry_id FROM unnest($2::bytea[], $3::text[]) AS e (key, inquiry_id)
     WHERE a.organization_id = $1 AND a.external_key = e.key`,
    [tx.organizationId, checks.map(({ key }) => key), checks.map(({ inquiryId }) => inquiryId)],
  );
}
