/** Brings payers and what they want to know up to date with a clearinghouse, page by page (product.md 11.6). */
import type { Route } from '@coverlight/domain/inquiries/attempt.ts';
import { INTERNAL_ORGANIZATION_ID } from '#db/internal-organization.ts';
import type { Deps } from '#deps.ts';
import { recordAudit, type AuditEntry } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import type { PayerConfiguration, PayerDirectory } from '#ports/clearinghouse.ts';
import { holdPayers, listCodes, markUnlisted, noteSynced, upsertListedPayers, upsertPayerSchemas } from './payers.repository.ts';

export interface SyncCounts {
  newPayers: number;
  updatedPayers: number;
  schemas: number;
}

/** How far it is, page by page and then schema by schema. */
interface SyncProgress {
  onPage(page: { listed: number; added: number; updated: number }): Promise<void>;
  onSchema(done: number, total: number): Promise<void>;
}

type SyncDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'clearinghouses' | 'stopping'>;

const LIST_MS = 300_000;
const SCHEMAS_MS = 300_000;
const AT_ONCE = 4;

/** Throws where the source does not answer; what was stored until then stays, and the next run goes on from there. */
export async function syncPayers(deps: SyncDeps, source: Route, progress?: SyncProgress): Promise<SyncCounts> {
  const directory = deps.clearinghouses[source];
  if (directory === undefined) return { newPayers: 0, updatedPayers: 0, schemas: 0 };
  const counts: SyncCounts = { newPayers: 0, updatedPayers: 0, schemas: 0 };
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(LIST_MS)]);
  const listed: string[] = [];
  for await (const page of directory.listPayers({ signal })) {
    const { added, updated } = await deps.db.asAdmin(async (tx) => {
      await holdPayers(tx);
      const rows = page.map((payer) => ({ ...payer, id: deps.newId() }));
      return await upsertListedPayers(tx, source, rows, deps.clock());
    });
    counts.newPayers += added;
    counts.updatedPayers += updated;
    listed.push(...page.map((payer) => payer.code));
    await progress?.onPage({ listed: page.length, added, updated });
  }
  // A source that has nobody at all has a trouble of its own; believing it would withdraw every payer.
  if (listed.length === 0) throw new Error('the clearinghouse lists no payer at all');
  // Only a list that was read to its end says who is gone.
  await deps.db.asAdmin(async (tx) => {
    await holdPayers(tx);
    await markUnlisted(tx, source, listed, deps.clock());
  });
  counts.schemas = await syncSchemas(deps, source, directory, progress?.onSchema);
  await deps.db.asAdmin(async (tx) => await noteSynced(tx, source, deps.clock()));
  return counts;
}

/** Begun by a command or a first start: on record as it begins, and once more where it fails, as the syncs of admins are. */
export async function syncPayersAsSystem(deps: SyncDeps, source: Route): Promise<SyncCounts> {
  const record = async (outcome: NonNullable<AuditEntry['outcome']>) =>
    await deps.db.asAdminFor(INTERNAL_ORGANIZATION_ID, async (tx) => {
      await recordAudit(tx, SYSTEM_ACTOR, deps.clock(), { action: 'payer.sync', objectType: 'payer', outcome });
    });
  await record('done');
  return await syncPayers(deps, source).catch(async (error: unknown) => {
    await record('failed');
    throw error;
  });
}

/** Schemas of every payer the source configures; those an admin edited stay. Returns how many were stored. */
export async function syncSchemas(
  deps: SyncDeps,
  source: Route,
  directory: PayerDirectory,
  progress: (done: number, total: number) => Promise<void> = async () => undefined,
): Promise<number> {
  if (source !== 'availity') return 0;
  const codes = await deps.db.asAdmin(async (tx) => await listCodes(tx, source));
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(SCHEMAS_MS)]);
  const missing = new Map(codes);
  let stored = 0;
  const store = async (schemas: readonly { payerCode: string; schema: PayerConfiguration }[]) => {
    const known = schemas.flatMap(({ payerCode, schema }) => {
      const payerId = codes.get(payerCode);
      missing.delete(payerCode);
      return payerId === undefined ? [] : [{ payer_id: payerId, schema, providerFields: schema.providerFields }];
    });
    await deps.db.asAdmin(async (tx) => {
      await holdPayers(tx);
      await upsertPayerSchemas(tx, source, known, deps.clock());
    });
    stored += known.length;
    await progress(stored, codes.size);
  };
  for await (const page of directory.listSchemas?.({ signal }) ?? []) await store(page);
  // A list may hold abbreviated configurations only: the rest is fetched one by one, a few at a time.
  const rest = [...missing.keys()];
  const take = async (): Promise<void> => {
    for (let code = rest.pop(); code !== undefined; code = rest.pop()) {
      const schema = await directory.fetchSchema(code, { signal });
      if (schema !== null) await store([{ payerCode: code, schema }]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return stored;
}
