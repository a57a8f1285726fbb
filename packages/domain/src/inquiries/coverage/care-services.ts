/** What the services that stand for a level of care say about one network: the lines that are about this level, and the refusals (product.md 10.5). */
import type { AuxiliaryBenefit, Benefit, BenefitGroup, NetworkCode, StatusDetail } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { LevelOfCare } from './care-levels.ts';
import { isAbout, levelsNamed } from './care-setting.ts';
import { lineTexts } from './line-words.ts';
import { isPlanLevel, PLAN_SERVICE_TYPE } from './plan-level.ts';
import { type AnyLine, linesOfGroup } from './said-texts.ts';
import { serviceTypeName } from './service-types.ts';
import { isActiveStatus, isInactiveStatus } from './status-codes.ts';

export type Side = 'in' | 'out';

/** Whose word a value is: a service's, or the plan's as a whole. */
export interface SaidFor {
  code: string | null;
  /** "said for Partial Hospitalization (Psychiatric)", "plan-level". */
  words: string;
}

/** A line that says no: not covered, excluded as a whole, inactive. */
export type RefusalLine = AuxiliaryBenefit | StatusDetail;

export interface Service {
  saidFor: SaidFor;
  /** The level's very service; false where it stands in. */
  isOwn: boolean;
  /** Lines of every kind that are about this level and network. */
  lines: AnyLine[];
  statuses: StatusDetail[];
  benefits: Benefit[];
  limits: AuxiliaryBenefit[];
  refusals: RefusalLine[];
}

export function saidFor(group: Pick<BenefitGroup, 'code' | 'name'>): SaidFor {
  if (isWordOfPlan(group)) return { code: group.code, words: 'plan-level' };
  return { code: group.code, words: `said for ${(group.code && serviceTypeName(group.code)) || group.name}` };
}

export const isWordOfPlan = ({ code }: Pick<SaidFor, 'code'>) => code === null || code === PLAN_SERVICE_TYPE;

/** "Both" belongs to either side; what is unknown or not stated stands on both, with its own words. */
export function isOnSide(line: { network_code: NetworkCode }, side: Side): boolean {
  if (line.network_code === 'inNetwork') return side === 'in';
  return line.network_code === 'outOfNetwork' ? side === 'out' : true;
}

export const isPrice = (benefit: Benefit) => benefit.amount_code === 'coPayment' || benefit.amount_code === 'coInsurance';

const isNarrowed = (line: AuxiliaryBenefit) => lineTexts(line).length > 0 || line.place_of_service !== null || line.description !== null;

interface Told {
  nonCovered: AuxiliaryBenefit[];
  exclusions: AuxiliaryBenefit[];
  statuses: StatusDetail[];
  benefits: Benefit[];
}

/**
 * "Not covered" is a no, unless it names a part of a service whose price is told beside it. An exclusion is a no only where it
 * names nothing narrower than its service. An inactive service is a no where nothing calls it active.
 */
function refusalsOf({ nonCovered, exclusions, statuses, benefits }: Told): RefusalLine[] {
  const isPriced = benefits.some(isPrice);
  const isActive = statuses.some((line) => isActiveStatus(line.status_code));
  return [
    ...nonCovered.filter((line) => !(isPriced && isNarrowed(line))),
    ...exclusions.filter((line) => !isNarrowed(line) && !isPriced),
    ...(isActive ? [] : statuses.filter((line) => /^[678]$/.test(line.status_code ?? ''))),
  ];
}

/**
 * What a wider service, or the plan itself, leaves out of this network as a whole: only that counts for the level. A plan that is not
 * active at all says so at its head; here counts what is said of one network.
 */
export function readNo(group: BenefitGroup, level: LevelOfCare, side: Side): Service {
  const isHere = (line: AnyLine) => isOnSide(line, side) && isAbout(line, level, false);
  const statuses = group.status_details.filter(isHere);
  const isOfNetwork = ({ network_code: code }: StatusDetail) => code === 'inNetwork' || code === 'outOfNetwork';
  const isOfPlan = isPlanLevel(group.code, group.name);
  const inactive = statuses.some((line) => isActiveStatus(line.status_code))
    ? []
    : statuses.filter((line) => isInactiveStatus(line.status_code) && (!isOfPlan || isOfNetwork(line)));
  const nonCovered = (group.auxilary.nonCovered ?? []).filter((line) => isHere(line) && !isNarrowed(line));
  const nothing = { lines: [], statuses: [], benefits: [], limits: [] };
  return { ...nothing, saidFor: saidFor(group), isOwn: false, refusals: [...nonCovered, ...inactive] };
}

/** "Not covered" beyond or under a condition leaves the rest covered. */
const CONDITION = /\b(?:except|unless|until|after|when|if|beyond|over|in excess|more than|exceeding|limited)\b|\d/i;

/** What another behavioural service leaves out in words that name this level. */
export function readNamedNo(group: BenefitGroup, level: LevelOfCare, side: Side): Service {
  const refusals = (group.auxilary.nonCovered ?? []).filter(
    (line) => isOnSide(line, side) && levelsNamed(line).includes(level.key) && !lineTexts(line).some((text) => CONDITION.test(text)),
  );
  return { lines: [], statuses: [], benefits: [], limits: [], saidFor: saidFor(group), isOwn: false, refusals };
}

export function readService(group: BenefitGroup, level: LevelOfCare, side: Side): Service {
  const isOwn = group.code !== null && level.own.includes(group.code);
  const isHere = (line: AnyLine) => isOnSide(line, side) && isAbout(line, level, isOwn);
  const statuses = group.status_details.filter(isHere);
  const benefits = group.benefits.filter(isHere);
  const { nonCovered = [], exclusions = [], limitations = [] } = group.auxilary;
  return {
    saidFor: saidFor(group),
    isOwn,
    lines: linesOfGroup(group).filter(isHere),
    statuses,
    benefits,
    limits: limitations.filter(isHere),
    refusals: refusalsOf({ nonCovered: nonCovered.filter(isHere), exclusions: exclusions.filter(isHere), statuses, benefits }),
  };
}

/** True where the service says anything of its own about this level, beyond a no. */
export const speaks = ({ statuses, benefits, limits, lines, refusals }: Service) =>
  statuses.some((line) => !refusals.includes(line)) ||
  benefits.length > 0 ||
  limits.length > 0 ||
  lines.some((line) => line.auth_required !== null || line.auth_required_unknown);
