/**
 * Marks answers from before lists kept marks, after an upgrade: a batch at a time, while the server goes on working. What is marked is
 * done; a process that ends in the middle leaves the rest to the next run.
 */
import { answerFlags } from '@coverlight/domain/inquiries/coverage/answer-flags.ts';
import { planState } from '@coverlight/domain/inquiries/coverage/plan-state.ts';
import { isSomebodyElse } from '@coverlight/domain/inquiries/record-warnings.ts';
import { z } from 'zod';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Deps } from '#deps.ts';
import { openContent } from '#features/inquiries/inquiry-contents.ts';
import { safeError } from '#http/log-safety.ts';
import { defineJob } from '#jobs/define-job.ts';
import { createRests } from '#jobs/rests.ts';
import { listOrganizationsWithUnmarked, listUnmarked, markAnswer, type Marks, type UnmarkedAnswer } from './unmarked-answers.repository.ts';

/** An older process may still have stored answers while this one began. */
export const markAnswersJob = defineJob({
  name: 'mark-answers',
  payload: z.object({}),
  cron: '23 * * * *',
  batchSize: 1,
  pollSeconds: 30,
  expireInSeconds: 3600,
  retryLimit: 0,
});

const BATCH = 50;

type MarkDeps = Pick<Deps, 'db' | 'keys' | 'log'>;

/** Never throws for one organization's trouble, nor for one answer's: the others are marked all the same. */
export async function markAnswers(deps: MarkDeps): Promise<void> {
  for (const organizationId of await deps.db.asAdmin(listOrganizationsWithUnmarked)) {
    await markOrganization(deps, organizationId).catch((error: unknown) =>
      deps.log.error({ organizationId, err: safeError(error) }, 'answers could not be marked'),
    );
  }
}

async function markOrganization(deps: MarkDeps, organizationId: string): Promise<void> {
  const keys = await deps.keys.keysOf(organizationId);
  const rest = createRests();
  let from = '';
  for (;;) {
    const after = from;
    const answers = await deps.db.asOrganization(organizationId, async (tx) => await listUnmarked(tx, organizationId, after, BATCH));
    const marked: { id: string; marks: Marks }[] = [];
    for (const answer of answers) {
      await rest();
      const marks = marksOf(deps, keys, answer);
      if (marks !== null) marked.push({ id: answer.id, marks });
    }
    await deps.db.asOrganization(organizationId, async (tx) => {
      for (const { id, marks } of marked) await markAnswer(tx, organizationId, id, marks);
    });
    const last = answers.at(-1);
    if (last === undefined || answers.length < BATCH) return;
    from = last.id;
  }
}

/** Null where it cannot be read. */
function marksOf({ log }: MarkDeps, keys: OrganizationKeys, { id, ...stored }: UnmarkedAnswer): Marks | null {
  try {
    const coverage = openContent(keys, id, 'coverage', stored.coverage);
    const submission = openContent(keys, id, 'submission', stored.submission);
    if (coverage === null || submission === null) return null;
    return { ...answerFlags(coverage), plan_state: planState(coverage.plan), is_person_in_doubt: isSomebodyElse(submission, coverage) };
  } catch (error) {
    log.error({ inquiryId: id, err: safeError(error) }, 'an answer could not be marked');
    return null;
  }
}
