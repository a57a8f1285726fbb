/** Lines of one answer that cannot both be right. Both are shown; staff must ask (product.md 10.3). */
import type { Benefit, BenefitGroup, CoverageWarning, Plan, StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { limitText } from './amounts.ts';
import { compareDecimals, subtractDecimals } from './decimal.ts';
import { kindLabel } from './line-kind.ts';
import { isPlanLevel } from './plan-level.ts';
import { isActiveStatus, wordsAndCodeDisagree } from './status-codes.ts';
import { aWarning } from './warning-input.ts';

export interface Contradiction {
  words: string;
  lineIds: string[];
}

const isBoth = (a: string | null, b: string | null) => a !== null && b !== null;

function inOneBenefit(group: BenefitGroup, benefit: Benefit): Contradiction[] {
  const { total, remaining, met } = benefit;
  const name = `${group.name}, ${kindLabel(benefit.type_code) ?? benefit.type_code}`;
  if (total === null || remaining === null || benefit.no_limit) return [];
  if (compareDecimals(remaining, total) > 0) {
    return [{ words: `${name}: remaining ${limitText(remaining)} is more than the total ${limitText(total)}`, lineIds: benefit.line_ids }];
  }
  const isOff = isBoth(met, remaining) && compareDecimals(subtractDecimals(total, remaining), met ?? '0') !== 0;
  return isOff ? [{ words: `${name}: total, met and remaining do not add up`, lineIds: benefit.line_ids }] : [];
}

/** Where two amounts would have to be the same: all that tells benefits apart but the amount itself. */
function placeOf(benefit: Benefit): string {
  const { type_code, level_code, network, place_of_service, insurance_type, description, benefit_start, benefit_end, period_code } =
    benefit;
  const where = [type_code, level_code, network, place_of_service, insurance_type, description, benefit_start, benefit_end, period_code];
  return JSON.stringify([
    where,
    benefit.quantity,
    benefit.delivery_information,
    benefit.text,
    benefit.payer_notes,
    benefit.merged_benefit_texts,
    benefit.facts,
  ]);
}

function betweenBenefits(group: BenefitGroup): Contradiction[] {
  const byPlace = new Map<string, Benefit[]>();
  for (const benefit of group.benefits) {
    if (benefit.amount === null) continue;
    const place = placeOf(benefit);
    byPlace.set(place, [...(byPlace.get(place) ?? []), benefit]);
  }
  return [...byPlace.values()].flatMap((benefits) => {
    const [first] = benefits;
    const differing = first ? benefits.filter((benefit) => compareDecimals(benefit.amount ?? '0', first.amount ?? '0') !== 0) : [];
    if (!first || differing.length === 0) return [];
    const words = `${group.name}, ${kindLabel(first.type_code) ?? first.type_code}: ${benefits.map((benefit) => limitText(benefit.amount)).join(' and ')} for the same thing`;
    return [{ words, lineIds: benefits.flatMap((benefit) => benefit.line_ids) }];
  });
}

const sameStatusPlace = (a: StatusDetail, b: StatusDetail) =>
  a.level_code === b.level_code &&
  a.network === b.network &&
  a.insurance_type === b.insurance_type &&
  a.description === b.description &&
  a.place_of_service === b.place_of_service &&
  a.benefit_start === b.benefit_start &&
  a.benefit_end === b.benefit_end &&
  JSON.stringify(a.dates) === JSON.stringify(b.dates);

function betweenStatuses(group: BenefitGroup): Contradiction[] {
  const active = group.status_details.filter((detail) => isActiveStatus(detail.status_code));
  const inactive = group.status_details.filter((detail) => /^[678]$/.test(detail.status_code ?? ''));
  const pair = active.flatMap((one) => inactive.filter((other) => sameStatusPlace(one, other)).map((other) => [one, other] as const))[0];
  if (!pair) return [];
  const [one, other] = pair;
  return [{ words: `${group.name}: "${one.status}" and "${other.status}"`, lineIds: [...one.line_ids, ...other.line_ids] }];
}

const quoted = (status: string | null, code: string | null) => `"${status ?? kindLabel(code ?? '') ?? code ?? ''}"`;

/** "Active" as a word with the code for inactive, or the other way round. */
function betweenWordsAndCode(name: string, { status, status_code: code }: Pick<Plan, 'status' | 'status_code'>): string[] {
  return wordsAndCodeDisagree(status, code) ? [`${name}: the words say "${status}", the code says "${kindLabel(code ?? '') ?? code}"`] : [];
}

/** What the payer says both ways of the plan itself; empty where it agrees with itself. */
export function statusContradictions(plan: Plan): Contradiction[] {
  const onPlan = plan.benefit_groups.filter((group) => isPlanLevel(group.code, group.name));
  const lineIds = onPlan.flatMap((group) => group.status_details.flatMap((detail) => detail.line_ids));
  const { stated_status: stated } = plan;
  const betweenHeadAndLines = stated
    ? [`The plan is called ${quoted(stated.status, stated.status_code)}, its own lines say ${quoted(plan.status, plan.status_code)}`]
    : [];
  const words = [
    ...betweenHeadAndLines,
    ...betweenWordsAndCode('Plan', plan),
    ...(stated ? betweenWordsAndCode('Plan', stated) : []),
    ...onPlan.flatMap((group) => group.status_details.flatMap((detail) => betweenWordsAndCode(group.name, detail))),
  ];
  return [...[...new Set(words)].map((each) => ({ words: each, lineIds })), ...onPlan.flatMap(betweenStatuses)];
}

/** What the payer says both ways of services and amounts; empty where it agrees with itself. */
function lineContradictions(plan: Plan): Contradiction[] {
  return plan.benefit_groups.flatMap((group) => [
    ...(isPlanLevel(group.code, group.name)
      ? []
      : [
          ...betweenStatuses(group),
          ...group.status_details.flatMap((detail) =>
            betweenWordsAndCode(group.name, detail).map((words) => ({ words, lineIds: detail.line_ids })),
          ),
        ]),
    ...betweenBenefits(group),
    ...group.benefits.flatMap((benefit) => inOneBenefit(group, benefit)),
  ]);
}

export const contradictionsOf = (plan: Plan): Contradiction[] => [...statusContradictions(plan), ...lineContradictions(plan)];

export function contradictionWarnings(plan: Plan): CoverageWarning[] {
  return [
    ...toWarning(statusContradictions(plan), 'danger', 'The payer says both that the plan is active and that it is not'),
    ...toWarning(lineContradictions(plan), 'warning', 'The payer contradicts itself'),
  ];
}

function toWarning(found: Contradiction[], severity: CoverageWarning['severity'], title: string): CoverageWarning[] {
  if (found.length === 0) return [];
  return [
    aWarning({
      kind: 'contradicting-lines',
      severity,
      title,
      payer_words: found.map(({ words }) => words),
      action: 'Ask the payer which one holds; all are shown as sent.',
      line_ids: [...new Set(found.flatMap(({ lineIds }) => lineIds))],
    }),
  ];
}
