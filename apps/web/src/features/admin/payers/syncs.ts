/** Syncs of payers and their schemas, with what is said about them (docs/product.md 8.7). */
import { adminPayersContract as contract } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type { SyncCounts } from '@coverlight/contract/admin/admin-payer.schema.ts';
import { ApiFailure, call } from '#lib/api.ts';
import { placeErrors } from '#lib/form-errors.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentUser } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';
import { PAYERS_KEY } from './admin-payers.queries.ts';
import { runJob, settled, unfollowedJobs } from '../jobs.ts';

const TOAST_MS = 9000;
const UNKNOWN = 'There was an unknown error.';

const succeed = (message: string) => toast({ kind: 'success', message, durationMs: TOAST_MS });
const fail = (message: string) => toast({ kind: 'danger', message, durationMs: TOAST_MS });

/** The server's words where the clearinghouse failed and where work of the kind runs already, else the general ones. */
export function syncWords(error: unknown, general: string = UNKNOWN): string {
  const hasWords = error instanceof ApiFailure && (error.status === 502 || error.status === 409);
  return hasWords ? (placeErrors(error, [], general).banner ?? general) : general;
}

async function refreshed(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: PAYERS_KEY });
}

function countWords({ sources }: SyncCounts): string {
  const parts = sources.map(
    ({ name, new_payers, updated_payers, withdrawn }) => `${name}: ${new_payers} new, ${updated_payers} updated, ${withdrawn} withdrawn`,
  );
  return `Payers synced. ${parts.join('; ')}.`;
}

export async function syncPayer(id: string): Promise<void> {
  try {
    const reply = await settled(await call(contract.syncOne, { params: { id } }));
    succeed(reply !== null && 'message' in reply ? reply.message : 'Payer synced.');
  } catch (error) {
    fail(syncWords(error));
  }
  await refreshed();
}

export async function syncSchema(id: string): Promise<void> {
  try {
    await settled(await call(contract.syncSchema, { params: { id } }));
    succeed('Schema sync completed');
  } catch (error) {
    fail(syncWords(error));
  }
  await refreshed();
}

async function followSync(start: () => Promise<unknown>): Promise<void> {
  try {
    const reply = await runJob('sync-payers', start);
    succeed(isCounts(reply) ? countWords(reply) : 'Payers synced.');
  } catch (error) {
    // Signing out ends the watching, not the work.
    if (currentUser()) fail(syncWords(error));
  }
  await refreshed();
}

const isCounts = (reply: unknown): reply is SyncCounts => typeof reply === 'object' && reply !== null && 'sources' in reply;

/** `service`: 'all' or a clearinghouse. */
export const syncPayers = (service: string): Promise<void> => followSync(() => call(contract.syncAll, { query: { service } }));

const SCHEMAS_FAILED = 'There was an error syncing schemas.';

async function followSchemas(start: () => Promise<unknown>): Promise<void> {
  try {
    await runJob('sync-schemas', start);
    succeed('All schemas sync completed');
  } catch (error) {
    if (currentUser()) fail(syncWords(error, SCHEMAS_FAILED));
  }
  await refreshed();
}

export const syncSchemas = (): Promise<void> => followSchemas(() => call(contract.syncSchemas, {}));

/** Goes on following what was begun before a reload, or elsewhere. */
export async function followUnfollowedJobs(): Promise<void> {
  // Without an answer nothing is followed; the work goes on all the same.
  const jobs = await unfollowedJobs().catch(() => []);
  for (const { kind, first } of jobs) {
    if (kind === 'sync-payers') void followSync(async () => first);
    if (kind === 'sync-schemas') void followSchemas(async () => first);
  }
}
