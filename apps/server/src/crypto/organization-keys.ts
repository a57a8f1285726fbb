/** The keys of each organization, unwrapped once and kept in memory. Made at first use (product.md 12). */
import { randomBytes } from 'node:crypto';
import type { Database } from '#db/client.ts';
import { findKeys, insertKeys, listKeysOf, listSearchKeys, readSearchKeysState, type StoredKey } from '#db/organization-keys.repository.ts';
import { open, seal, wrappingKeyId } from './envelope.ts';
import { decryptField, encryptField, keyVersionOf, packJson, unpackJson, type Place, type VersionedKey } from './field-cipher.ts';
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
  /** Tokens that each term may have in every organization that has stored anything: for searching all of them. */
  tokensOfAll(terms: readonly SearchTerm[]): Promise<TokensOfAll[]>;
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
/** Of all organizations, so that the pages of one search make their tokens once. */
const REMEMBERED_TERMS = 20;

interface Entry {
  loadedAt: number;
  keys: Promise<OrganizationKeys>;
}

export function createKeyRing(options: KeyRingOptions): KeyRing {
  const { database, now, maxCached = 10_000 } = options;
  const cache = new Map<string, Entry>();
  // What admins searched for is not kept in memory as words.
  const remembering = randomBytes(KEY_BYTES);
  let all: All = { state: '', organizations: new Map(), tokens: new Map() };
  const remember = (organizationId: string, keys: Promise<OrganizationKeys>) => {
    cache.delete(organizationId);
    cache.set(organizationId, { loadedAt: now().getTime(), keys });
    const [oldest] = cache.keys();
    if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  };
  // Opening every key at each search would hold the server up: done only where some were added or deleted, and then for those.
  const refreshed = async (): Promise<All> => {
    const known = all;
    const { state, rows } = await database.asAdmin(async (tx) => {
      const found = await readSearchKeysState(tx);
      return { state: found, rows: found === known.state ? null : await listSearchKeys(tx) };
    });
    if (rows === null) return known;
    const organizations = new Map<string, KnownKeys>();
    for (const [organizationId, stored] of groupByOrganization(rows)) {
      const versions = namesOfVersions(stored);
      const before = known.organizations.get(organizationId);
      const isSame = before !== undefined && before.versions === versions;
      organizations.set(organizationId, isSame ? before : { versions, keys: openKeys(options, organizationId, stored) });
    }
    all = { state, organizations, tokens: new Map() };
    return all;
  };

  const freshEntry = (organizationId: string): Entry | undefined => {
    const entry = cache.get(organizationId);
    return entry !== undefined && now().getTime() - entry.loadedAt < FRESH_MS ? entry : undefined;
  };
  const keysOf = async (organizationId: string): Promise<OrganizationKeys> => {
    const entry = freshEntry(organizationId);
    if (entry !== undefined) return await entry.keys;
    const loading = loadOrMake(options, organizationId);
    remember(organizationId, loading);
    // A failure must not be remembered: the next call tries again.
    loading.catch(() => cache.delete(organizationId));
    return await loading;
  };

  return {
    keysOf,
    async keysOfEach(organizationIds) {
      const wanted = [...new Set(organizationIds)];
      const missing = wanted.filter((id) => freshEntry(id) === undefined);
      const stored = missing.length === 0 ? [] : await database.asAdmin(async (tx) => await listKeysOf(tx, missing));
      for (const [id, rows] of groupByOrganization(stored)) remember(id, Promise.resolve(openKeys(options, id, rows)));
      // One that has none yet gets its first.
      return new Map(await Promise.all(wanted.map(async (id) => [id, await keysOf(id)] as const)));
    },
    async tokensOfAll(terms) {
      const known = await refreshed();
      return terms.map((term) => {
        const name = tokenOf(remembering, term).toString('base64');
        const tokens = known.tokens.get(name) ?? tokensOfEach(known, term);
        known.tokens.delete(name);
        known.tokens.set(name, tokens);
        const [oldest] = known.tokens.keys();
        if (known.tokens.size > REMEMBERED_TERMS && oldest !== undefined) known.tokens.delete(oldest);
        return tokens;
      });
    },
  };
}

/** What is in memory of every organization, as long as no key was added or deleted. */
interface All {
  state: string;
  /** Opened for searching alone: they hold no data key. */
  organizations: ReadonlyMap<string, KnownKeys>;
  /** By a digest of the term, the one asked for last at the end. */
  tokens: Map<string, TokensOfAll>;
}

function tokensOfEach({ organizations }: All, term: SearchTerm): TokensOfAll {
  const pairs = [...organizations].flatMap(([organizationId, { keys }]) =>
    keys.tokensToFind(term).map((token) => ({ organizationId, token })),
  );
  return { organizationIds: pairs.map((pair) => pair.organizationId), tokens: pairs.map((pair) => pair.token) };
}

interface KnownKeys {
  versions: string;
  keys: OrganizationKeys;
}

/** A version of a key never changes, however it is wrapped. */
const namesOfVersions = (stored: readonly StoredKey[]): string =>
  stored
    .map(({ version, active_from }) => `${version} ${active_from.getTime()}`)
    .toSorted()
    .join();

function groupByOrganization(rows: readonly StoredKey[]): Map<string, StoredKey[]> {
  const groups = new Map<string, StoredKey[]>();
  for (const row of rows) {
    const group = groups.get(row.organization_id);
    if (group === undefined) groups.set(row.organization_id, [row]);
    else group.push(row);
  }
  return groups;
}

async function loadOrMake(options: KeyRingOptions, organizationId: string): Promise<OrganizationKeys> {
  const stored = await options.database.asOrganization(organizationId, async (tx) => {
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
  return openKeys(options, organizationId, stored);
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
    throw new Error('The data was encrypted with another DATA_KEY. Set the right one, or the former one as DATA_KEY_PREVIOUS.');
  }
  return open(wrapping, contextOf(stored), stored.wrapped_key);
}

interface Version extends VersionedKey {
  activeFrom: number;
}

function openKeys(options: KeyRingOptions, organizationId: string, stored: readonly StoredKey[]): OrganizationKeys {
  const versionsOf = (purpose: StoredKey['purpose']): Version[] =>
    stored
      .filter((row) => row.purpose === purpose)
      .map((row) => ({ version: row.version, key: unwrapKey(options, row), activeFrom: row.active_from.getTime() }))
      .toSorted((a, b) => b.version - a.version);
  const data = versionsOf('data');
  const search = versionsOf('search');
  // Asked anew at each use: a version's time may come while the keys are in memory.
  const current = (versions: Version[]): Version => {
    const now = options.now().getTime();
    const version = versions.find(({ activeFrom }) => activeFrom <= now) ?? versions.at(-1);
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
