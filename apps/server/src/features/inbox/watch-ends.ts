/** A cover whose end comes near is told without a new answer, once (product.md 18.5). */
import { DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { addDays, localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import { policiesOf } from '@coverlight/domain/changes/policies.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { listAnswersOf, lockPerson } from '#features/inquiries/changes/answers.repository.ts';
import { safeError } from '#http/log-safety.ts';
import { fileChanges } from '#features/inquiries/changes/file-changes.ts';
import { listOrganizationsWithEnds, listPersonsWithEnds } from './ends.repository.ts';
import { readInboxSettings } from '#features/inquiries/changes/inbox-settings.repository.ts';

type WatchDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'newId' | 'log' | 'stopping'>;

/** The most days that a setting may have. */
const FARTHEST_DAYS = 90;
const BATCH = 200;

/** Never throws for one organization's trouble, nor for one person's. */
export async function watchEnds(deps: WatchDeps, only: string | null): Promise<void> {
  const today = localDay(deps.clock(), DEFAULT_ZONE);
  const organizations =
    only === null ? await deps.db.asAdmin(async (tx) => await listOrganizationsWithEnds(tx, today, addDays(today, FARTHEST_DAYS))) : [only];
  for (const organizationId of organizations) {
    await watchOrganization(deps, organizationId, today).catch((error: unknown) =>
      deps.log.error({ organizationId, err: safeError(error) }, 'ends of coverages could not be looked for'),
    );
  }
}

async function watchOrganization(deps: WatchDeps, organizationId: string, today: string): Promise<void> {
  const keys = await deps.keys.keysOf(organizationId);
  const settings = await deps.db.asOrganization(organizationId, readInboxSettings);
  if (settings.muted_codes.includes('coverage-ends-soon')) return;
  let from = '';
  while (!deps.stopping.aborted) {
    const after = from;
    const range = { from: today, to: addDays(today, settings.ends_soon_days) };
    const persons = await deps.db.asOrganization(organizationId, async (tx) => await listPersonsWithEnds(tx, range, after, BATCH));
    for (const personId of persons) {
      await deps.db
        .asOrganization(organizationId, async (tx) => await watchPerson(deps, tx, keys, personId))
        .catch((error: unknown) => deps.log.error({ organizationId, err: safeError(error) }, 'the end of a coverage could not be told'));
    }
    const last = persons.at(-1);
    if (last === undefined || persons.length < BATCH) return;
    from = last;
  }
}

async function watchPerson(deps: WatchDeps, tx: Tx, keys: OrganizationKeys, personId: string): Promise<void> {
  const person = await lockPerson(tx, personId);
  if (person === null || person.archived_at !== null) return;
  const policies = policiesOf(await listAnswersOf(tx, keys, personId));
  const settings = await readInboxSettings(tx);
  await fileChanges(tx, deps, { personId, policies, settings, newCodes: new Map(), isEndWatched: true, now: deps.clock() });
}
