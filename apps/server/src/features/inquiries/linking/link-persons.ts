/**
 * Gives checks from before persons were kept theirs, after an upgrade: a slice at a time, each with how far it got in one transaction, while
 * the server goes on working. A process that ends in the middle leaves the rest to the next run (product.md 18.2).
 */
import { returnedAddsNothing } from '@coverlight/domain/persons/returned-identity.ts';
import { z } from 'zod';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { readCoverages } from '#features/inquiries/changes/answers.repository.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import { linkInquiry, settlePerson } from './link.repository.ts';
import {
  listOrganizationsToLink,
  listRecentToLink,
  listToLink,
  holdProgress,
  SLICE,
  writeProgress,
  type CheckToLink,
} from './linkings.repository.ts';

/** A server of the version before may still have stored checks while this one began. */
export const linkPersonsJob = defineJob({
  name: 'link-persons',
  payload: z.object({}),
  cron: '41 * * * *',
  batchSize: 1,
  pollSeconds: 30,
  expireInSeconds: 4 * 3600,
  retryLimit: 0,
});

type LinkDeps = Pick<Deps, 'db' | 'keys' | 'log' | 'clock' | 'newId' | 'stopping'>;

/** While the database works for one organization, what another's checks say is opened here. */
const AT_ONCE = 2;

/** Never throws for one organization's trouble: the others are linked all the same. */
export async function linkPersons(deps: LinkDeps): Promise<void> {
  const left = await deps.db.asAdmin(async (tx) => await listOrganizationsToLink(tx, deps.clock()));
  const take = async (): Promise<void> => {
    for (let id = left.shift(); id !== undefined && !deps.stopping.aborted; id = left.shift()) {
      const organizationId = id;
      await linkOrganization(deps, organizationId).catch((error: unknown) =>
        deps.log.error({ organizationId, err: safeError(error) }, 'checks could not be given their persons'),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

async function linkOrganization(deps: LinkDeps, organizationId: string): Promise<void> {
  for (;;) {
    if (deps.stopping.aborted) return;
    // Asked for each slice: keys rotate.
    const keys = await deps.keys.keysOf(organizationId);
    const isLeft = await deps.db.asOrganization(organizationId, async (tx) => await linkSlice(deps, tx, keys));
    if (!isLeft) return;
  }
}

/** False where nothing is left. */
async function linkSlice(deps: LinkDeps, tx: Tx, keys: OrganizationKeys): Promise<boolean> {
  const { last_id, done_at } = await holdProgress(tx);
  const checks = done_at === null ? await listToLink(tx, last_id) : await listRecentToLink(tx, deps.clock());
  await linkChecks(
    deps,
    tx,
    keys,
    checks.filter((check) => check.needs_person),
  );
  const isLeft = checks.length === SLICE;
  if (done_at === null) await writeProgress(tx, { last_id: checks.at(-1)?.id ?? last_id, done_at: isLeft ? null : deps.clock() });
  return isLeft;
}

async function linkChecks(deps: LinkDeps, tx: Tx, keys: OrganizationKeys, checks: readonly CheckToLink[]): Promise<void> {
  const typed = checks.flatMap(({ submission: stored, ...check }) => {
    const submission = openContent(keys, check.id, 'submission', stored);
    const returned = openContent(keys, check.id, 'returned_patient', check.returned_patient);
    return submission === null ? [] : [{ ...check, submission, mayAdd: returned !== null && !returnedAddsNothing(submission, returned) }];
  });
  const coverages = await readCoverages(
    tx,
    keys,
    typed.flatMap(({ id, mayAdd }) => (mayAdd ? [id] : [])),
  );
  for (const { id, created_at, is_hidden, submission } of typed) {
    const now = deps.clock();
    await linkInquiry(tx, keys, { inquiryId: id, newPersonId: deps.newId(), submission, sentAt: is_hidden ? null : created_at, now });
    const coverage = coverages.get(id);
    if (coverage !== undefined) await settlePerson(tx, keys, { inquiryId: id, newMoveId: deps.newId(), submission, coverage, now });
  }
}
