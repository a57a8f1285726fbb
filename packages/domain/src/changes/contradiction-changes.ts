/** Where the payer has begun to contradict itself (product.md 18.4). */
import { contradictionsOf } from '../inquiries/coverage/contradictions.ts';
import { type Findings, found, noFindings } from './comparison.ts';
import type { PlanPair } from './measured-changes.ts';
import { unique } from './plain-words.ts';

/** Amounts change from answer to answer; what contradicts what does not. */
const matterOf = (words: string): string => words.replaceAll(/[\d$.,]+/g, '#');

export interface ContradictionFindings extends Findings {
  /** Lines of the later answer that contradict each other, and did not before. */
  lineIds: ReadonlySet<string>;
}

export function contradictionChanges({ before, after, name }: PlanPair): ContradictionFindings {
  const known = new Set(contradictionsOf(before).map(({ words }) => matterOf(words)));
  const begun = contradictionsOf(after).filter(({ words }) => !known.has(matterOf(words)));
  if (begun.length === 0) return { ...noFindings(), lineIds: new Set() };
  const ids = unique(begun.flatMap(({ lineIds }) => lineIds)).toSorted();
  const words = unique(begun.map((each) => each.words))
    .toSorted()
    .join('; ');
  return { ...noFindings(), changes: [found('contradiction-began', { plan: name, after: words, afterIds: ids })], lineIds: new Set(ids) };
}
