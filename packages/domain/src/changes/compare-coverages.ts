/** What differs between two answers about one person and one policy, and what could not be compared (product.md 18.4). */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Change, NotComparable } from '@coverlight/contract/persons/changes.schema.ts';

/** A complete answer as it was asked for. */
export interface ComparedAnswer {
  coverage: Coverage;
  /** Which clearinghouse carried it. */
  source: string;
  /** Service types asked for (codes); empty: the plan as a whole. */
  asked: readonly string[];
  /** YYYY-MM-DD: the day asked for. */
  asOf: string;
  /** The instant the answer came. */
  answeredAt: string;
}

export interface ComparisonOptions {
  /** An end within so many days is soon. */
  endsSoonDays: number;
  /** YYYY-MM-DD: the practice's today. */
  today: string;
  /** Days of service since, as far as known; those after a retroactive end are named. */
  visits?: readonly string[];
}

export interface Comparison {
  /** The gravest first, in an order that does not depend on the payer's. */
  changes: Change[];
  notComparable: NotComparable[];
}

export function compareCoverages(_before: ComparedAnswer, _after: ComparedAnswer, _options: ComparisonOptions): Comparison {
  return { changes: [], notComparable: [] };
}
