/** The level-of-care grid in words, the same on the screen and in print. */
import type { AuxiliaryBenefit, Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { RefusalLine, SaidFor } from './care-services.ts';
import type { CareCell } from './care-cells.ts';
import type { CareException, CareRow } from './level-of-care.ts';
import { lineTexts } from './line-words.ts';

export const NOT_ASKED = 'not asked';

export const serviceWords = ({ words }: SaidFor) => words.replace(/^said for /, '');

const refusalWords = (line: RefusalLine) => ('status' in line ? line.status : line.type_code.toUpperCase() === 'E' ? 'excluded' : null);

/** "Not covered", with the payer's own word where it used another one. */
export function notCoveredWords({ refusals }: Pick<CareCell<unknown>, 'refusals'>): string {
  const others = [...new Set(refusals.map(refusalWords))];
  return others.includes(null) ? 'Not covered' : `Not covered: ${others.join(', ')}`;
}

export const refusalTexts = ({ refusals }: Pick<CareCell<unknown>, 'refusals'>): string[] => [...new Set(refusals.flatMap(lineTexts))];

const networkWords = (line: AuxiliaryBenefit) => (line.network_code === 'noNetwork' ? null : line.network.toLowerCase());

/** "Excluded, said for Substance Abuse", with the network where one is stated. */
export function exceptionWords({ kind, saidFor, line }: CareException): string {
  const words = [kind === 'excluded' ? 'Excluded' : 'Not covered', networkWords(line), line.place_of_service, saidFor.words];
  return words.filter((part) => part !== null).join(', ');
}

const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

/** "1 not covered out of network", "2 exclusions": what a level leaves out beside the values of its line. All of it is told where there is room. */
export function exceptionMarks(exceptions: readonly CareException[]): string[] {
  const refused = exceptions.filter(({ kind }) => kind === 'not-covered');
  const networks = refused.map(({ line }) => networkWords(line));
  const excluded = exceptions.length - refused.length;
  return [
    ...[...new Set(networks)].map((network) => {
      const count = networks.filter((each) => each === network).length;
      return [`${count} not covered`, network].filter((part) => part !== null).join(' ');
    }),
    ...(excluded > 0 ? [counted(excluded, 'exclusion', 'exclusions')] : []),
  ];
}

const SIDES = ['in', 'out'] as const;

/** "MEDICARE PART B", where the row is read from it; null: from the plan itself, which has no parts. */
export const partWords = ({ part }: Pick<CareRow, 'part'>): string | null => part?.name ?? part?.insurance_type ?? null;

/** What tells several amounts of one cell apart. `insuranceType` is the plan's: a line of another one says so, as those of Medicare's parts. */
export function costWords(line: Benefit, insuranceType: string | null): string[] {
  return [
    line.network_code === 'noNetwork' ? line.network.toLowerCase() : null,
    line.level,
    line.insurance_type === insuranceType ? null : line.insurance_type,
    line.description,
    line.place_of_service,
  ].filter((part) => part !== null);
}

/** Limitations of a level, each once, with the service it was said for. */
export function careLimits(row: CareRow): { service: string; line: AuxiliaryBenefit }[] {
  const all = SIDES.flatMap((side) => row[side].limit.byService).flatMap(({ saidFor, lines }) =>
    lines.map((line) => ({ service: serviceWords(saidFor), line })),
  );
  return [...new Map(all.map((limit) => [limit.line, limit])).values()];
}

/** Deductibles and out-of-pocket limits said for a service of the level; those of the plan stand in a table of their own. */
export function serviceLimits(row: CareRow): { service: string; line: Benefit }[] {
  const cells = SIDES.flatMap((side) => [row[side].deductible, row[side].outOfPocket]).filter(({ state }) => state !== 'said-for-plan');
  const all = cells.flatMap(({ saidFor, lines }) =>
    saidFor === null ? [] : lines.map((line) => ({ service: serviceWords(saidFor), line })),
  );
  return [...new Map(all.map((limit) => [limit.line, limit])).values()];
}

/** True where a network's price and authorization hold nothing but the same empty state: one word then stands for all three. */
export function oneState(side: CareRow['in']): CareCell<unknown> | null {
  const [first, ...others] = [side.copay, side.coinsurance, side.authorization];
  const isSame = others.every(({ state, company }) => state === first.state && company === first.company);
  return isSame && [first, ...others].every(({ lines }) => lines.length === 0) ? first : null;
}
