/** Combos that payers' own refusals named, offered to admins (docs/product.md 11.2). */
import type { Tx } from '#db/client.ts';

/** The newest refusal's word counts. */
export async function noteSuggestedCombos(tx: Tx, payerId: string, combos: readonly (readonly string[])[], now: Date): Promise<void> {
  await tx.query(
    'note-suggested-combos',
    `INSERT INTO payer_suggested_combos (payer_id, combos, noted_at) VALUES ($1, $2, $3)
     ON CONFLICT (payer_id) DO UPDATE SET combos = excluded.combos, noted_at = excluded.noted_at`,
    [payerId, JSON.stringify(combos), now],
  );
}

/** Of a merged payer also what the two it was made of were told, the newest. Null where there was none. */
export async function findSuggestedCombos(tx: Tx, payerId: string): Promise<string[][] | null> {
  const [row] = await tx.query<{ combos: string[][] }>(
    'find-suggested-combos',
    `SELECT c.combos FROM payer_suggested_combos c JOIN payers p ON p.id = c.payer_id
     WHERE $1 IN (p.id, p.parent_id) ORDER BY c.noted_at DESC LIMIT 1`,
    [payerId],
  );
  return row?.combos ?? null;
}
