/** Payers that can be chosen, by what somebody types (product.md 15.10). */
import type { FoundPayer } from '@coverlight/contract/payers/payer.schema.ts';
import { rankFound } from '@coverlight/domain/payers/payer-search.ts';
import type { Tx } from '#db/client.ts';
import { listChoosableCandidates, mapSharedCodes } from './payer-search.repository.ts';

/** More than anybody reads; whoever looks for another one types more of its name. */
const FOUND_AT_MOST = 20;

/** Best first. */
export async function searchPayers(tx: Tx, clearinghouses: readonly string[], typed: string): Promise<FoundPayer[]> {
  const candidates = await listChoosableCandidates(tx, clearinghouses, typed);
  const payers = new Map(candidates.map(({ payer }) => [payer.id, payer]));
  const found = rankFound(candidates, typed).slice(0, FOUND_AT_MOST);
  const ids = found.map(({ id }) => id);
  const names = found.map(({ id }) => payers.get(id)?.name.toLowerCase());
  // Payers of one name are found together, by that name; by another name of one of them it may be found alone.
  const mayShare = new Set(names).size < names.length || found.some(({ foundBy }) => foundBy !== null);
  const codes = mayShare ? await mapSharedCodes(tx, clearinghouses, ids) : new Map<string, string>();
  return found.flatMap(({ id, foundBy }) => {
    const payer = payers.get(id);
    const shared = codes.get(id);
    return payer === undefined ? [] : [{ ...payer, ...(shared === undefined ? {} : { codes: shared }), found_by: foundBy }];
  });
}
