/** Syncs of payers and their schemas, with what is said about them (docs/product.md 8.7). */
import { adminPayersContract as contract, type syncCountsSchema } from '@coverlight/contract/admin/admin-payers.contract.ts';
import type * as z from 'zod/mini';
import { ApiFailure, call } from '#lib/api.ts';
import { placeErrors } from '#lib/form-errors.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentUser } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';
import { PAYERS_KEY } from './admin-payers.queries.ts';
import { runJob, settled, unfollowedJobs } from '../jobs.ts';

const TOAST_MS = 9000;
const UNKNOWN = 'There was an unknown error.';
export type Service = 'all' | 'availity' | 'pverify';
type Counts = z.infer<typeof syncCountsSchema>;

const succeed = (message: string) => toast({ kind: 'success', message, durationMs: TOAST_MS });
const fail = (message: string) => toast({ kind: 'danger', message, durationMs: TOAST_MS });

/** Its own words for a clearinghouse's failure, the server's where work of the kind runs already, else the general ones. */
export function syncWords(error: unknown, of502: string, general: string): string {
  const status = error instanceof ApiFailure ? error.status : null;
  if (status === 502) return of502;
  return status === 409 ? (placeErrors(error, [], general).banner ?? general) : general;
}

async function refreshed(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: PAYERS_KEY });
}

export function countWords(counts: Counts, service: Service = 'all'): string {
  const parts = [
    ...(service === 'pverify' ? [] : [`Availity: ${counts.availity_new_payers} new, ${counts.availity_updated_payers} updated`]),
    ...(service === 'availity' ? [] : [`pVerify: ${counts.pverify_new_payers} new, ${counts.pverify_updated_payers} updated`]),
  ];
  return `Payers synced. ${parts.join('; ')}.`;
}

export async function syncPayer(id: string): Promise<void> {
  try {
    const reply = await settled(await call(contract.syncOne, { params: { id } }));
    succeed(reply !== null && 'message' in reply ? reply.message : 'Payer synced.');
  } catch (error) {
    fail(syncWords(error, "Availity doesn't have data on this payer.", UNKNOWN));
  }
  await refreshed();
}

export async function syncSchema(id: string): Promise<void> {
  try {
    await settled(await call(contract.syncSchema, { params: { id } }));
    succeed('Schema sync completed');
  } catch (error) {
    fail(syncWords(error, 'Failed to sync schema for this payer.', UNKNOWN));
  }
  await refreshed();
}

async function followSync(start: () => Promise<unknown>, service: Service): Promise<void> {
  try {
    const reply = await runJob('sync-payers', start);
    succeed(isCounts(reply) ? countWords(reply, service) : 'Payers synced.');
  } catch (error) {
    // Signing out ends the watching, not the work.
    if (currentUser()) fail(syncWords(error, UNKNOWN, UNKNOWN));
  }
  await refreshed();
}

const isCounts = (reply: unknown): reply is Counts => typeof reply === 'object' && reply !== null && 'availity_new_payers' in reply;

export const syncPayers = (service: Service): Promise<void> => followSync(() => call(contract.syncAll, { query: { service } }), service);

const SCHEMAS_FAILED = 'There was an error syncing schemas.';

async function followSchemas(start: () => Promise<unknown>): Promise<void> {
  try {
    await runJob('sync-schemas', start);
    succeed('All schemas sync completed');
  } catch (error) {
    if (currentUser()) fail(syncWords(error, SCHEMAS_FAILED, SCHEMAS_FAILED));
  }
  await refreshed();
}

export const syncSchemas = (): Promise<void> => followSchemas(() => call(contract.syncSchemas, {}));

/** Goes on following what was begun before a reload, or elsewhere. */
export async function followUnfollowedJobs(): Promise<void> {
  // Without an answer nothing is followed; the work goes on all the same.
  const jobs = await unfollowedJobs().catch(() => []);
  for (const { kind, first } of jobs) {
    if (kind === 'sync-payers') void followSync(async () => first, 'all');
    if (kind === 'sync-schemas') void followSchemas(async () => first);
  }
}
