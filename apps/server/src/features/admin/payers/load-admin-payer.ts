import type { AdminPayer } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { Tx } from '#db/client.ts';
import { loadPayerSchema } from '#features/payers/payer-schema.ts';
import { findPayer, findPayerSchema } from '#features/payers/payers.repository.ts';
import { findSuggestedCombos } from '#features/payers/suggested-combos.repository.ts';
import { findAdminPayer } from './admin-payers.repository.ts';

/** With the schema that applies and whose word it is. Null for an unknown id. */
export async function loadAdminPayer(tx: Tx, id: string): Promise<AdminPayer | null> {
  const row = await findAdminPayer(tx, id);
  const payer = row === null ? null : await findPayer(tx, id);
  if (row === null || payer === null) return null;
  const stored = await findPayerSchema(tx, payer.schema_payer_id);
  const { fields, combos } = await loadPayerSchema(tx, payer);
  return { ...row, schema: { fields, combos, source: stored?.source ?? 'default' }, suggested_combos: await findSuggestedCombos(tx, id) };
}
