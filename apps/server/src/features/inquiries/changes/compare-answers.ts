/**
 * What is new in an answer since the one before it: found once the answer is stored, outside of the transaction that stores it, and found anew
 * when answers come to belong together or no longer do (product.md 18.4). What is to be done is marked in the database, so nothing is lost where
 * a process is killed.
 */
import type { ChangeCode } from '@coverlight/contract/persons/changes.schema.ts';
import { compareCodes, gravest, RULES_VERSION } from '@coverlight/domain/changes/change-codes.ts';
import { policiesOf } from '@coverlight/domain/changes/policies.ts';
import { z } from 'zod';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import type { Deps } from '#deps.ts';
import { fileChanges } from './file-changes.ts';
import { readInboxSettings } from './inbox-settings.repository.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import { listAnswersOf, lockPerson } from './answers.repository.ts';
import { deleteComparisons, listComparisons, moveComparison, writeComparison, type StoredComparison } from './comparisons.repository.ts';
import { comparePair, pairsOf, type AnswerPair } from './compare-pair.ts';
import { dropMarks, listMarked, listOrganizationsToCompare, type MarkedAnswer } from './marks.repository.ts';

/** What a process that was killed left behind, and what was linked to a person since. */
export const compareAnswersJob = defineJob({
  name: 'compare-answers',
  payload: z.object({}),
  cron: '* * * * *',
  batchSize: 1,
  pollSeconds: 5,
  expireInSeconds: 3600,
  retryLimit: 0,
});

const BATCH = 50;
/** Without a mark an older answer is left as it is: those from before persons were kept are compared when somebody opens one. */
const RECENT_MS = 30 * 24 * 60 * 60 * 1000;

export type CompareDeps = Pick<Deps, 'db' | 'keys' | 'clock' | 'newId' | 'log' | 'stopping'>;

interface Context {
  deps: CompareDeps;
  keys: OrganizationKeys;
}

/** Never throws for one organization's trouble. */
export async function compareAnswers(deps: CompareDeps): Promise<void> {
  for (const organizationId of await deps.db.asAdmin(listOrganizationsToCompare)) {
    await compareMarked(deps, organizationId).catch((error: unknown) =>
      deps.log.error({ organizationId, err: safeError(error) }, 'answers could not be compared'),
    );
  }
}

/** All that is marked in one organization. One person's trouble keeps none of the others from it; its marks stay. */
export async function compareMarked(deps: CompareDeps, organizationId: string): Promise<void> {
  const keys = await deps.keys.keysOf(organizationId);
  let from = '';
  while (!deps.stopping.aborted) {
    const after = from;
    const marked = await deps.db.asOrganization(organizationId, async (tx) => {
      const found = await listMarked(tx, after, BATCH);
      // Most answers are the first of their person: of those nothing has to be opened.
      const alone = found.filter(({ is_alone }) => is_alone);
      if (alone.length > 0) await dropMarks(tx, alone);
      return found;
    });
    for (const [personId, own] of byPerson(marked.filter(({ is_alone }) => !is_alone))) {
      await deps.db
        .asOrganization(organizationId, async (tx) => await compareAnswersOf({ deps, keys }, tx, personId, own))
        .catch((error: unknown) =>
          deps.log.error({ organizationId, err: safeError(error) }, 'the answers of a person could not be compared'),
        );
    }
    const last = marked.at(-1);
    if (last === undefined || marked.length < BATCH) return;
    from = last.inquiry_id;
  }
}

function byPerson(marked: readonly MarkedAnswer[]): Map<string, MarkedAnswer[]> {
  const persons = new Map<string, MarkedAnswer[]>();
  for (const answer of marked) persons.set(answer.person_id, [...(persons.get(answer.person_id) ?? []), answer]);
  return persons;
}

interface Pair extends AnswerPair {
  policyId: string;
}

/** The codes of a change that were not known of the pair before. */
type NewCodes = Map<string, readonly ChangeCode[]>;

/** Under a lock: two answers that settle at the same moment are compared one after the other. */
async function compareAnswersOf(context: Context, tx: Tx, personId: string, marked: readonly MarkedAnswer[]): Promise<void> {
  const { deps, keys } = context;
  const person = await lockPerson(tx, personId);
  // Was merged meanwhile: the marks are the other one's now.
  if (person === null) return;
  const now = deps.clock();
  const settings = await readInboxSettings(tx);
  const answers = await listAnswersOf(tx, keys, personId);
  const ids = answers.map(({ id }) => id);
  const policies = policiesOf(answers);
  const pairs = policies.flatMap((policy) => pairsOf(policy).map((pair): Pair => ({ ...pair, policyId: policy.id })));
  const stored = await listComparisons(tx, personId, ids);
  const isMarked = new Set(marked.map(({ inquiry_id }) => inquiry_id));
  const newCodes: NewCodes = new Map();
  for (const pair of pairs) {
    const row = stored.find(({ after_id }) => after_id === pair.after.id);
    const isRecent = now.getTime() - pair.after.answered_at.getTime() < RECENT_MS;
    const isTouched = isMarked.has(pair.after.id) || isMarked.has(pair.before.id);
    if (row !== undefined && isCurrent(row, pair) && !isTouched) await keepComparison(tx, personId, pair, row);
    else if (row !== undefined || isTouched || isRecent) {
      const codes = await compareAnew(context, tx, { personId, pair, row, endsSoonDays: settings.ends_soon_days });
      if (isRecent) newCodes.set(pair.after.id, codes);
    }
  }
  // Of an answer that was hidden or is in doubt the row stays, for when it is not so any more.
  const unpaired = ids.filter((id) => stored.some(({ after_id }) => after_id === id) && !pairs.some(({ after }) => after.id === id));
  await deleteComparisons(tx, unpaired);
  if (person.archived_at === null) await fileChanges(tx, deps, { personId, policies, settings, newCodes, isEndWatched: false, now });
  await dropMarks(tx, marked);
}

const isCurrent = (row: StoredComparison, { before }: Pair): boolean => row.before_id === before.id && row.rules_version === RULES_VERSION;

async function keepComparison(tx: Tx, personId: string, { after, policyId }: Pair, row: StoredComparison): Promise<void> {
  if (row.person_id !== personId || row.policy_id !== policyId) await moveComparison(tx, after.id, { personId, policyId });
}

interface ToCompare {
  personId: string;
  pair: Pair;
  row: StoredComparison | undefined;
  endsSoonDays: number;
}

/** What is new in it that was not known of this pair. */
async function compareAnew({ deps, keys }: Context, tx: Tx, { personId, pair, row, endsSoonDays }: ToCompare): Promise<ChangeCode[]> {
  const { before, after, policyId } = pair;
  const content = await comparePair(tx, keys, pair, endsSoonDays);
  if (content === null) return [];
  const codes = [...new Set(content.changes.map(({ code }) => code))].toSorted(compareCodes);
  await writeComparison(tx, keys, {
    id: row?.id ?? deps.newId(),
    afterId: after.id,
    beforeId: before.id,
    personId,
    policyId,
    answeredAt: after.answered_at,
    rulesVersion: RULES_VERSION,
    codes,
    gravest: gravest(codes),
    content,
  });
  const known = row?.before_id === before.id ? row.codes : [];
  return codes.filter((code) => !known.includes(code));
}
