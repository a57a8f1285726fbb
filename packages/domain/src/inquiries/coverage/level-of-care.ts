/**
 * What the payer said for each level of behavioural care, in and out of network side by side. No level has one service
 * type of its own everywhere, so each names the one that was used; a level about which nothing was said stays so
 * (product.md 10.4, 10.5).
 */
import type { Benefit, BenefitGroup, PaymentType, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { type AnyLine, linesOfGroup } from './said-texts.ts';
import { isBehavioural, PLAN_SERVICE_TYPE, serviceTypeName } from './service-types.ts';

export interface LevelOfCare {
  key: 'dtx' | 'rtc' | 'php' | 'iop' | 'op';
  name: string;
  /** Service types in the order they are looked for; the first that states the cost is used. */
  serviceTypes: readonly string[];
  /** Which lines are about another setting by their own words, whatever service they are under; null: none. */
  elsewhere: RegExp | null;
}

const INPATIENT = /\binpatient\b/i;
const OUTPATIENT = /\boutpatient\b/i;

/** Ours, where the payer has no words of its own: intensive outpatient has no service type. */
export const LEVELS_OF_CARE: readonly LevelOfCare[] = [
  { key: 'dtx', name: 'Detox', serviceTypes: ['CI', 'AI', '48'], elsewhere: OUTPATIENT },
  { key: 'rtc', name: 'Residential', serviceTypes: ['RT', 'A5', 'CG', 'CI'], elsewhere: OUTPATIENT },
  { key: 'php', name: 'Partial Hosp.', serviceTypes: ['BB'], elsewhere: null },
  { key: 'iop', name: 'Intensive OP', serviceTypes: ['CH', 'CJ', 'A8'], elsewhere: INPATIENT },
  { key: 'op', name: 'Outpatient', serviceTypes: ['CF', 'A6', 'A8', 'MH', '98'], elsewhere: INPATIENT },
];

/** Where a line was said: for a service, or for the plan as a whole. */
export interface SaidFor {
  code: string | null;
  /** "said for Partial Hospitalization (Psychiatric)", "plan-level". */
  words: string;
  isPlanLevel: boolean;
}

export interface CostLine {
  benefit: Benefit;
  saidFor: SaidFor;
}

export type Side = 'in' | 'out';

/** One network's side of a level of care. Empty lists and nulls: not stated. */
export interface CareSide {
  copay: CostLine[];
  coinsurance: CostLine[];
  deductible: { individual: CostLine[]; family: CostLine[]; other: CostLine[] };
  outOfPocket: { individual: CostLine[]; family: CostLine[]; other: CostLine[] };
  /** `notes`: texts that speak of authorization; payers often state it there alone. */
  authorization: { required: boolean | null; unknown: boolean; saidFor: SaidFor | null; notes: string[] };
}

export interface CareRow {
  level: LevelOfCare;
  /** The service's own status; null: not stated for any of its service types. */
  status: { code: string | null; words: string; saidFor: SaidFor } | null;
  /** Services that the payer says are not covered or excluded. */
  notCovered: SaidFor[];
  in: CareSide;
  out: CareSide;
  /** True where neither side states anything for this level: the plan-level lines may still apply. */
  isSilent: boolean;
}

function saidFor(group: BenefitGroup): SaidFor {
  if (group.code === PLAN_SERVICE_TYPE || group.code === null) return { code: group.code, words: 'plan-level', isPlanLevel: true };
  return { code: group.code, words: `said for ${serviceTypeName(group.code) ?? group.name}`, isPlanLevel: false };
}

/** "Both" belongs to either side; what is unknown or not stated is shown on both, with its own words. */
function isOnSide(benefit: Pick<Benefit, 'network_code'>, side: Side): boolean {
  if (benefit.network_code === 'inNetwork') return side === 'in';
  return benefit.network_code === 'outOfNetwork' ? side === 'out' : true;
}

/** A line that names the other setting and not this one too: "INPATIENT FACILITY" under Mental Health is no cost of outpatient care. */
function isElsewhere(benefit: Benefit, { elsewhere }: LevelOfCare): boolean {
  const words = [benefit.text, ...benefit.payer_notes, benefit.place_of_service, benefit.description].join(' ');
  return elsewhere !== null && elsewhere.test(words) && !(elsewhere === INPATIENT ? OUTPATIENT : INPATIENT).test(words);
}

const linesOf = (group: BenefitGroup, level: LevelOfCare, payment: PaymentType, side: Side): CostLine[] =>
  group.benefits
    .filter((benefit) => benefit.amount_code === payment && isOnSide(benefit, side) && !isElsewhere(benefit, level))
    .map((benefit) => ({ benefit, saidFor: saidFor(group) }));

/** Lines of the first group that has any: the more exact service comes before the plan (product.md 10.4). */
function firstSaying(groups: BenefitGroup[], level: LevelOfCare, payment: PaymentType, side: Side): CostLine[] {
  for (const group of groups) {
    const lines = linesOf(group, level, payment, side);
    if (lines.length > 0) return lines;
  }
  return [];
}

const FAMILY = new Set(['FAM', 'ESP', 'ECH', 'SPC']);
const INDIVIDUAL = new Set(['IND', 'EMP']);

function byLevel(lines: CostLine[]): CareSide['deductible'] {
  const code = (line: CostLine) => line.benefit.level_code ?? '';
  return {
    individual: lines.filter((line) => INDIVIDUAL.has(code(line))),
    family: lines.filter((line) => FAMILY.has(code(line))),
    // A level that is neither, or none at all, is not guessed.
    other: lines.filter((line) => !INDIVIDUAL.has(code(line)) && !FAMILY.has(code(line))),
  };
}

const AUTHORIZATION = /\b(?:(?:pre|re)?-?authori[sz]\w*|pre-?auth\w*|prior auth\w*|pre-?cert\w*|certification|referral)\b/i;

function authorizationNotes(lines: AnyLine[]): string[] {
  const texts = lines.flatMap((line) => [...(line.text === null ? [] : [line.text]), ...line.payer_notes]);
  return [...new Set(texts)].filter((text) => AUTHORIZATION.test(text));
}

/** Needed wins over not needed wins over "cannot say", for whichever service; absent is not stated, never "not required" (product.md 10.4). */
function authorizationOf(groups: BenefitGroup[], side: Side): CareSide['authorization'] {
  const onSide = groups.map((group) => ({ group, lines: linesOfGroup(group).filter((line) => isOnSide(line, side)) }));
  const notes = authorizationNotes(onSide.flatMap(({ lines }) => lines));
  const saying = (says: (line: AnyLine) => boolean) => onSide.find(({ lines }) => lines.some(says))?.group;
  const needed = saying((line) => line.auth_required === true);
  if (needed) return { required: true, unknown: false, saidFor: saidFor(needed), notes };
  const notNeeded = saying((line) => line.auth_required === false);
  if (notNeeded) return { required: false, unknown: false, saidFor: saidFor(notNeeded), notes };
  const unsaid = saying((line) => line.auth_required_unknown);
  return { required: null, unknown: unsaid !== undefined, saidFor: unsaid ? saidFor(unsaid) : null, notes };
}

function sideOf(level: LevelOfCare, exact: BenefitGroup[], planWide: BenefitGroup[], side: Side): CareSide {
  const all = [...exact, ...planWide];
  return {
    // A plan-level copay is for whatever the plan means by it, not for this level of care; a deductible applies to all.
    copay: firstSaying(exact, level, 'coPayment', side),
    coinsurance: firstSaying(all, level, 'coInsurance', side),
    deductible: byLevel(firstSaying(all, level, 'deductibles', side)),
    outOfPocket: byLevel(firstSaying(all, level, 'outOfPocket', side)),
    authorization: authorizationOf(exact, side),
  };
}

function statusOf(exact: BenefitGroup[]): CareRow['status'] {
  const group = exact.find((candidate) => candidate.status !== null || candidate.status_code !== null);
  return group ? { code: group.status_code, words: group.status ?? group.status_code ?? '', saidFor: saidFor(group) } : null;
}

const isNotCovered = (group: BenefitGroup) => (group.auxilary.nonCovered?.length ?? 0) + (group.auxilary.exclusions?.length ?? 0) > 0;

/** One row for each level of care, in the order of intensity. */
export function levelsOfCare(plan: Pick<Plan, 'benefit_groups'>): CareRow[] {
  const groups = plan.benefit_groups;
  const planWide = groups.filter((group) => group.code === PLAN_SERVICE_TYPE);
  return LEVELS_OF_CARE.map((level) => {
    const exact = level.serviceTypes.flatMap((code) => groups.filter((group) => group.code === code));
    return {
      level,
      status: statusOf(exact),
      notCovered: exact.filter(isNotCovered).map(saidFor),
      in: sideOf(level, exact, planWide, 'in'),
      out: sideOf(level, exact, planWide, 'out'),
      isSilent: exact.length === 0,
    };
  });
}

const isCost = (benefit: Benefit) => benefit.amount !== null || benefit.total !== null || benefit.no_limit;

/** True where the payer gave a cost for any behavioural service itself, beyond plan-level lines. */
export function hasBehaviouralCost(plan: Pick<Plan, 'benefit_groups'>): boolean {
  return plan.benefit_groups.some((group) => isBehavioural(group.code) && group.benefits.some(isCost));
}
