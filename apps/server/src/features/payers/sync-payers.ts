/** Brings payers and what they want to know up to date with a clearinghouse, page by page (product.md 11.6). */
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit, type AuditEntry } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import type { Clearinghouse, DirectoryFailure, PayerConfiguration, PayerDirectory } from '#ports/clearinghouse.ts';
import {
  listCodes,
  noteListed,
  noteSynced,
  storeConfigurations,
  upsertListedPayers,
  withdrawUnlisted,
} from './payer-sources.repository.ts';
import { holdPayers } from './payers.repository.ts';

export interface SyncCounts {
  newPayers: number;
  updatedPayers: number;
  /** Listed before, but not any more. */
  withdrawn: number;
  schemas: number;
}

/** How far it is: page by page, who is listed no more, and then schema by schema. */
interface SyncProgress {
  onPage(page: { listed: number; added: number; updated: number }): Promise<void>;
  onWithdrawn(withdrawn: number): void;
  onSchema(done: number, total: number): Promise<void>;
}

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'clearinghouses' | 'stopping'>;

/** A clearinghouse that says who its payers are. */
export type Listing = Clearinghouse & PayerDirectory;

const LIST_MS = 300_000;
const SCHEMAS_MS = 300_000;
const AT_ONCE = 4;

/** The others' payers are entered by hand, so that there is nothing to be synced. */
export const listings = ({ clearinghouses }: Pick<Deps, 'clearinghouses'>): Listing[] => Object.values(clearinghouses).filter(isListing);
const isListing = (clearinghouse: Clearinghouse): clearinghouse is Listing => clearinghouse.listPayers !== undefined;

/** Throws a DirectoryFailure where the source cannot be read; what was stored until then stays, and the next run goes on from there. */
export async function syncPayers(deps: SyncDeps, id: string, progress?: SyncProgress): Promise<SyncCounts> {
  const counts: SyncCounts = { newPayers: 0, updatedPayers: 0, withdrawn: 0, schemas: 0 };
  const source = listings(deps).find((listing) => listing.id === id);
  if (source === undefined) return counts;
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(LIST_MS)]);
  const listed: string[] = [];
  for await (const page of source.listPayers({ signal })) {
    const { added, updated } = await deps.db.asAdmin(async (tx) => {
      await holdPayers(tx);
      const rows = page.map((payer) => ({ ...payer, id: deps.newId() }));
      return await upsertListedPayers(tx, source.id, rows, deps.clock());
    });
    counts.newPayers += added;
    counts.updatedPayers += updated;
    listed.push(...page.map((payer) => payer.code));
    await progress?.onPage({ listed: page.length, added, updated });
  }
  // A source that has nobody at all has a trouble of its own; believing it would withdraw every payer.
  if (listed.length === 0) throw emptyList();
  // Only a list that was read to its end says who is listed and who is gone.
  counts.withdrawn = await deps.db.asAdmin(async (tx) => {
    await holdPayers(tx);
    await noteListed(tx, source.id, listed, deps.clock());
    return await withdrawUnlisted(tx, source.id, listed, deps.clock());
  });
  progress?.onWithdrawn(counts.withdrawn);
  counts.schemas = await syncSchemas(deps, source, progress?.onSchema);
  await deps.db.asAdmin(async (tx) => await noteSynced(tx, source.id, deps.clock()));
  return counts;
}

const emptyList = (): DirectoryFailure =>
  Object.assign(new Error('the clearinghouse lists no payer at all'), { failure: 'empty' as const });

/** Begun by a command or a first start: on record as it begins, and once more where it fails, as the syncs of admins are. */
export async function syncPayersAsSystem(deps: SyncDeps, id: string): Promise<SyncCounts> {
  const record = async (outcome: NonNullable<AuditEntry['outcome']>) =>
    await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
      await recordAudit(tx, SYSTEM_ACTOR, deps.clock(), { action: 'payer.sync', objectType: 'payer', outcome });
    });
  await record('done');
  return await syncPayers(deps, id).catch(async (error: unknown) => {
    await record('failed');
    throw error;
  });
}

/** Configurations of every payer of the source; what an admin edited goes on coming before them. Returns how many were stored. */
export async function syncSchemas(
  deps: SyncDeps,
  source: Listing,
  progress: (done: number, total: number) => Promise<void> = async () => undefined,
): Promise<number> {
  if (source.fetchSchema === undefined) return 0;
  const codes = new Set(await deps.db.asAdmin(async (tx) => await listCodes(tx, source.id)));
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(SCHEMAS_MS)]);
  const missing = new Set(codes);
  let stored = 0;
  const store = async (configurations: readonly { payerCode: string; schema: PayerConfiguration }[]) => {
    const known = configurations.filter(({ payerCode }) => codes.has(payerCode));
    for (const { payerCode } of known) missing.delete(payerCode);
    await deps.db.asAdmin(async (tx) => {
      await holdPayers(tx);
      await storeConfigurations(tx, source.id, known, deps.clock());
    });
    stored += known.length;
    await progress(stored, codes.size);
  };
  for await (const page of source.listSchemas?.({ signal }) ?? []) await store(page);
  // A list may hold abbreviated configurations only: the rest is fetched one by one, a few at a time.
  const rest = [...missing];
  const take = async (): Promise<void> => {
    for (let code = rest.pop(); code !== undefined; code = rest.pop()) {
      const schema = await source.fetchSchema?.(code, { signal });
      if (schema != null) await store([{ payerCode: code, schema }]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return stored;
}
