/** Where the payer has begun to contradict itself (product.md 18.4). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { type Contradiction, contradictionsOf } from '../inquiries/coverage/contradictions.ts';
import { isActiveStatus, isInactiveStatus } from '../inquiries/coverage/status-codes.ts';
import { ofWholePlan, planStatuses } from './plan-dates.ts';
import { type Findings, found, noFindings } from './comparison.ts';
import type { PlanPair } from './measured-changes.ts';
import { unique } from './plain-words.ts';

/** Amounts change from answer to answer; what contradicts what does not. */
const matterOf = (words: string): string => words.replaceAll(/[\d$.,]+/g, '#');

export interface ContradictionFindings extends Findings {
  /** Lines of the later answer that contradict each other, and did not before. */
  lineIds: ReadonlySet<string>;
}

/** Called active and inactive by lines that tell no days which would keep the two apart. */
function statedBothWays(plan: Plan): Contradiction[] {
  const details = ofWholePlan(planStatuses(plan));
  const undated = details.filter(
    (detail) => detail.benefit_start === null && detail.benefit_end === null && detail.dates.length === 0 && detail.description === null,
  );
  const [inactive, active] = [
    undated.find((detail) => isInactiveStatus(detail.status_code)),
    details.find((detail) => isActiveStatus(detail.status_code)),
  ];
  if (!inactive || !active) return [];
  return [{ words: `The plan: "${active.status}" and "${inactive.status}"`, lineIds: [...active.line_ids, ...inactive.line_ids] }];
}

function allOf(plan: Plan): Contradiction[] {
  const known = contradictionsOf(plan);
  return known.some(({ lineIds }) => statedBothWays(plan)[0]?.lineIds.some((id) => lineIds.includes(id)))
    ? known
    : [...known, ...statedBothWays(plan)];
}

export function contradictionChanges({ before, after, name }: PlanPair): ContradictionFindings {
  const now = allOf(after);
  const known = new Set(now.length === 0 ? [] : allOf(before).map(({ words }) => matterOf(words)));
  const begun = now.filter(({ words }) => !known.has(matterOf(words)));
  if (begun.length === 0) return { ...noFindings(), lineIds: new Set() };
  const ids = unique(begun.flatMap(({ lineIds }) => lineIds)).toSorted();
  const words = unique(begun.map((each) => each.words))
    .toSorted()
    .join('; ');
  return { ...noFindings(), changes: [found('contradiction-began', { plan: name, after: words, afterIds: ids })], lineIds: new Set(ids) };
}
