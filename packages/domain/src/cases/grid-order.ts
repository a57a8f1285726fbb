/** The facts, networks and states of case work in their order; the vocabulary is the contract's. */
import type { FixedQuestion } from '@coverlight/contract/cases/call-sheet.schema.ts';
import type { GridFact, GridNetwork } from '@coverlight/contract/cases/case-grid.schema.ts';
import type { CaseState } from '@coverlight/contract/cases/case.schema.ts';

/** Every word of `Word` once: a list that leaves one out is an error of types. */
const inOrder = <Word extends string>(words: Readonly<Record<Word, number>>): Word[] =>
  (Object.keys(words) as Word[]).toSorted((a, b) => words[a] - words[b]);

export const FACTS_IN_ORDER: readonly GridFact[] = inOrder<GridFact>({
  covered: 1,
  authorization: 2,
  limit: 3,
  copay: 4,
  coinsurance: 5,
  deductible: 6,
  out_of_pocket: 7,
});

export const NETWORKS_IN_ORDER: readonly GridNetwork[] = inOrder<GridNetwork>({ in: 1, out: 2 });

/** As they are asked at the end of a call. */
export const FIXED_IN_ORDER: readonly FixedQuestion[] = inOrder<FixedQuestion>({
  reviewer: 1,
  'authorization-first-day': 2,
  'left-and-reset': 3,
  'counted-together': 4,
  accreditation: 5,
  'out-of-network-basis': 6,
  'single-case': 7,
  'claims-address': 8,
  'timely-filing': 9,
});

/** As work goes on; the last three end a case. */
export const CASE_STATES_IN_ORDER: readonly CaseState[] = inOrder<CaseState>({
  new: 1,
  checking: 2,
  calling: 3,
  estimating: 4,
  ready: 5,
  admitted: 6,
  declined: 7,
  closed: 8,
});

export const isGridFact = (question: string): question is GridFact => (FACTS_IN_ORDER as readonly string[]).includes(question);
