/** What can be uploaded, and what is said of it (docs/product.md 8.7, 15.3). */
import { adminPayersContract as payers, type JobKind } from '@coverlight/contract/admin/admin-payers.contract.ts';
import { adminReimbursementsContract as reimbursements } from '@coverlight/contract/admin/admin-reimbursements.contract.ts';
import type { Endpoint } from '@coverlight/contract/endpoint.ts';
import { queryClient } from '#lib/query-client.ts';
import { currentUser } from '#lib/session.ts';
import { toast } from '#ui/toast.ts';
import { runningJobs, settled, unfollowedJobs } from './jobs.ts';
import { PAYERS_KEY } from './payers/admin-payers.queries.ts';
import { LA_PREFIXES_KEY, REIMBURSEMENTS_KEY } from './reimbursements/reimbursements.queries.ts';

/** How long what came of an upload stays on the screen (docs/product.md 9.2). */
const TOAST_MS = 5000;

export type UploadKind = Extract<JobKind, `upload-${string}`>;
interface Upload {
  endpoint: Endpoint;
  /** The name of the form's one part, under which the server's words come back. */
  part: 'file' | 'member_ids';
  success: string;
  failure: string;
  /** The list that shows it. */
  list: readonly string[];
}

export const UPLOADS: Record<UploadKind, Upload> = {
  'upload-payers': {
    endpoint: payers.upload,
    part: 'file',
    success: 'Payers uploaded successfully.',
    failure: 'Payers failed to upload.',
    list: PAYERS_KEY,
  },
  'upload-prefixes': {
    endpoint: payers.uploadPrefixes,
    part: 'file',
    success: 'Payers Prefixes uploaded successfully.',
    failure: 'Payers Prefixes failed to upload.',
    list: PAYERS_KEY,
  },
  'upload-reimbursements': {
    endpoint: reimbursements.upload,
    part: 'file',
    success: 'Reimbursements uploaded successfully.',
    failure: 'Reimbursements failed to upload.',
    list: REIMBURSEMENTS_KEY,
  },
  'upload-la-prefixes': {
    endpoint: reimbursements.uploadLaPrefixes,
    part: 'member_ids',
    success: 'Member IDs uploaded successfully.',
    failure: 'Failed to upload.',
    list: LA_PREFIXES_KEY,
  },
};

/** Waits until everything is stored or nothing is, says so, and reads the list anew. `start` sends the file. Throws as it does. */
export async function runUpload(kind: UploadKind, start: () => Promise<unknown>): Promise<void> {
  const { success, failure, list } = UPLOADS[kind];
  try {
    await settled(await start(), (progress) => runningJobs.set({ [kind]: progress }));
    toast({ kind: 'success', message: success, durationMs: TOAST_MS });
    await queryClient.invalidateQueries({ queryKey: list });
  } catch (error) {
    // Signing out ends the watching, not the work.
    if (currentUser()) toast({ kind: 'danger', message: failure, durationMs: TOAST_MS });
    throw error;
  } finally {
    runningJobs.set({ [kind]: null });
  }
}

/** Goes on following what was begun before a reload, or elsewhere. */
export async function followUnfollowedUploads(kind: UploadKind): Promise<void> {
  // Without an answer nothing is followed; the work goes on all the same.
  const jobs = await unfollowedJobs().catch(() => []);
  // A toast has told of a failure.
  for (const job of jobs) if (job.kind === kind) void runUpload(kind, async () => job.first).catch(() => {});
}
