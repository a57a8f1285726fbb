/** The syncs as admins start them: with their words, and progress where there is much to do (product.md 8.7, 11.6). */
import { syncCountsSchema } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { inRouteOrder } from '@coverlight/domain/payers/clearinghouse-choice.ts';
import type { Deps } from '#deps.ts';
import type { Task, WorkAnswer, WorkState } from '#features/admin/jobs/admin-task.ts';
import { noteListed, storeConfigurations, storeEditedSchema, upsertListedPayers } from '#features/payers/payer-sources.repository.ts';
import { listings, syncPayers, syncSchemas, type Listing } from '#features/payers/sync-payers.ts';
import { findPayer, holdPayers, listGroupMembers, type PayerRecord } from '#features/payers/payers.repository.ts';
import { safeError } from '#http/log-safety.ts';
import type { DirectoryFailure, ListedPayer, PayerConfiguration } from '#ports/clearinghouse.ts';
import { countsOf, presentCounts } from './payer-wire.ts';

/** All of them may be begun anew at any time: what was stored stays and is found as it should be. */
export const SYNC_TASKS = {
  'sync-payers': {
    action: 'payer.sync',
    objectType: 'payer',
    scope: 'all',
    run: async (deps, subject, state) => await syncEverything(deps, subject, state),
  },
  'sync-schemas': {
    action: 'payer.schema-sync',
    objectType: 'payer',
    scope: 'all',
    run: async (deps, _all, { progress }) => await syncEverySchema(deps, progress),
  },
  'sync-payer': {
    action: 'payer.sync',
    objectType: 'payer',
    scope: 'payer',
    run: async (deps, subject) => await syncOnePayer(deps, subject ?? ''),
  },
  'sync-schema': {
    action: 'payer.schema-sync',
    objectType: 'payer',
    scope: 'payer',
    run: async (deps, subject, { progress }) => await syncOneSchema(deps, subject ?? '', progress),
  },
} as const satisfies Record<string, Task>;

const ONE_MS = 30_000;
const FAILED_SCHEMA = 'Failed to sync schema for this payer.';
const FAILED_SCHEMAS = 'There was an error syncing schemas.';
const failure = (message: string): WorkAnswer => ({ status: 502, body: { message } });

const NOTHING_YET = { newPayers: 0, updatedPayers: 0, withdrawn: 0 };

/** `service`: the id of one clearinghouse, or all. Payers that were counted already are up to date and not counted again. */
async function syncEverything(deps: Deps, service: string | null, { progress, found }: WorkState): Promise<WorkAnswer> {
  const sources = listings(deps).filter(({ id }) => service === 'all' || service === id);
  const before = syncCountsSchema.safeParse(found).data?.sources ?? [];
  const counted = sources.map(({ id, name }) => before.find((one) => one.clearinghouse === id) ?? countsOf(id, name, NOTHING_YET));
  let read = 0;
  for (const [at, source] of sources.entries()) {
    const counts = counted[at] ?? countsOf(source.id, source.name, NOTHING_YET);
    const onPage = async (page: { listed: number; added: number; updated: number }): Promise<void> => {
      counts.new_payers += page.added;
      counts.updated_payers += page.updated;
      read += page.listed;
      await progress(read, null, presentCounts(counted));
    };
    const onWithdrawn = (withdrawn: number): void => void (counts.withdrawn += withdrawn);
    const onSchema = async (done: number, total: number): Promise<void> => await progress(done, total, presentCounts(counted));
    const synced = await attempt(deps, source, async () => await syncPayers(deps, source.id, { onPage, onWithdrawn, onSchema }));
    if ('failed' in synced) return failure(`${synced.failed}${storedUntilThen(counted)}`);
  }
  return { status: 200, body: presentCounts(counted) };
}

/** What a sync that failed has changed all the same, since nothing of it is taken back. */
function storedUntilThen(counted: Parameters<typeof presentCounts>[0]): string {
  const sum = (of: 'new_payers' | 'updated_payers' | 'withdrawn') => counted.reduce((total, one) => total + one[of], 0);
  const [added, updated, withdrawn] = [sum('new_payers'), sum('updated_payers'), sum('withdrawn')];
  return added + updated + withdrawn === 0 ? '' : ` Until then: ${added} new, ${updated} updated, ${withdrawn} withdrawn.`;
}

interface KnownAt {
  source: Listing;
  code: string;
}

/** The clearinghouses that list payers and know this one, the first to be asked first. */
function knownAt(deps: Deps, { sources, route_order }: PayerRecord): KnownAt[] {
  const configured = Object.keys(deps.clearinghouses);
  return inRouteOrder(sources, route_order, configured).flatMap(({ clearinghouse, code }) => {
    const source = listings(deps).find(({ id }) => id === clearinghouse);
    return source === undefined || code === null ? [] : [{ source, code }];
  });
}

/** Asks the clearinghouses that know it for this payer alone. */
async function syncOnePayer(deps: Deps, payerId: string): Promise<WorkAnswer> {
  const payer = await deps.db.asAdmin(async (tx) => await findPayer(tx, payerId));
  const known = payer === null ? [] : knownAt(deps, payer);
  let isFound = false;
  for (const { source, code } of known) {
    const listed = await attempt(deps, source, async () => await findListed(deps, source, code));
    if ('failed' in listed) return failure(listed.failed);
    if (listed.value === null) continue;
    const rows = [{ ...listed.value, id: deps.newId() }];
    await deps.db.asAdmin(async (tx) => {
      await holdPayers(tx);
      await upsertListedPayers(tx, source.id, rows, deps.clock());
      await noteListed(tx, source.id, [code], deps.clock());
    });
    isFound = true;
  }
  const [first] = known.length > 0 ? known.map(({ source }) => source) : listings(deps);
  return isFound
    ? { status: 200, body: { message: 'Payer sync completed' } }
    : failure(`${first?.name ?? 'No clearinghouse'} doesn't have data on this payer.`);
}

async function findListed(deps: Deps, source: Listing, code: string): Promise<ListedPayer | null> {
  for await (const page of source.listPayers({ signal: patience(deps) })) {
    const listed = page.find((one) => one.code === code);
    if (listed !== undefined) return listed;
  }
  return null;
}

const patience = (deps: Deps): AbortSignal => AbortSignal.any([deps.stopping, AbortSignal.timeout(ONE_MS)]);

/** What the payer itself wants, in place of what was edited here; of a group that of each member, from which its own follows. */
async function syncOneSchema(deps: Deps, payerId: string, progress: WorkState['progress']): Promise<WorkAnswer> {
  const payer = await deps.db.asAdmin(async (tx) => await findPayer(tx, payerId));
  if (payer === null) return failure(FAILED_SCHEMA);
  const payers = payer.is_group ? await deps.db.asAdmin(async (tx) => await listGroupMembers(tx, payer.id)) : [payer];
  let stored = 0;
  for (const [at, one] of payers.entries()) {
    let isStored = false;
    for (const { source, code } of knownAt(deps, one)) {
      const fetched = await attempt(deps, source, async () => (await source.fetchSchema?.(code, { signal: patience(deps) })) ?? null);
      if ('failed' in fetched) return failure(fetched.failed);
      if (fetched.value === null) continue;
      await storeOwnSchema(deps, one.id, source.id, { payerCode: code, schema: fetched.value });
      isStored = true;
    }
    stored += Number(isStored);
    await progress(at + 1, payers.length);
  }
  return stored === 0 ? failure(FAILED_SCHEMA) : { status: 204, body: null };
}

async function storeOwnSchema(
  deps: Deps,
  payerId: string,
  clearinghouse: string,
  configuration: { payerCode: string; schema: PayerConfiguration },
): Promise<void> {
  await deps.db.asAdmin(async (tx) => {
    await holdPayers(tx);
    await storeConfigurations(tx, clearinghouse, [configuration], deps.clock());
    await storeEditedSchema(tx, payerId, null, deps.clock());
  });
}

async function syncEverySchema(deps: Deps, progress: WorkState['progress']): Promise<WorkAnswer> {
  const sources = listings(deps).filter(({ fetchSchema }) => fetchSchema !== undefined);
  for (const source of sources) {
    const synced = await attempt(deps, source, async () => await syncSchemas(deps, source, progress));
    if ('failed' in synced) return failure(synced.failed);
  }
  return sources.length === 0 ? failure(FAILED_SCHEMAS) : { status: 204, body: null };
}

const WORDS: Readonly<Record<DirectoryFailure['failure'], string>> = {
  'no-answer': 'did not answer.',
  refused: 'refused our request.',
  error: 'answered with an error of its own.',
  empty: 'lists no payer at all, so its payers were left as they are.',
  unreadable: 'sent something that cannot be read.',
};

/** What went wrong at the clearinghouse in words that are true for it; what is our own fault is thrown. The log has the reason. */
async function attempt<T>(deps: Deps, { name }: Listing, run: () => Promise<T>): Promise<{ value: T } | { failed: string }> {
  return await run().then(
    (value) => ({ value }),
    (error: unknown) => {
      if (!isDirectoryFailure(error)) throw error;
      deps.log.warn({ err: safeError(error), failure: error.failure }, 'sync failed');
      return { failed: `${name} ${WORDS[error.failure]}` };
    },
  );
}

const isDirectoryFailure = (error: unknown): error is DirectoryFailure => error instanceof Error && 'failure' in error;
