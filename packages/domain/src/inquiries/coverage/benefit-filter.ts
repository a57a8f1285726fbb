/** The filters beside the benefits. The screen and the PDF use this one function, and nothing that applies is hidden (product.md 2.9). */
import type { AuxiliaryBenefit, BenefitGroup, NetworkCode, PaymentType, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { SHOWN_AUXILIARIES } from './auxiliaries.ts';
import { type AnyLine, linesOfGroup } from './said-texts.ts';

export type LevelChoice = 'All' | 'Family' | 'Individual';

/** Null: everything. An empty list hides all lines of that sort. */
export interface BenefitFilter {
  level: LevelChoice;
  networks: readonly NetworkCode[] | null;
  payments: readonly PaymentType[] | null;
  /** Service type codes; services without a code are always shown. */
  benefits: readonly string[] | null;
}

export const SHOW_ALL: BenefitFilter = { level: 'All', networks: null, payments: null, benefits: null };

const FAMILY_LEVELS = new Set(['FAM', 'ESP', 'ECH', 'SPC']);
const INDIVIDUAL_LEVELS = new Set(['IND', 'EMP']);

/** Levels that are neither (spouse only, dependents only, children only, unknown ones) and lines without a level show in both. */
export function matchesLevel(code: string | null, choice: LevelChoice): boolean {
  if (choice === 'All' || code === null) return true;
  return choice === 'Family' ? !INDIVIDUAL_LEVELS.has(code) : !FAMILY_LEVELS.has(code);
}

/** What applies to both networks shows with either; unknown and not stated have a choice of their own. */
export function matchesNetwork(code: NetworkCode, networks: readonly NetworkCode[] | null): boolean {
  if (networks === null || networks.includes(code)) return true;
  return code === 'notApplicableNetwork' && (networks.includes('inNetwork') || networks.includes('outOfNetwork'));
}

interface FilterableLine {
  level_code: string | null;
  network_code: NetworkCode;
  amount_code?: PaymentType | null;
}

function matchesLine(line: FilterableLine, filter: BenefitFilter): boolean {
  const payment = line.amount_code ?? null;
  const isPaid = payment === null || filter.payments === null || filter.payments.includes(payment);
  return isPaid && matchesLevel(line.level_code, filter.level) && matchesNetwork(line.network_code, filter.networks);
}

type Auxiliaries = BenefitGroup['auxilary'];

/** Each auxiliary list through `change`; lists that end empty are left out. */
function mapAuxiliaries(auxilary: Auxiliaries, change: (lines: AuxiliaryBenefit[]) => AuxiliaryBenefit[]): Auxiliaries {
  const changed: Auxiliaries = {};
  for (const type of SHOWN_AUXILIARIES) {
    const lines = change(auxilary[type] ?? []);
    if (lines.length > 0) changed[type] = lines;
  }
  return changed;
}

/** Benefits, statuses and auxiliary lines of a group; what the "filtered away" count counts. */
export function countLines(group: BenefitGroup): number {
  const auxiliaries = Object.values(group.auxilary).reduce((sum, lines) => sum + lines.length, 0);
  return group.benefits.length + group.status_details.length + auxiliaries;
}

function filterGroup(group: BenefitGroup, filter: BenefitFilter): BenefitGroup {
  return {
    ...group,
    status_details: group.status_details.filter((line) => matchesLine(line, filter)),
    benefits: group.benefits.filter((line) => matchesLine(line, filter)),
    auxilary: mapAuxiliaries(group.auxilary, (lines) => lines.filter((line) => matchesLine(line, filter))),
  };
}

const isChosen = (group: BenefitGroup, benefits: readonly string[] | null) =>
  benefits === null || group.code === null || benefits.includes(group.code);

export interface FilteredBenefits {
  groups: BenefitGroup[];
  /** Lines that the filter hides. */
  hidden: number;
}

/** Groups keep their order. A group is left out when the filter took all its lines; one that had none stays. */
export function filterBenefits(plan: Pick<Plan, 'benefit_groups'>, filter: BenefitFilter): FilteredBenefits {
  const all = plan.benefit_groups.reduce((sum, group) => sum + countLines(group), 0);
  const groups = plan.benefit_groups
    .filter((group) => isChosen(group, filter.benefits))
    .map((group) => ({ before: countLines(group), group: filterGroup(group, filter) }))
    .filter(({ before, group }) => before === 0 || countLines(group) > 0 || group.additional_payers.length > 0)
    .map(({ group }) => group);
  return { groups, hidden: all - groups.reduce((sum, group) => sum + countLines(group), 0) };
}

/** A filter applied to a plan, asked of the lines, networks and levels of the whole plan. */
export interface Shown extends FilteredBenefits {
  hasLine(line: AnyLine): boolean;
  hasNetwork(code: NetworkCode): boolean;
  hasLevel(code: string | null): boolean;
  /** The same filter on another plan of the answer. */
  of(plan: Pick<Plan, 'benefit_groups'>): Shown;
}

/** The overview of a plan follows the filter as the list of benefits does: what is hidden is called so, not left empty as if it was not stated. */
export function shownUnder(filter: BenefitFilter, plan: Pick<Plan, 'benefit_groups'>): Shown {
  const filtered = filterBenefits(plan, filter);
  // Filtering keeps the lines themselves, so that a line of the plan is found again among them.
  const lines = new Set(filtered.groups.flatMap(linesOfGroup));
  return {
    ...filtered,
    hasLine: (line) => lines.has(line),
    hasNetwork: (code) => matchesNetwork(code, filter.networks),
    hasLevel: (code) => matchesLevel(code, filter.level),
    of: (other) => shownUnder(filter, other),
  };
}
