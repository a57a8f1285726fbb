/**
 * Changes of keys while the server runs. A new DATA_KEY only wraps the organizations' keys anew; a new key of an organization also
 * rewrites its data. Both may be stopped at any moment and started again (product.md 12).
 */
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Database, Tx } from '#db/client.ts';
import {
  countOldPersonKeys,
  countOldRows,
  countOldTokens,
  ENCRYPTED_TABLES,
  lockOldPersons,
  lockOldRows,
  lockOldTokens,
  replaceTokens,
  writeRow,
  type EncryptedTable,
} from '#db/key-rotation.repository.ts';
import {
  deleteKey,
  findKeys,
  insertKeys,
  listAllKeys,
  listKeyHolders,
  updateWrapping,
  type StoredKey,
} from '#db/organization-keys.repository.ts';
import { ACTIVATION_DELAY_MS, createKeyRing, makeKey, rewrapKey, type OrganizationKeys } from './organization-keys.ts';
import type { SearchTerm } from './search-tokens.ts';

export interface RotationDeps {
  database: Database;
  dataKey: Buffer;
  previousDataKey: Buffer | null;
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
  /** What an inquiry is found by. */
  termsOf: (submission: Submission) => readonly SearchTerm[];
  /** Makes the keys of these persons anew from what their checks say. */
  rebuildPersonKeys: (tx: Tx, keys: OrganizationKeys, personIds: readonly string[]) => Promise<void>;
  /** Makes other digests under the search key anew; how many. */
  rebuildDigests: (database: Database, keys: OrganizationKeys) => Promise<number>;
}

const BATCH = 100;
/** A transaction that began with the former key may take this long to end: the server's own limit for idle ones. */
const SETTLING_MS = 60_000;
/** Idempotency keys are digests under the search key and count for a day. */
const DIGESTS_LIVE_MS = 24 * 60 * 60 * 1000;

/** Wraps every key by the current DATA_KEY. Afterwards DATA_KEY_PREVIOUS can be removed. Answers how many were left to do. */
export async function rewrapKeys({ database, dataKey, previousDataKey }: RotationDeps): Promise<number> {
  const stored = await database.asAdmin(listAllKeys);
  let count = 0;
  for (const key of stored) {
    const rewrapped = rewrapKey({ dataKey, previousDataKey }, key);
    if (rewrapped === null) continue;
    await database.asAdminFor(key.organization_id, async (tx) => await updateWrapping(tx, rewrapped));
    count += 1;
  }
  return count;
}

export interface RotationResult {
  organizations: number;
  /** Values, search tokens of inquiries, keys of persons and other digests that were rewritten. */
  rewritten: number;
  /** Old versions deleted, since nothing needs them any more. */
  retired: number;
  /** Old search keys that are still needed for up to a day: run the command again then. */
  waiting: number;
}

/** Gives every organization, or those named, new keys. An unfinished rotation is finished instead of starting another. */
export async function rotateOrganizationKeys(deps: RotationDeps, organizationIds: readonly string[] | null): Promise<RotationResult> {
  const ids = organizationIds ?? (await deps.database.asAdmin(async (tx) => await listKeyHolders(tx, null)));
  let announced = false;
  for (const id of ids) announced = (await deps.database.asAdminFor(id, async (tx) => await announce(tx, deps, id))) || announced;
  if (announced) await deps.sleep(ACTIVATION_DELAY_MS + SETTLING_MS);

  const result: RotationResult = { organizations: ids.length, rewritten: 0, retired: 0, waiting: 0 };
  for (const id of ids) result.rewritten += await rewrite(deps, id);
  // Whoever read a value before it was rewritten may write it back as it was, until its transaction has ended: rewritten again before its key goes.
  // Also where nothing was left to do: a run that was killed a moment ago may have done it.
  await deps.sleep(SETTLING_MS);
  for (const id of ids) result.rewritten += await rewrite(deps, id);
  for (const id of ids) {
    const keys = await newestKeys(deps, id);
    const { retired, waiting } = await deps.database.asAdminFor(id, async (tx) => await retire(tx, deps, keys));
    result.retired += retired;
    result.waiting += waiting;
  }
  return result;
}

/** By a key ring of its own for each time: it must know the newest versions. */
const newestKeys = async (deps: RotationDeps, id: string): Promise<OrganizationKeys> => await createKeyRing({ ...deps }).keysOf(id);

/** All that an old key of the organization closed or made; how many. */
async function rewrite(deps: RotationDeps, id: string): Promise<number> {
  const keys = await newestKeys(deps, id);
  let count = 0;
  for (const table of ENCRYPTED_TABLES) count += await reencryptTable(deps, keys, table);
  count += await rebuildTokens(deps, keys);
  count += await rebuildPersons(deps, keys);
  return count + (await deps.rebuildDigests(deps.database, keys));
}

const versionsOf = (keys: readonly StoredKey[], purpose: StoredKey['purpose']) =>
  keys.filter((key) => key.purpose === purpose).toSorted((a, b) => b.version - a.version);

/** Adds a version for each purpose, unless a rotation is unfinished. True where something was added. */
async function announce(tx: Tx, { dataKey, now }: RotationDeps, organizationId: string): Promise<boolean> {
  const stored = await findKeys(tx, organizationId);
  const activeFrom = new Date(now().getTime() + ACTIVATION_DELAY_MS);
  // One key for each of the two purposes: no old version is left.
  if (stored.length !== 2) return false;
  await insertKeys(
    tx,
    stored.map(({ purpose, version }) => makeKey(dataKey, { organizationId, purpose, version: version + 1, activeFrom })),
  );
  return true;
}

async function reencryptTable({ database }: RotationDeps, keys: OrganizationKeys, table: EncryptedTable): Promise<number> {
  const { organizationId } = keys;
  const version = keys.currentVersions.data;
  let count = 0;
  let from = '';
  for (;;) {
    const rows = await database.asAdminFor(organizationId, async (tx) => {
      const old = await lockOldRows(tx, table, { organizationId, version, from, limit: BATCH });
      for (const row of old) await writeRow(tx, table, organizationId, { ...row, values: reencrypted(keys, table, row) });
      return old;
    });
    const last = rows.at(-1);
    if (last === undefined) return count;
    count += rows.length;
    from = last.position;
  }
}

function reencrypted(keys: OrganizationKeys, { table }: EncryptedTable, row: { name: string; values: Record<string, Buffer | null> }) {
  return Object.fromEntries(
    Object.entries(row.values).flatMap(([column, value]) => {
      const changed = value === null ? null : keys.reencrypt({ table, row: row.name, column }, value);
      return changed === null ? [] : [[column, changed]];
    }),
  );
}

async function rebuildTokens({ database, termsOf }: RotationDeps, keys: OrganizationKeys): Promise<number> {
  const { organizationId } = keys;
  const version = keys.currentVersions.search;
  let count = 0;
  let from = '';
  for (;;) {
    const inquiries = await database.asAdminFor(organizationId, async (tx) => {
      const old = await lockOldTokens(tx, { organizationId, version, from, limit: BATCH });
      for (const { id, submission } of old) {
        // Authenticated: these are the bytes that were stored as this inquiry's submission.
        const typed = keys.decryptJson({ table: 'inquiry_contents', row: id, column: 'submission' }, submission) as Submission;
        await replaceTokens(tx, organizationId, id, keys.tokensFor(termsOf(typed)));
      }
      return old;
    });
    const last = inquiries.at(-1);
    if (last === undefined) return count;
    count += inquiries.length;
    from = last.id;
  }
}

async function rebuildPersons({ database, rebuildPersonKeys }: RotationDeps, keys: OrganizationKeys): Promise<number> {
  const { organizationId } = keys;
  const version = keys.currentVersions.search;
  let count = 0;
  let from = '';
  for (;;) {
    const ids = await database.asAdminFor(organizationId, async (tx) => {
      const old = await lockOldPersons(tx, { organizationId, version, from, limit: BATCH });
      if (old.length > 0) await rebuildPersonKeys(tx, keys, old);
      return old;
    });
    const last = ids.at(-1);
    if (last === undefined) return count;
    count += ids.length;
    from = last;
  }
}

/** Deletes old versions that nothing needs: no row, no token, no key of a person, no digest that still counts. */
async function retire(tx: Tx, { now }: RotationDeps, keys: OrganizationKeys): Promise<{ retired: number; waiting: number }> {
  const { organizationId, currentVersions } = keys;
  const stored = await findKeys(tx, organizationId);
  let retired = 0;
  let waiting = 0;
  for (const purpose of ['data', 'search'] as const) {
    const version = currentVersions[purpose];
    const old = versionsOf(stored, purpose).filter((key) => key.version < version);
    if (old.length === 0) continue;
    const activeFrom = stored.find((key) => key.purpose === purpose && key.version === version)?.active_from.getTime() ?? 0;
    const used =
      purpose === 'data'
        ? await countOldRows(tx, organizationId, version)
        : (await countOldTokens(tx, organizationId, version)) + (await countOldPersonKeys(tx, organizationId, version));
    const isUsed = used > 0;
    const isCounted = purpose === 'search' && activeFrom + DIGESTS_LIVE_MS > now().getTime();
    if (isUsed || isCounted) {
      waiting += old.length;
      continue;
    }
    for (const key of old) await deleteKey(tx, key);
    retired += old.length;
  }
  return { retired, waiting };
}
