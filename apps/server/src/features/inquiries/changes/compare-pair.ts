/** Two stored answers, compared as they were asked for (product.md 18.4). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { compareCoverages, type ComparedAnswer } from '@coverlight/domain/changes/compare-coverages.ts';
import type { Policy } from '@coverlight/domain/changes/policies.ts';
import { askedDay, DEFAULT_ZONE } from '@coverlight/domain/inquiries/asked-day.ts';
import { localDay } from '@coverlight/domain/inquiries/calendar-day.ts';
import type { OrganizationKeys } from '#crypto/organization-keys.ts';
import type { Tx } from '#db/client.ts';
import { readCoverages, type AnswerHead } from './answers.repository.ts';
import type { ComparisonContent } from './comparisons.repository.ts';

export interface AnswerPair {
  before: AnswerHead;
  after: AnswerHead;
  /** Days of service between them, as far as known. */
  visits: readonly string[];
}

/** Of a policy each answer with the one before it; nobody tells us of visits but by the days asked for. */
export const pairsOf = ({ answers }: Policy<AnswerHead>): AnswerPair[] =>
  answers.flatMap((after, index) => {
    const before = answers[index - 1];
    return before === undefined
      ? []
      : [{ before, after, visits: [...new Set(answers.slice(0, index + 1).map((answer) => askedDay(answer)))] }];
  });

/** Null where one of them cannot be read any more. */
export async function comparePair(
  tx: Tx,
  keys: OrganizationKeys,
  { before, after, visits }: AnswerPair,
  endsSoonDays: number,
): Promise<ComparisonContent | null> {
  const coverages = await readCoverages(tx, keys, [before.id, after.id]);
  const [former, latter] = [coverages.get(before.id), coverages.get(after.id)];
  if (former === undefined || latter === undefined) return null;
  const options = { endsSoonDays, today: localDay(after.answered_at, DEFAULT_ZONE), visits };
  const { changes, notComparable } = compareCoverages(comparedAnswer(before, former), comparedAnswer(after, latter), options);
  return { changes, not_comparable: notComparable };
}

const comparedAnswer = (head: AnswerHead, coverage: Coverage): ComparedAnswer => ({
  coverage,
  source: head.source ?? '',
  asked: head.asked?.service_types ?? coverage.service_types.asked,
  asOf: askedDay(head),
  answeredAt: head.answered_at.toISOString(),
});
