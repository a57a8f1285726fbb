/** Deletes what the rows of a batch say some time after it has ended, or after nobody went on with it. The inquiries stay (product.md 19.5). */
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { SYSTEM_ACTOR } from '#http/actor.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import { CONTENTS_DAYS } from './batches.presenter.ts';
import { emptyBatch, listBatchesToEmpty } from './empty-batches.repository.ts';

export const emptyBatchesJob = defineJob({
  name: 'empty-batches',
  payload: z.object({}),
  cron: '37 * * * *',
  batchSize: 1,
  pollSeconds: 30,
  expireInSeconds: 3600,
  retryLimit: 0,
});

const DAY_MS = 24 * 60 * 60 * 1000;

type EmptyDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Never throws for one batch's trouble: the others are emptied all the same. */
export async function emptyBatches({ db, clock, log }: EmptyDeps): Promise<void> {
  const now = clock();
  const before = new Date(now.getTime() - CONTENTS_DAYS * DAY_MS);
  for (const { organization_id: organizationId, id } of await db.asAdmin(async (tx) => await listBatchesToEmpty(tx, before))) {
    await db
      .asOrganization(organizationId, async (tx) => {
        if (!(await emptyBatch(tx, id, { before, now }))) return;
        await recordAudit(tx, SYSTEM_ACTOR, now, { action: 'batch.empty', objectType: 'batch', objectIds: [id] });
      })
      .catch((error: unknown) => log.error({ batchId: id, err: safeError(error) }, 'a batch could not be emptied'));
  }
}
