/**
 * Original Medicare answers with two plans of which neither tells of all care: Part A of inpatient, Part B of all other. Each level is read
 * from the part that pays for it (product.md 10.5).
 */
import type { Coverage, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { LevelOfCare } from './care-levels.ts';
import { isActiveStatus } from './status-codes.ts';

type Part = 'A' | 'B';

/** EB04 as its code or in words. "MA" in a plan's name may be an Advantage plan, and is no part. */
function partOf({ insurance_type: type, name }: Plan): Part | null {
  const code = /^M([AB])$/i.exec(type?.trim() ?? '')?.[1] ?? /\bmedicare part ([ab])\b/i.exec(`${type ?? ''} ${name ?? ''}`)?.[1];
  return code === undefined ? null : code.toUpperCase() === 'A' ? 'A' : 'B';
}

const endsOf = ({ plan_end: plan, coverage_end: coverage }: Plan) => [plan, coverage].filter((day) => day !== null);

/** Active, and not over on the last day that the answer is for. */
function isThere(plan: Plan, { answered_for: days = [] }: Coverage): boolean {
  const last = days
    .flatMap(({ from, to }) => [from, to])
    .filter((day) => day !== null)
    .toSorted()
    .at(-1);
  return isActiveStatus(plan.status_code) && (last === undefined || endsOf(plan).every((end) => end >= last));
}

/** The plan that a level is read from where this one is a part: itself, or the other part where that is in force. Null: no parts. */
export function partFor(level: LevelOfCare, coverage: Coverage, plan: Plan): Plan | null {
  const own = partOf(plan);
  if (own === null || !isThere(plan, coverage)) return null;
  const other = coverage.plans.find((each) => partOf(each) !== null && partOf(each) !== own && isThere(each, coverage));
  if (other === undefined) return null;
  return own === (level.setting === 'inpatient' ? 'A' : 'B') ? plan : other;
}
