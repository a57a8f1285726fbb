/** Which payers companies are that answers name: by the same rules as the names of a list, but only where there is no doubt (product.md 19.2). */
import { decidedKey, payerMatcher } from '@coverlight/domain/batches/match-payers.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#db/client.ts';
import { findAliases } from './mappings.repository.ts';
import { findPayersVersion, listKnownPayers, listPrefixes } from './payer-book.repository.ts';

export interface NamedCompany {
  name: string;
  /** '' where none was told. */
  memberId: string;
}

/** Making one ready for thousands of payers takes longer than reading a case: it is kept until payers change. */
let kept: { version: string; match: ReturnType<typeof payerMatcher> } | null = null;

async function matcherOf(tx: Tx, clearinghouses: readonly string[]): Promise<ReturnType<typeof payerMatcher>> {
  const version = `${clearinghouses.join(' ')} ${await findPayersVersion(tx)}`;
  if (kept?.version === version) return kept.match;
  const payers = await listKnownPayers(tx, clearinghouses);
  const match = payerMatcher({ payers, prefixes: await listPrefixes(tx), decided: new Map() });
  kept = { version, match };
  return match;
}

/** By name. What the organization decided for a name in its lists counts here, too. */
export async function findNamedPayers(
  tx: Tx,
  keys: OrganizationKeys,
  { clearinghouses }: Pick<Deps, 'clearinghouses'>,
  companies: readonly NamedCompany[],
): Promise<Map<string, string>> {
  const match = await matcherOf(tx, Object.keys(clearinghouses));
  const decided = await findAliases(
    tx,
    keys,
    companies.map(({ name }) => decidedKey(name)),
  );
  return new Map(
    companies.flatMap(({ name, memberId }) => {
      const found = match({ name, code: '', memberId });
      const id = found.kind === 'certain' ? found.id : decided.get(decidedKey(name));
      return id === undefined ? [] : [[name, id] as const];
    }),
  );
}
