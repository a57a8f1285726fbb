/** The syncs as admins start them: with their words, and progress where there is much to do (product.md 8.7, 11.6). */
import type { Deps } from '#deps.ts';
import { syncPayers, syncSchemas } from '#features/payers/sync-payers.ts';
import { findPayer, listGroupMembers, upsertListedPayers, upsertPayerSchemas } from '#features/payers/payers.repository.ts';
import { safeError } from '#http/log-safety.ts';
import type { PayerConfiguration, PayerDirectory } from '#ports/clearinghouse.ts';
import type { WorkAnswer, WorkProgress } from './admin-jobs.ts';

const ONE_MS = 30_000;
const failure = (message: string): WorkAnswer => ({ status: 502, body: { message } });
/** The clearinghouse did not answer: that says nothing of what it has. */
const UNREACHED: WorkAnswer = { status: 503, body: { message: 'There was an unknown error.' } };

export async function syncEverything(deps: Deps, service: 'all' | 'availity' | 'pverify', progress: WorkProgress): Promise<WorkAnswer> {
  const counts = { availity_new_payers: 0, availity_updated_payers: 0, pverify_new_payers: 0, pverify_updated_payers: 0 };
  const sources = service === 'all' ? (['availity', 'pverify'] as const) : ([service] as const);
  for (const [index, source] of sources.entries()) {
    const result = await attempt(deps, async () => await syncPayers(deps, source === 'pverify' ? 'pVerify' : 'availity'));
    if (result === null) return UNREACHED;
    counts[`${source}_new_payers`] = result.newPayers;
    counts[`${source}_updated_payers`] = result.updatedPayers;
    await progress(index + 1, sources.length);
  }
  return { status: 200, body: counts };
}

/** Asks Availity for this payer alone. */
export async function syncOnePayer(deps: Deps, payerId: string): Promise<WorkAnswer> {
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
  await deps.db.asAdmin(
    async (tx) =>
      await upsertListedPayers(
        tx,
        'availity',
        found.map((one) => ({ ...one, id: deps.newId() })),
        deps.clock(),
      ),
  );
  return { status: 200, body: { message: 'Payer sync completed' } };
}

/** What the payer itself wants, in place of what was edited here; of a group that of each member, from which its own follows. */
export async function syncOneSchema(deps: Deps, payerId: string, progress: WorkProgress): Promise<WorkAnswer> {
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
      await deps.db.asAdmin(async (tx) => await upsertPayerSchemas(tx, 'availity', fetched, deps.clock(), 'goes'));
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

export async function syncEverySchema(deps: Deps, progress: WorkProgress): Promise<WorkAnswer> {
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
