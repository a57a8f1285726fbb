/** What becomes of a row once its inquiry has ended, and whom it needs (product.md 19.5). */
import type { RowNeeds, RowState } from '@coverlight/contract/batches/batch.schema.ts';
import type { CoverageWarning } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { StoredInquiryStatus } from '@coverlight/contract/inquiries/inquiry.schema.ts';

const STATES: Readonly<Partial<Record<StoredInquiryStatus, RowState>>> = {
  complete: 'answered',
  error: 'refused',
  failure: 'failed',
  unknown: 'failed',
  cancel: 'stopped',
};
/** Null while it is asked. */
export const stateOfInquiry = (status: StoredInquiryStatus): RowState | null => STATES[status] ?? null;

/** Somebody has to act before the patient comes: no cover, none for long, or somebody else's to pay. */
const URGENT: ReadonlySet<CoverageWarning['kind']> = new Set([
  'somebody-else',
  'member-deceased',
  'inactive',
  'plan-ended',
  'plan-not-started',
  'inactive-may-change',
  'at-risk',
  'premium-paid-until',
  'plan-ends-soon',
  'carve-out',
  'other-payer-primary',
]);

export interface RowResult {
  state: RowState;
  /** Of the answer; none without one. */
  warnings: readonly Pick<CoverageWarning, 'kind'>[];
  hasCoverage: boolean;
  /** It says something else than the one before it. */
  isChanged: boolean;
}

/** Null for a row without a result. */
export function needsOf({ state, warnings, hasCoverage, isChanged }: RowResult): RowNeeds | null {
  if (state === 'refused' || state === 'failed') return 0;
  if (state !== 'answered' && state !== 'reused') return null;
  if (!hasCoverage || warnings.some(({ kind }) => URGENT.has(kind))) return 1;
  if (isChanged) return 2;
  return warnings.some(({ kind }) => kind === 'no-behavioural-cost') ? 3 : 4;
}
