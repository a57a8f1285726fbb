import type { AdminPayer } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { Tx } from '#db/client.ts';
import { loadPayerSchema } from '#features/payers/payer-schema.ts';
import { findPayer } from '#features/payers/payers.repository.ts';
import { findSuggestedCombos } from '#features/payers/suggested-combos.repository.ts';
import type { Clearinghouses } from '#ports/clearinghouse.ts';
import { findAdminPayer } from './admin-payers.repository.ts';
import { presentPayer } from './payer-wire.ts';

/** With the schema that applies and whose word it is. Null for an unknown id. */
export async function loadAdminPayer(tx: Tx, clearinghouses: Clearinghouses, id: string): Promise<AdminPayer | null> {
  const row = await findAdminPayer(tx, id);
  const payer = row === null ? null : await findPayer(tx, id);
  if (row === null || payer === null) return null;
  const { fields, combos, source } = await loadPayerSchema(tx, payer, clearinghouses);
  return { ...presentPayer(row, clearinghouses), schema: { fields, combos, source }, suggested_combos: await findSuggestedCombos(tx, id) };
}
