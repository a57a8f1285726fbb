/** The syncs as admins start them: with their words, and progress where there is much to do (product.md 8.7, 11.6). */
import { syncCountsSchema } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { Deps } from '#deps.ts';
import type { Task, WorkAnswer, WorkState } from '#features/admin/jobs/admin-task.ts';
import { syncPayers, syncSchemas } from '#features/payers/sync-payers.ts';
import { findPayer, holdPayers, listGroupMembers, upsertListedPayers, upsertPayerSchemas } from '#features/payers/payers.repository.ts';
import { safeError } from '#http/log-safety.ts';
import type { PayerConfiguration, PayerDirectory } from '#ports/clearinghouse.ts';

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
const failure = (message: string): WorkAnswer => ({ status: 502, body: { message } });
/** The clearinghouse did not answer: that says nothing of what it has. */
const UNREACHED: WorkAnswer = { status: 503, body: { message: 'There was an unknown error.' } };

const NOTHING_YET = { availity_new_payers: 0, availity_updated_payers: 0, pverify_new_payers: 0, pverify_updated_payers: 0 };

/** `service`: one of the two, or both. Payers that were counted already are up to date and not counted again. */
async function syncEverything(deps: Deps, service: string | null, { progress, found }: WorkState): Promise<WorkAnswer> {
  const counts = syncCountsSchema.safeParse(found).data ?? { ...NOTHING_YET };
  const sources = (['availity', 'pverify'] as const).filter((source) => service === 'all' || service === source);
  let read = 0;
  for (const source of sources) {
    const onPage = async (page: { listed: number; added: number; updated: number }): Promise<void> => {
      counts[`${source}_new_payers`] += page.added;
      counts[`${source}_updated_payers`] += page.updated;
      read += page.listed;
      await progress(read, null, counts);
    };
    const onSchema = async (done: number, total: number): Promise<void> => await progress(done, total, counts);
    const route = source === 'pverify' ? 'pVerify' : 'availity';
    if ((await attempt(deps, async () => await syncPayers(deps, route, { onPage, onSchema }))) === null) return UNREACHED;
  }
  return { status: 200, body: counts };
}

/** Asks Availity for this payer alone. */
async function syncOnePayer(deps: Deps, payerId: string): Promise<WorkAnswer> {
  const payer = await deps.db.asAdmin(async (tx) => await findPayer(tx, payerId));
  const directory = deps.clearinghouses.availity;
  if (payer === null || payer.code === null || directory === undefined) return failure("Availity doesn't have data on this payer.");
  const code = payer.code;
  const found = await attempt(deps, async () => {
    for await (const page of directory.listPayers({ signal: AbortSignal.any([deps.stopping, AbortSignal.timeout(ONE_MS)]) })) {
      const listed = page.find((one) => one.code === code);
      if (listed !== undefined) return [listed];
    }
    return [];
  });
  if (found === null) return UNREACHED;
  if (found.length === 0) return failure("Availity doesn't have data on this payer.");
  await deps.db.asAdmin(async (tx) => {
    await holdPayers(tx);
    const rows = found.map((one) => ({ ...one, id: deps.newId() }));
    await upsertListedPayers(tx, 'availity', rows, deps.clock());
  });
  return { status: 200, body: { message: 'Payer sync completed' } };
}

/** What the payer itself wants, in place of what was edited here; of a group that of each member, from which its own follows. */
async function syncOneSchema(deps: Deps, payerId: string, progress: WorkState['progress']): Promise<WorkAnswer> {
  const payer = await deps.db.asAdmin(async (tx) => await findPayer(tx, payerId));
  const directory = deps.clearinghouses.availity;
  if (payer === null || directory === undefined) return failure('Failed to sync schema for this payer.');
  const payers = payer.is_group ? await deps.db.asAdmin(async (tx) => await listGroupMembers(tx, payer.id)) : [payer];
  let stored = 0;
  for (const [at, { code, schema_payer_id }] of payers.entries()) {
    const found = code === null ? { schema: null } : await attempt(deps, async () => await fetchOneSchema(deps, directory, code));
    if (found === null) return UNREACHED;
    const { schema } = found;
    if (schema !== null) {
      const fetched = [{ payer_id: schema_payer_id, schema, providerFields: schema.providerFields }];
      await deps.db.asAdmin(async (tx) => {
        await holdPayers(tx);
        await upsertPayerSchemas(tx, 'availity', fetched, deps.clock(), 'goes');
      });
      stored += 1;
    }
    await progress(at + 1, payers.length);
  }
  return stored === 0 ? failure('Failed to sync schema for this payer.') : { status: 204, body: null };
}

async function fetchOneSchema(deps: Deps, directory: PayerDirectory, code: string): Promise<{ schema: PayerConfiguration | null }> {
  const signal = AbortSignal.any([deps.stopping, AbortSignal.timeout(ONE_MS)]);
  return { schema: await directory.fetchSchema(code, { signal }) };
}

async function syncEverySchema(deps: Deps, progress: WorkState['progress']): Promise<WorkAnswer> {
  const directory = deps.clearinghouses.availity;
  if (directory === undefined) return failure('There was an error syncing schemas.');
  const stored = await attempt(deps, async () => await syncSchemas(deps, 'availity', directory, progress));
  return stored === null ? failure('There was an error syncing schemas.') : { status: 204, body: null };
}

/** Null where the clearinghouse did not answer as it should: the admin gets the words of this work, the log the reason. */
async function attempt<T>(deps: Deps, run: () => Promise<T>): Promise<T | null> {
  return await run().catch((error: unknown) => {
    deps.log.warn({ err: safeError(error) }, 'sync failed');
    return null;
  });
}
