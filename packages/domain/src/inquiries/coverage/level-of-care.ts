/**
 * What the payer said for each level of behavioural care, as a grid: five levels, seven facts, two networks. The very service of
 * a level decides; what another service or the plan says stands in only where that one is silent, and says so (product.md 10.5).
 */
import type {
  AuxiliaryBenefit,
  Benefit,
  BenefitGroup,
  Coverage,
  Plan,
  StatusDetail,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Shown } from './benefit-filter.ts';
import {
  type AuthorizationCell,
  CARE_FACTS,
  type CareCell,
  type CareSide,
  type LimitCell,
  NO_AUTHORIZATION,
  NOTHING,
  type Silence,
  sideOf,
} from './care-cells.ts';
import { type LevelOfCare, LEVELS_OF_CARE } from './care-levels.ts';
import { isOnSide, isPrice, readNamedNo, readNo, readService, type SaidFor, saidFor, type Service, type Side } from './care-services.ts';
import { isAbout, levelsNamed } from './care-setting.ts';
import { type Administrator, behaviouralAdministrators } from './carve-out.ts';
import { lineTexts } from './line-words.ts';
import { partFor } from './medicare-parts.ts';
import { isPlanLevel, PLAN_SERVICE_TYPE } from './plan-level.ts';
import type { AnyLine } from './said-texts.ts';
import { isBehavioural, isSubstanceUse } from './service-types.ts';

/** What is not covered or excluded beside the cells' own answer, quoted. */
export interface CareException {
  kind: 'not-covered' | 'excluded';
  saidFor: SaidFor;
  line: AuxiliaryBenefit;
}

export interface CareRow {
  level: LevelOfCare;
  in: CareSide;
  out: CareSide;
  exceptions: CareException[];
  /** The part of Medicare that the row is read from, whichever of them is looked at; null: the plan itself. */
  part: Plan | null;
}

/** Each cell through `change`, which is told what an empty cell of that fact holds beside nothing. */
function mapSide(
  side: CareSide,
  change: <Line extends AnyLine, Cell extends CareCell<Line>>(cell: Cell, empty: Partial<Cell>) => Cell,
): CareSide {
  return {
    covered: change<StatusDetail, CareCell<StatusDetail>>(side.covered, NOTHING),
    authorization: change<AnyLine, AuthorizationCell>(side.authorization, { ...NOTHING, ...NO_AUTHORIZATION }),
    limit: change<AuxiliaryBenefit, LimitCell>(side.limit, { ...NOTHING, byService: [] }),
    copay: change<Benefit, CareCell<Benefit>>(side.copay, NOTHING),
    coinsurance: change<Benefit, CareCell<Benefit>>(side.coinsurance, NOTHING),
    deductible: change<Benefit, CareCell<Benefit>>(side.deductible, NOTHING),
    outOfPocket: change<Benefit, CareCell<Benefit>>(side.outOfPocket, NOTHING),
  };
}

/** What a filter hides is called so: it was stated. */
function underFilter(side: CareSide, shown: Shown): CareSide {
  const kept = mapSide(side, (cell, empty) => {
    const [lines, refusals] = [cell.lines.filter((line) => shown.hasLine(line)), cell.refusals.filter((line) => shown.hasLine(line))];
    const isHidden = cell.lines.length + cell.refusals.length > 0 && lines.length + refusals.length === 0;
    return isHidden ? { ...cell, ...empty, saidFor: cell.saidFor, state: 'filtered' } : { ...cell, lines, refusals };
  });
  const byService = kept.limit.byService.map((each) => ({ ...each, lines: each.lines.filter((line) => shown.hasLine(line)) }));
  return { ...kept, limit: { ...kept.limit, byService: byService.filter(({ lines }) => lines.length > 0) } };
}

/** What another company handles is its to say: nothing of this plan stands for it. */
const bySomebodyElse = (side: CareSide, company: string): CareSide =>
  mapSide(side, (cell, empty) => ({ ...cell, ...empty, company, state: 'said-elsewhere' }));

function exceptionsOf(groups: readonly BenefitGroup[], level: LevelOfCare, sides: Record<Side, CareSide>): CareException[] {
  const cells = SIDES.flatMap((side) => CARE_FACTS.map((fact): CareCell<AnyLine> => sides[side][fact]));
  const answers = new Set(cells.flatMap(({ refusals }) => refusals));
  const used = new Set(cells.map((cell) => cell.saidFor?.code));
  // Where the level is not covered anyway, another service's no adds nothing.
  const isNews = (line: AuxiliaryBenefit) => SIDES.some((side) => isOnSide(line, side) && sides[side].covered.state !== 'not-covered');
  return groups.flatMap((group) => {
    const { code, auxilary } = group;
    const isOwn = code !== null && level.own.includes(code);
    const isOfLevel = isOwn || (code !== null && level.near.includes(code) && used.has(code));
    const mayNameLevel = isBehavioural(code) || isPlanLevel(code, group.name);
    const concerns = (line: AuxiliaryBenefit) =>
      !answers.has(line) && (isOfLevel ? isAbout(line, level, isOwn) : mayNameLevel && levelsNamed(line).includes(level.key));
    const isWider = code !== null && level.wider.includes(code);
    const leavesOut = (line: AuxiliaryBenefit) => isWider && SIDES.some((side) => readNo(group, level, side).refusals.includes(line));
    const toExceptions = (kind: CareException['kind'], lines: AuxiliaryBenefit[] = []) =>
      lines.filter((line) => concerns(line) || leavesOut(line)).map((line) => ({ kind, saidFor: saidFor(group), line }));
    const refusals = toExceptions('not-covered', auxilary.nonCovered).filter(({ line }) => isNews(line) || lineTexts(line).length > 0);
    return [...refusals, ...toExceptions('excluded', auxilary.exclusions)];
  });
}

const SIDES = ['in', 'out'] as const;

export interface CareInput {
  coverage: Coverage;
  /** One of the coverage's plans. */
  plan: Plan;
  /** Absent: nothing is hidden. */
  shown?: Shown;
}

/** Of several own services the one that refuses comes first, unless another one tells a price: then the level is covered in part. */
function inOrder(own: Service[]): Service[] {
  const isRefused = ({ refusals }: Service) => refusals.length > 0;
  if (!own.some((service) => !isRefused(service) && service.benefits.some(isPrice))) return own;
  return [...own.filter((service) => !isRefused(service)), ...own.filter(isRefused)];
}

function rowOf(level: LevelOfCare, groups: readonly BenefitGroup[], silence: Silence): Omit<CareRow, 'exceptions' | 'part'> {
  const side = (which: Side): CareSide => {
    const read = (codes: readonly string[]) =>
      codes.flatMap((code) => groups.filter((group) => group.code === code)).map((group) => readService(group, level, which));
    const ofPlan = groups.filter((group) => isPlanLevel(group.code, group.name));
    const plan = ofPlan.map((group) => readService(group, level, which));
    const others = groups.filter(({ code }) => isBehavioural(code) && code !== null && !level.own.includes(code));
    const named = others.map((group) => readNamedNo(group, level, which));
    const noOfPlan = ofPlan.map((group) => readNo(group, level, which));
    const wider = groups.filter(({ code }) => code !== null && level.wider.includes(code)).map((group) => readNo(group, level, which));
    const isLeftOut = wider.some(({ refusals }) => refusals.length > 0);
    return sideOf({
      services: [...inOrder(read(level.own)), ...named, ...read(level.near), ...noOfPlan],
      plan: isLeftOut ? [] : plan,
      silence,
    });
  };
  return { level, in: side('in'), out: side('out') };
}

const handles = ({ subject }: Administrator, level: LevelOfCare) => subject === 'behavioural' || level.own.some(isSubstanceUse);

type RowReader = (level: LevelOfCare) => Omit<CareRow, 'part'>;

/** The rows of one plan. */
function readerOf({ coverage, plan, shown }: CareInput): RowReader {
  const { asked } = coverage.service_types;
  const companies = behaviouralAdministrators(coverage, plan);
  const groups = companies.length === 0 ? plan.benefit_groups : plan.benefit_groups.filter((group) => !isSubstanceUse(group.code));
  const answered = new Set(plan.benefit_groups.map(({ code }) => code));
  return (level) => {
    const company = companies.find((each) => handles(each, level));
    const codes = [...level.own, ...level.near];
    // What was answered without being asked was not passed over either.
    const isKnown =
      asked.length === 0 || asked.includes(PLAN_SERVICE_TYPE) || codes.some((code) => asked.includes(code) || answered.has(code));
    const row = rowOf(level, company ? plan.benefit_groups : groups, isKnown ? 'not-stated' : 'not-asked');
    if (company) {
      const name = company.name ?? 'another company';
      return { level, in: bySomebodyElse(row.in, name), out: bySomebodyElse(row.out, name), exceptions: [] };
    }
    const exceptions = exceptionsOf(groups, level, row);
    if (!shown) return { ...row, exceptions };
    return {
      level,
      in: underFilter(row.in, shown),
      out: underFilter(row.out, shown),
      exceptions: exceptions.filter(({ line }) => shown.hasLine(line)),
    };
  };
}

/** One row for each level of care, in the order of intensity. Of Medicare's two parts each level is read from the one that pays for it. */
export function levelsOfCare({ coverage, plan, shown }: CareInput): CareRow[] {
  const readers = new Map<Plan, RowReader>();
  const reader = (of: Plan): RowReader => {
    const known =
      readers.get(of) ?? readerOf({ coverage, plan: of, ...(shown === undefined ? {} : { shown: of === plan ? shown : shown.of(of) }) });
    readers.set(of, known);
    return known;
  };
  return LEVELS_OF_CARE.map((level) => {
    const part = partFor(level, coverage, plan);
    return { ...reader(part ?? plan)(level), part };
  });
}

const isCost = (benefit: Benefit) => benefit.amount !== null || benefit.total !== null || benefit.no_limit;

/** True where the payer gave a cost for any behavioural service itself, beyond plan-level lines. */
export function hasBehaviouralCost(plan: Pick<Plan, 'benefit_groups'>): boolean {
  return plan.benefit_groups.some((group) => isBehavioural(group.code) && group.benefits.some(isCost));
}
