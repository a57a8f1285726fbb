/** Which payer each row of a list means: certain matches are taken, the others decided once for all rows of a name (product.md 19.2). */
import type { BatchContent } from '@coverlight/contract/batches/columns.schema.ts';
import type { PayerBook } from '@coverlight/domain/batches/known-payers.ts';
import { decidedKey, payerMatcher } from '@coverlight/domain/batches/match-payers.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { NamedPayer } from './batch-contents.ts';
import { findAliases } from './mappings.repository.ts';
import { listKnownPayers, listPrefixes } from './payer-book.repository.ts';

export interface MatchedPayers {
  named: NamedPayer[];
  /** Of each row its place among `named`, and the payer if it is known. */
  rows: { place: number; payerId: string | null }[];
}

/** Taken without asking. */
export const isTaken = ({ match }: NamedPayer): boolean => match === 'certain' || match === 'decided';

const saidOf = ({ payer_name: name = '', payer_id: code = '', member_id: memberId = '' }: BatchContent) => ({ name, code, memberId });

export async function matchPayers(
  tx: Tx,
  keys: OrganizationKeys,
  clearinghouses: readonly string[],
  contents: readonly BatchContent[],
): Promise<MatchedPayers> {
  const said = contents.map(saidOf);
  const names = [...new Set(said.map(({ name, code }) => decidedKey(name || code)))];
  const decided = await findAliases(tx, keys, names);
  const book: PayerBook = { payers: await listKnownPayers(tx, clearinghouses), prefixes: await listPrefixes(tx), decided };
  const match = payerMatcher(book);
  const places = new Map<string, number>();
  const named: NamedPayer[] = [];
  const rows = said.map((one) => {
    const key = `${decidedKey(one.name)}\n${one.code.toUpperCase()}`;
    let place = places.get(key);
    if (place === undefined) {
      place = named.push(namedPayer(one, decided, match({ ...one, memberId: '' }))) - 1;
      places.set(key, place);
    }
    const all = named[place];
    if (all !== undefined && isTaken(all)) return { place, payerId: all.payerId };
    // A member id may tell what the name leaves open.
    const own = match(one);
    return { place, payerId: own.kind === 'certain' ? own.id : null };
  });
  return { named, rows };
}

function namedPayer(
  { name, code }: { name: string; code: string },
  decided: ReadonlyMap<string, string>,
  match: ReturnType<ReturnType<typeof payerMatcher>>,
): NamedPayer {
  const before = decided.get(decidedKey(name || code));
  const head = { name: name || code, code };
  if (before !== undefined && (match.kind !== 'certain' || match.id === before))
    return { ...head, match: 'decided', payerId: before, candidates: [] };
  if (match.kind === 'certain') return { ...head, match: 'certain', payerId: match.id, candidates: [] };
  const ids = match.kind === 'likely' ? match.ids : [];
  return { ...head, match: ids.length > 0 ? 'likely' : 'none', payerId: ids[0] ?? null, candidates: ids.slice(1) };
}
