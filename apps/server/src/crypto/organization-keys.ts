/** The keys of each organization, unwrapped once and kept in memory. Made at first use (product.md 12). */
import { randomBytes } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { byOrganization, findKeys, insertKeys, listKeyHolders, listKeysOf, type StoredKey } from '#db/organization-keys.repository.ts';
import { open, seal, wrappingKeyId } from './envelope.ts';
import { decryptField, encryptField, keyVersionOf, packJson, unpackJson, type Place, type VersionedKey } from './field-cipher.ts';
import { keep } from '#keep.ts';
import { keyedDigest, tokenOf, tokensFor, type SearchTerm } from './search-tokens.ts';

/** What one organization's keys can do. Old versions still open what they closed. */
export interface OrganizationKeys {
  readonly organizationId: string;
  encryptText(place: Place, value: string): Buffer;
  decryptText(place: Place, ciphertext: Buffer): string;
  encryptJson(place: Place, value: unknown): Buffer;
  /** The caller knows what was stored there, or parses it. */
  decryptJson(place: Place, ciphertext: Buffer): unknown;
  /** The same plaintext under the current key; null where it is already. */
  reencrypt(place: Place, ciphertext: Buffer): Buffer | null;
  /** Tokens to store for an inquiry. */
  tokensFor(terms: readonly SearchTerm[]): { version: number; tokens: Buffer[] };
  /** Tokens that a stored term may have: one for each version of the key still in use. */
  tokensToFind(term: SearchTerm): Buffer[];
  /** To store. */
  digest(purpose: string, value: string): Buffer;
  /** To look up: one for each version of the key still in use. */
  digestsToFind(purpose: string, value: string): Buffer[];
  readonly currentVersions: { data: number; search: number };
}

export interface KeyRing {
  /**
   * Reads the database when the keys are not in memory, on a connection of its own: call it before opening a transaction, or a full
   * pool waits for itself. Ask anew rather than keeping the answer for more than some minutes: keys rotate.
   */
  keysOf(organizationId: string): Promise<OrganizationKeys>;
  /** The same of several by organization: what is not in memory is read in one statement, for pages with rows of many. */
  keysOfEach(organizationIds: readonly string[]): Promise<ReadonlyMap<string, OrganizationKeys>>;
  /** The tokens that each term may have, in the order of the terms: in the organization given, or in every one that ever stored anything. */
  tokensOfAll(terms: readonly SearchTerm[], organizationId?: string): Promise<TokensOfAll[]>;
}

/** Of one term; a token's organization has its place. */
export interface TokensOfAll {
  organizationIds: string[];
  tokens: Buffer[];
}

export interface KeyRingOptions {
  database: Database;
  dataKey: Buffer;
  /** The key before the last change, until the wrapped keys were wrapped anew. */
  previousDataKey: Buffer | null;
  now: () => Date;
  /** Organizations kept in memory. */
  maxCached?: number;
}

/** How long a process may go on without looking for new versions; see `ACTIVATION_DELAY_MS`. */
const FRESH_MS = 60_000;
/** How long a caller may keep what keysOf gave it: longer than a submission is ever held (INQUIRY_WAIT_SECONDS is at most 300). */
const HELD_MS = 6 * 60_000;
/** A new version is written with only after everybody who may read has had time to learn of it. */
export const ACTIVATION_DELAY_MS = FRESH_MS + HELD_MS;
const KEY_BYTES = 32;
interface Entry {
  loadedAt: number;
  keys: Promise<OrganizationKeys>;
}

export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { database, now, maxCached = 10_000 } = options;
  const cache = new Map<string, Entry>();
  const freshEntry = (organizationId: string): Entry | undefined => {
    const entry = cache.get(organizationId);
    return entry !== undefined && now().getTime() - entry.loadedAt < FRESH_MS ? entry : undefined;
  };
  const opened = async (organizationId: string): Promise<OrganizationKeys> => {
    const entry = freshEntry(organizationId);
    if (entry !== undefined) return await entry.keys;
    const loading = loadOrMake(options, organizationId).then((stored) => openKeys(options, organizationId, stored));
    keep(cache, organizationId, { loadedAt: now().getTime(), keys: loading }, maxCached);
    // A failure must not be remembered: the next call tries again.
    loading.catch(() => cache.delete(organizationId));
    return await loading;
  };
  const openedOfEach = async (organizationIds: readonly string[]) => {
    const wanted = [...new Set(organizationIds)];
    // Held here: in memory they may be stale, or gone for others, by the time the last of them is read.
    const held = new Map(wanted.map((id) => [id, freshEntry(id)?.keys]));
    const missing = wanted.filter((id) => held.get(id) === undefined);
    const loadedAt = now().getTime();
    const stored = missing.length === 0 ? [] : await database.asAdmin(async (tx) => await listKeysOf(tx, missing));
    for (const [id, rows] of byOrganization(stored)) {
      const keys = Promise.resolve(openKeys(options, id, rows));
      held.set(id, keys);
      keep(cache, id, { loadedAt, keys }, maxCached);
    }
    // One that has none yet gets its first.
    return new Map(await Promise.all(wanted.map(async (id) => [id, await (held.get(id) ?? opened(id))] as const)));
  };

  return {
    keysOf: opened,
    keysOfEach: openedOfEach,
    async tokensOfAll(terms, organizationId) {
      const holders = await database.asAdmin(async (tx) => await listKeyHolders(tx, organizationId ?? null));
      const asked = [...(await openedOfEach(holders)).values()];
      return terms.map((term) => {
        const pairs = asked.flatMap((keys) => keys.tokensToFind(term).map((token) => ({ id: keys.organizationId, token })));
        return { organizationIds: pairs.map(({ id }) => id), tokens: pairs.map(({ token }) => token) };
      });
    },
  };
}

async function loadOrMake(options: KeyRingOptions, organizationId: string): Promise<StoredKey[]> {
  return await options.database.asOrganization(organizationId, async (tx) => {
    const found = await findKeys(tx, organizationId);
    if (found.length > 0) return found;
    // Two processes may be here at once: the first one's keys stay, and both read them back.
    const activeFrom = options.now();
    await insertKeys(
      tx,
      (['data', 'search'] as const).map((purpose) => makeKey(options.dataKey, { organizationId, purpose, version: 1, activeFrom })),
    );
    return await findKeys(tx, organizationId);
  });
}

export interface KeyFacts {
  organizationId: string;
  purpose: StoredKey['purpose'];
  version: number;
  activeFrom: Date;
}

/** A fresh random key, wrapped. */
export function makeKey(dataKey: Buffer, facts: KeyFacts): StoredKey {
  return wrapKey(dataKey, facts, randomBytes(KEY_BYTES));
}

/** Wraps by the current DATA_KEY what another had wrapped; null where it is the current one's already. */
export function rewrapKey(options: Pick<KeyRingOptions, 'dataKey' | 'previousDataKey'>, stored: StoredKey): StoredKey | null {
  if (stored.wrapping_key_id === wrappingKeyId(options.dataKey)) return null;
  const { organization_id: organizationId, purpose, version, active_from: activeFrom } = stored;
  return wrapKey(options.dataKey, { organizationId, purpose, version, activeFrom }, unwrapKey(options, stored));
}

export class WrongDataKey extends Error {
  override name = 'WrongDataKey';

  constructor() {
    super(
      'Coverlight cannot start: DATA_KEY is not the key that this database was encrypted with; set the right one or, while it is being changed, the former one as DATA_KEY_PREVIOUS.',
    );
  }
}

const contextOf = (stored: Pick<StoredKey, 'organization_id' | 'purpose' | 'version'>) =>
  `organization_keys|${stored.organization_id}|${stored.purpose}|${stored.version}`;

function wrapKey(dataKey: Buffer, { organizationId, purpose, version, activeFrom }: KeyFacts, key: Buffer): StoredKey {
  const name = { organization_id: organizationId, purpose, version };
  return {
    ...name,
    wrapped_key: seal(dataKey, contextOf(name), key),
    wrapping_key_id: wrappingKeyId(dataKey),
    active_from: activeFrom,
  };
}

function unwrapKey({ dataKey, previousDataKey }: Pick<KeyRingOptions, 'dataKey' | 'previousDataKey'>, stored: StoredKey): Buffer {
  const candidates = previousDataKey === null ? [dataKey] : [dataKey, previousDataKey];
  const wrapping = candidates.find((candidate) => wrappingKeyId(candidate) === stored.wrapping_key_id);
  if (wrapping === undefined) {
    throw new WrongDataKey();
  }
  return open(wrapping, contextOf(stored), stored.wrapped_key);
}

interface Version extends VersionedKey {
  activeFrom: number;
}

function openKeys(options: KeyRingOptions, organizationId: string, stored: readonly StoredKey[]): OrganizationKeys {
  /** The newest first. */
  const versionsOf = (purpose: StoredKey['purpose']): Version[] =>
    stored
      .filter((row) => row.purpose === purpose)
      .map((row) => ({ version: row.version, key: unwrapKey(options, row), activeFrom: row.active_from.getTime() }))
      .toSorted((a, b) => b.version - a.version);
  const data = versionsOf('data');
  const search = versionsOf('search');
  // Asked anew at each use: a version's time may come while the keys are in memory.
  const current = (versions: readonly Version[]): Version => {
    const time = options.now().getTime();
    const version = versions.find(({ activeFrom }) => activeFrom <= time) ?? versions.at(-1);
    if (version === undefined) throw new Error('The organization has no key.');
    return version;
  };
  const encrypt = (place: Place, plaintext: Buffer) => encryptField(current(data), organizationId, place, plaintext);
  const decrypt = (place: Place, ciphertext: Buffer) => {
    const wanted = keyVersionOf(ciphertext);
    const key = data.find(({ version }) => version === wanted);
    if (key === undefined) throw new Error(`The organization has no key of version ${wanted}.`);
    return decryptField(key, organizationId, place, ciphertext);
  };

  return {
    organizationId,
    encryptText: (place, value) => encrypt(place, Buffer.from(value, 'utf8')),
    decryptText: (place, ciphertext) => decrypt(place, ciphertext).toString('utf8'),
    encryptJson: (place, value) => encrypt(place, packJson(value)),
    decryptJson: (place, ciphertext) => unpackJson(decrypt(place, ciphertext)),
    reencrypt: (place, ciphertext) =>
      keyVersionOf(ciphertext) === current(data).version ? null : encrypt(place, decrypt(place, ciphertext)),
    tokensFor: (terms) => ({ version: current(search).version, tokens: tokensFor(current(search).key, terms) }),
    tokensToFind: (term) => search.map(({ key }) => tokenOf(key, term)),
    digest: (purpose, value) => keyedDigest(current(search).key, purpose, value),
    digestsToFind: (purpose, value) => search.map(({ key }) => keyedDigest(key, purpose, value)),
    get currentVersions() {
      return { data: current(data).version, search: current(search).version };
    },
  };
}
