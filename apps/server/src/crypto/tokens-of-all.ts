/** Tokens of what an admin searches all organizations for, made with the keys of those that may hold it (product.md 12.3). */
import { randomBytes } from 'node:crypto';
import type { Tx } from '#db/client.ts';
import { byOrganization, listSearchKeys, type StoredKey } from '#db/organization-keys.repository.ts';
import { findHolders, type Holders } from '#db/search-hints.repository.ts';
import { keep } from '#keep.ts';
import type { HintToFind } from './search-hints.ts';
import { tokenOf, type SearchTerm } from './search-tokens.ts';

/** Of one term; a token's organization has its place. */
export interface TokensOfAll {
  organizationIds: string[];
  tokens: Buffer[];
}

export interface TokensOfAllOptions {
  open: (organizationId: string, stored: readonly StoredKey[]) => SearchKeys;
  /** Whether keys loaded then need not be looked for again. */
  isFresh: (entry: { loadedAt: number }) => boolean;
  now: () => Date;
  /** Organizations kept in memory. */
  maxCached: number;
}

interface Wanted {
  term: SearchTerm;
  hints: readonly HintToFind[];
}

interface SearchKeys {
  organizationId: string;
  tokensToFind(term: SearchTerm): Buffer[];
}

/** Opened for searching alone: holds no data key. */
interface Searcher {
  loadedAt: number;
  versions: string;
  keys: SearchKeys;
}

/** So that the pages of one search make their tokens once. */
const REMEMBERED_TERMS = 20;

export function createTokensOfAll({ open, isFresh, now, maxCached }: TokensOfAllOptions) {
  const searchers = new Map<string, Searcher>();
  // What admins searched for is not kept in memory as words.
  const remembering = randomBytes(32);
  const rememberedTokens = new Map<string, WeakMap<SearchKeys, Buffer[]>>();

  // Opens what is new only: to open the keys of every organization each minute would hold the server up.
  const searchersOf = async (tx: Tx, organizationIds: readonly string[]): Promise<Searcher[]> => {
    const isKnown = (id: string) => {
      const known = searchers.get(id);
      return known !== undefined && isFresh(known);
    };
    const stale = organizationIds.filter((id) => !isKnown(id));
    const loadedAt = now().getTime();
    const rows = stale.length === 0 ? [] : await listSearchKeys(tx, stale);
    for (const [id, stored] of byOrganization(rows)) {
      const versions = namesOfVersions(stored);
      const before = searchers.get(id);
      const keys = before?.versions === versions ? before.keys : open(id, stored);
      keep(searchers, id, { loadedAt, versions, keys }, maxCached);
    }
    return organizationIds.flatMap((id) => searchers.get(id) ?? []);
  };

  const tokensOf = (asked: readonly Searcher[], term: SearchTerm): TokensOfAll => {
    const name = tokenOf(remembering, term).toString('base64');
    const remembered = rememberedTokens.get(name) ?? new WeakMap<SearchKeys, Buffer[]>();
    keep(rememberedTokens, name, remembered, REMEMBERED_TERMS);
    const pairs = asked.flatMap(({ keys }) => {
      const tokens = remembered.get(keys) ?? keys.tokensToFind(term);
      remembered.set(keys, tokens);
      return tokens.map((token) => ({ organizationId: keys.organizationId, token }));
    });
    return { organizationIds: pairs.map((pair) => pair.organizationId), tokens: pairs.map((pair) => pair.token) };
  };

  /** In the order of `wanted`; `tx` is an admin's. */
  return async (tx: Tx, wanted: readonly Wanted[], organizationId?: string): Promise<TokensOfAll[]> => {
    const hints = wanted.map((one) => one.hints);
    const holders = holdersOfAll(hints, await findHolders(tx, hints.flat()));
    const asked = await searchersOf(tx, organizationId === undefined ? holders : holders.filter((id) => id === organizationId));
    return wanted.map(({ term }) => tokensOf(asked, term));
  };
}

/** Whoever may hold every term, and whoever may hold anything since its hints are not complete. */
function holdersOfAll(wanted: readonly (readonly HintToFind[])[], { stored, incomplete }: Holders): string[] {
  const holders = wanted.map(
    (hints) => new Set(hints.flatMap(({ bucket, holdersIn }) => holdersIn(stored.get(bucket) ?? Buffer.alloc(0)))),
  );
  const [first = new Set<string>(), ...others] = holders;
  return [...new Set([...first].filter((id) => others.every((set) => set.has(id))).concat(incomplete))];
}

/** A version of a key never changes, however it is wrapped. */
const namesOfVersions = (stored: readonly StoredKey[]): string =>
  stored
    .map(({ version, active_from }) => `${version} ${active_from.getTime()}`)
    .toSorted()
    .join();
