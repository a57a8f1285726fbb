/** Which plan of one answer is which of the other: by what identifies it, whatever the order of the list (product.md 18.4). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isMedical, leadingPlan } from '../inquiries/coverage/medical-plan.ts';
import { differ, plainWords } from './plain-words.ts';

export interface PlanPairs {
  pairs: [Plan, Plan][];
  gone: Plan[];
  added: Plan[];
}

const same = (a: string | null, b: string | null) => plainWords(a) !== '' && plainWords(a) === plainWords(b);

interface Likeness {
  score: number;
  before: number;
  after: number;
}

/** Number first, then name and group, then type; days and status only tell apart what has one identity. */
function likenessOf(a: Plan, b: Plan): number {
  if (isMedical(a) !== isMedical(b)) return 0;
  const identity =
    (same(a.number, b.number) ? 32 : 0) +
    (same(a.name, b.name) ? 16 : 0) +
    (same(a.group_number, b.group_number) ? 16 : 0) +
    (same(a.insurance_type, b.insurance_type) ? 4 : 0);
  if (identity === 0 || (differ(a.name, b.name) && differ(a.insurance_type, b.insurance_type))) return 0;
  const days =
    (a.plan_start === b.plan_start ? 1 : 0) + (a.plan_end === b.plan_end ? 1 : 0) + (a.coverage_start === b.coverage_start ? 1 : 0);
  return identity + days / 2 + (a.status_code === b.status_code ? 0.25 : 0) + sizeLikeness(a, b);
}

/** Plans that are called alike: the one with as many lines. */
function sizeLikeness(a: Plan, b: Plan): number {
  const [one, other] = [a, b].map((plan) => plan.benefit_groups.reduce((sum, group) => sum + group.benefits.length + 1, 0));
  return one === other ? 0.2 : 0;
}

function bestPairs(before: readonly Plan[], after: readonly Plan[]): Likeness[] {
  const all = before.flatMap((a, at) => after.map((b, place): Likeness => ({ score: likenessOf(a, b), before: at, after: place })));
  const taken = { before: new Set<number>(), after: new Set<number>() };
  const ranked = all.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  return ranked.filter((likeness) => {
    if (taken.before.has(likeness.before) || taken.after.has(likeness.after)) return false;
    taken.before.add(likeness.before);
    taken.after.add(likeness.after);
    return true;
  });
}

/** Ids name the place in the answer, which says nothing. */
const contentOf = (plan: Plan): string => JSON.stringify(plan, (key, value: unknown) => (key === 'line_ids' ? undefined : value));

/** Equal plans first: several may have one identity. */
function equalPairs(before: readonly Plan[], after: readonly Plan[]): [Plan, Plan][] {
  const open = new Map<string, Plan[]>();
  for (const plan of after) {
    const content = contentOf(plan);
    open.set(content, [...(open.get(content) ?? []), plan]);
  }
  return before.flatMap((plan): [Plan, Plan][] => {
    const other = open.get(contentOf(plan))?.shift();
    return other === undefined ? [] : [[plan, other]];
  });
}

interface Left {
  gone: Plan[];
  added: Plan[];
}

const contradict = (a: Plan, b: Plan) => differ(a.number, b.number) || differ(a.name, b.name) || differ(a.insurance_type, b.insurance_type);

/** The leading plans of both are one policy even where nothing says so: that is what is asked about. So are the only ones left that may be. */
function restPairs({ gone, added }: Left, lead: { before: Plan | null; after: Plan | null }): [Plan, Plan][] {
  const { before, after } = lead;
  if (before !== null && after !== null && gone.includes(before) && added.includes(after)) return [[before, after]];
  const [one, other] = [gone[0], added[0]];
  const isOnly = one !== undefined && other !== undefined && gone.length === 1 && added.length === 1;
  return isOnly && isMedical(one) === isMedical(other) && !contradict(one, other) ? [[one, other]] : [];
}

/** `days` are those asked for, which decide which plan leads. */
export function pairPlans(before: readonly Plan[], after: readonly Plan[], days: { before: string; after: string }): PlanPairs {
  const [only, other] = [before[0], after[0]];
  if (before.length === 1 && after.length === 1 && only && other) return { pairs: [[only, other]], gone: [], added: [] };
  const equal = equalPairs(before, after);
  const without = (plans: readonly Plan[], paired: Plan[]) => plans.filter((plan) => !paired.includes(plan));
  const [left, right] = [
    without(
      before,
      equal.map(([a]) => a),
    ),
    without(
      after,
      equal.map(([, b]) => b),
    ),
  ];
  const alike = bestPairs(left, right).flatMap((likeness): [Plan, Plan][] => {
    const [a, b] = [left[likeness.before], right[likeness.after]];
    return a && b ? [[a, b]] : [];
  });
  const gone = without(
    left,
    alike.map(([a]) => a),
  );
  const added = without(
    right,
    alike.map(([, b]) => b),
  );
  const rest = restPairs({ gone, added }, { before: leadingPlan(before, days.before), after: leadingPlan(after, days.after) });
  return {
    pairs: [...equal, ...alike, ...rest],
    gone: without(
      gone,
      rest.map(([a]) => a),
    ),
    added: without(
      added,
      rest.map(([, b]) => b),
    ),
  };
}
