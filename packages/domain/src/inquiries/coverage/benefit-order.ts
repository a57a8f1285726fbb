/** The order in which staff read benefits (product.md 2.9). It depends on what was said, never on the order it was sent in. */
import type { Benefit, BenefitGroup } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { PLAN_SERVICE_TYPE } from './plan-level.ts';
import { behaviouralRank } from './service-types.ts';

type Ranked = Pick<Benefit, 'level_code' | 'network' | 'network_code'>;

const PAYMENT_RANK = { deductibles: 0, outOfPocket: 1, coPayment: 2, coInsurance: 3 } as const;
// "both" follows in-network, because it says the same for it; unknown comes last.
const NETWORK_RANK = { inNetwork: 0, notApplicableNetwork: 1, outOfNetwork: 2, noNetwork: 3 } as const;
const LEVEL_RANK: Readonly<Record<string, number>> = { IND: 0, EMP: 1, SPO: 2, DEP: 3, CHD: 4, FAM: 6, ESP: 7, ECH: 8, SPC: 9 };
const LEVEL_NOT_STATED = 5;

const levelRank = (code: string | null) => (code === null ? LEVEL_NOT_STATED : (LEVEL_RANK[code] ?? 10));

/** Individual before family, then in network before out of network. */
export function compareLines(a: Ranked, b: Ranked): number {
  return levelRank(a.level_code) - levelRank(b.level_code) || NETWORK_RANK[a.network_code] - NETWORK_RANK[b.network_code];
}

const paymentRank = (benefit: Pick<Benefit, 'amount_code'>) => (benefit.amount_code === null ? 4 : PAYMENT_RANK[benefit.amount_code]);

/** Deductibles, then out-of-pocket, then co-payment and co-insurance; within each as `compareLines`. */
export function compareBenefits(a: Ranked & Pick<Benefit, 'amount_code'>, b: Ranked & Pick<Benefit, 'amount_code'>): number {
  return paymentRank(a) - paymentRank(b) || compareLines(a, b);
}

/** Compares by plain code units, so the order is the same in every locale. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Fields that most often tell two lines apart; comparing them first spares writing out whole lines. */
interface Telling {
  amount?: string | null;
  period_code?: string | null;
  place_of_service?: string | null;
  text?: string | null;
}

const compareNullable = (a: string | null | undefined, b: string | null | undefined) => (a === b ? 0 : compareText(a ?? '', b ?? ''));

const compareTelling = (a: Telling, b: Telling) =>
  compareNullable(a.period_code, b.period_code) ||
  (a.amount?.length ?? 0) - (b.amount?.length ?? 0) ||
  compareNullable(a.amount, b.amount) ||
  compareNullable(a.place_of_service, b.place_of_service) ||
  compareNullable(a.text, b.text);

/** All that a line says, without the ids that name where it was said. */
export const contentOf = (line: { line_ids: string[] }): string => JSON.stringify({ ...line, line_ids: null });

/** Sorts by `compare`; lines that it ranks alike by what they say. */
export function sortCanonically<T extends Telling & { line_ids: string[] }>(lines: T[], compare: (a: T, b: T) => number): T[] {
  const contents = new Map<T, string>();
  const content = (line: T) => {
    const known = contents.get(line) ?? contentOf(line);
    contents.set(line, known);
    return known;
  };
  return lines.toSorted((a, b) => compare(a, b) || compareTelling(a, b) || compareText(content(a), content(b)));
}

type RankedGroup = Pick<BenefitGroup, 'code' | 'name' | 'benefits'>;

/** What a group tells decides, not what the sender called it. */
function groupRank(group: RankedGroup): number {
  if (group.code === PLAN_SERVICE_TYPE || group.name.trim().toLowerCase() === 'health benefit plan coverage') return 0;
  const tells = (payment: Benefit['amount_code']) => group.benefits.some((benefit) => benefit.amount_code === payment);
  if (tells('deductibles')) return 1;
  return tells('outOfPocket') ? 2 : 3;
}

const serviceRank = (group: RankedGroup) => behaviouralRank(group.code) ?? 1000;

/**
 * Health benefit plan coverage first, then groups that tell deductibles, those that tell out-of-pocket amounts, and the rest (product.md
 * 2.9.6); among each of these behavioural health by level of care, what is read with it, and all other services by name.
 */
export function compareGroups(a: RankedGroup, b: RankedGroup): number {
  return (
    groupRank(a) - groupRank(b) ||
    serviceRank(a) - serviceRank(b) ||
    compareText(a.name.toLowerCase(), b.name.toLowerCase()) ||
    compareText(a.code ?? '', b.code ?? '')
  );
}

export function orderGroups<T extends RankedGroup>(groups: T[]): T[] {
  return groups.toSorted(compareGroups);
}

export function orderBenefits(benefits: Benefit[]): Benefit[] {
  return sortCanonically(benefits, compareBenefits);
}
