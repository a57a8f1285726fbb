/**
 * Writes the hints of inquiries that have none: those stored before there were any, and all of them after the platform's search key has
 * changed. What was found by them meanwhile goes on being found: such an organization is asked in every search (product.md 12.3).
 */
import { inquirySearchTerms } from '@coverlight/domain/inquiries/search-terms.ts';
import { z } from 'zod';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import { deleteHintGap, insertHints, listHintGaps, lockHintGap, moveHintGap } from '#db/search-hints.repository.ts';
import type { Deps } from '#deps.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import { listSubmissions } from '#features/inquiries/inquiries.repository.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';

/** The next minute's run goes on where one was stopped; two at a time take different organizations. */
export const fillSearchHintsJob = defineJob({
  name: 'fill-search-hints',
  payload: z.object({}),
  cron: '* * * * *',
  batchSize: 1,
  pollSeconds: 5,
  retryLimit: 0,
  expireInSeconds: 3600,
});

const BATCH = 100;

type FillDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'keys' | 'stopping'>;

/** Never throws for one organization's trouble: the others are filled all the same. */
export async function fillSearchHints(deps: FillDeps): Promise<void> {
  for (const organizationId of await deps.db.asAdmin(async (tx) => await listHintGaps(tx, deps.clock()))) {
    await fillOrganization(deps, organizationId).catch((error: unknown) =>
      deps.log.error({ organizationId, err: safeError(error) }, 'search hints could not be written'),
    );
  }
}

async function fillOrganization(deps: FillDeps, organizationId: string): Promise<void> {
  while (!deps.stopping.aborted) {
    const keys = await deps.keys.keysOf(organizationId);
    if ((await fillBatch(deps, keys)) === 'done') return;
  }
}

async function fillBatch({ db }: FillDeps, keys: OrganizationKeys): Promise<'more' | 'done'> {
  const { organizationId } = keys;
  return await db.asAdminFor(organizationId, async (tx) => {
    const gap = await lockHintGap(tx, organizationId);
    if (gap === null) return 'done';
    const inquiries = await listSubmissions(tx, organizationId, { after: gap.walkedTo, limit: BATCH });
    const terms = inquiries.flatMap(({ id, submission }) => {
      const typed = openContent(keys, id, 'submission', submission);
      return typed === null ? [] : inquirySearchTerms(typed);
    });
    const last = inquiries.at(-1);
    if (last === undefined) await deleteHintGap(tx, organizationId);
    else await moveHintGap(tx, organizationId, last.id);
    // The last statement: a submission that writes the same hints waits for it.
    await insertHints(tx, keys.hintsFor(terms));
    return last === undefined ? 'done' : 'more';
  });
}
