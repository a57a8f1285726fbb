/** Telephone numbers of payers, and what the platform has confirmed. Global: written by admins, read by everybody. */
import type { PayerPhone } from '@coverlight/contract/admin/admin-cases.contract.ts';
import type { Tx } from '#db/client.ts';
import type { Limits } from '#db/page.ts';

export type PayerPhoneRecord = Omit<PayerPhone, 'updated_at'> & { updated_at: Date };

const SELECT = `SELECT f.id, f.payer_id, y.name AS payer_name, f.kind, f.phone, f.note, f.updated_at FROM payer_phones f
  JOIN payers y ON y.id = f.payer_id`;

/** By payer and kind. */
export async function listPayerPhones(
  tx: Tx,
  payerId: string | null,
  limits: Limits,
): Promise<{ rows: PayerPhoneRecord[]; total: number }> {
  const rows = await tx.queryOnce<PayerPhoneRecord & Record<string, unknown>>(
    `${SELECT} WHERE $1::text IS NULL OR f.payer_id = $1 ORDER BY lower(y.name), f.kind, f.id LIMIT $2 OFFSET $3`,
    [payerId, limits.limit, limits.offset],
  );
  const [count] = await tx.queryOnce<{ total: number }>(
    'SELECT count(*)::int AS total FROM payer_phones f WHERE $1::text IS NULL OR f.payer_id = $1',
    [payerId],
  );
  return { rows, total: count?.total ?? 0 };
}

export async function findPayerPhone(tx: Tx, id: string): Promise<PayerPhoneRecord | null> {
  const [row] = await tx.queryOnce<PayerPhoneRecord & Record<string, unknown>>(`${SELECT} WHERE f.id = $1`, [id]);
  return row ?? null;
}

export interface NewPayerPhone {
  id: string;
  payer_id: string;
  kind: PayerPhone['kind'];
  phone: string;
  note: string | null;
}

/** False where the payer has a number of that kind. */
export async function insertPayerPhone(tx: Tx, phone: NewPayerPhone, now: Date): Promise<boolean> {
  const rows = await tx.queryOnce(
    `INSERT INTO payer_phones (id, payer_id, kind, phone, note, updated_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (payer_id, kind) DO NOTHING RETURNING id`,
    [phone.id, phone.payer_id, phone.kind, phone.phone, phone.note, now],
  );
  return rows.length > 0;
}

export async function updatePayerPhone(
  tx: Tx,
  { id, phone, note }: Pick<NewPayerPhone, 'id' | 'phone' | 'note'>,
  now: Date,
): Promise<void> {
  await tx.queryOnce('UPDATE payer_phones SET phone = $2, note = $3, updated_at = $4 WHERE id = $1', [id, phone, note, now]);
}

/** False where there is none. */
export async function deletePayerPhone(tx: Tx, id: string): Promise<boolean> {
  return (await tx.queryOnce('DELETE FROM payer_phones WHERE id = $1 RETURNING id', [id])).length > 0;
}

/** `by` null takes the confirmation back. */
export async function setNoticeConfirmation(tx: Tx, by: string | null, now: Date): Promise<void> {
  if (by === null) await tx.queryOnce(`DELETE FROM platform_confirmations WHERE matter = 'estimate-notice'`, []);
  else
    await tx.queryOnce(
      `INSERT INTO platform_confirmations (matter, confirmed_by, confirmed_at) VALUES ('estimate-notice', $1, $2)
       ON CONFLICT (matter) DO UPDATE SET confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at`,
      [by, now],
    );
}
