/** Deductible and out-of-pocket limit of the plan as a whole, as pairs of pairs: level by network (docs/product.md 2.9). */
import type { Benefit, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { matchesNetwork, type Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { isPlanLevel } from '@coverlight/domain/inquiries/coverage/benefit-groups.ts';
import { NETWORK_COLUMNS, type NetworkColumn } from './benefit-rows.ts';

export type LimitColumn = NetworkColumn | 'noNetwork';

type LimitPayment = 'deductibles' | 'outOfPocket';

export interface LimitRow {
  payment: LimitPayment;
  /** The level in words; null where the payer stated none. */
  level: string | null;
  /** Several lines in one place are all shown: which of them counts is not ours to say. */
  cells: Partial<Record<LimitColumn, Benefit[]>>;
  /** Which part of the plan a line is about, where its lines are not all about the same: Medicare's A and B, a tier. */
  partNames: (line: Benefit) => string[];
}

/** A limit without any row of its own: the payer stated none, or the filters hide all of it. */
export interface LimitWithoutRows {
  payment: LimitPayment;
  isHidden: boolean;
}

export interface Limits {
  /** Empty where the filters hide every network. */
  columns: LimitColumn[];
  rows: (LimitRow | LimitWithoutRows)[];
}

const PAYMENTS = ['deductibles', 'outOfPocket'] as const;
/** These two always have a row, so that it shows when one of them was not stated. */
const USUAL_LEVELS = [
  { code: 'IND', level: 'Individual' },
  { code: 'FAM', level: 'Family' },
];

function cellsOf(lines: readonly Benefit[], columns: readonly LimitColumn[]): LimitRow['cells'] {
  // A line for both networks stands in both places.
  return Object.fromEntries(columns.map((column) => [column, lines.filter((line) => matchesNetwork(line.network_code, [column]))]));
}

/** A line of another insurance type or plan text than the rest says so: without it two limits would look like one. */
function partNamesOf(lines: readonly Benefit[], insuranceType: string | null): LimitRow['partNames'] {
  const hasDescriptions = new Set(lines.map((line) => line.description)).size > 1;
  return (line) => [
    ...(line.insurance_type === null || line.insurance_type === insuranceType ? [] : [line.insurance_type]),
    ...(hasDescriptions && line.description !== null ? [line.description] : []),
  ];
}

interface LimitLines {
  payment: LimitPayment;
  lines: readonly Benefit[];
  columns: readonly LimitColumn[];
  insuranceType: string | null;
}

function rowsOf({ payment, lines, columns, insuranceType }: LimitLines, shown: Shown): Limits['rows'] {
  if (!lines.some((line) => shown.hasLine(line))) return [{ payment, isHidden: lines.length > 0 }];
  const others = lines.filter((line) => !USUAL_LEVELS.some(({ code }) => code === line.level_code));
  const levels = [...new Map(others.map((line) => [line.level_code ?? line.level, { code: line.level_code, level: line.level }])).values()];
  return [...USUAL_LEVELS, ...levels]
    .filter(({ code }) => shown.hasLevel(code))
    .map(({ code, level }) => {
      const ofLevel = lines.filter((line) => line.level_code === code && (code !== null || line.level === level));
      return { payment, level, cells: cellsOf(ofLevel, columns), partNames: partNamesOf(lines, insuranceType) };
    });
}

/** Cells hold every line of their place: which of them a filter hides is said there. */
export function planLimits(plan: Pick<Plan, 'benefit_groups' | 'insurance_type'>, shown: Shown): Limits {
  const lines = plan.benefit_groups.filter((group) => isPlanLevel(group.code, group.name)).flatMap((group) => group.benefits);
  const limits = lines.filter((line) => line.amount_code === 'deductibles' || line.amount_code === 'outOfPocket');
  const known: LimitColumn[] = limits.some((line) => line.network_code === 'noNetwork')
    ? [...NETWORK_COLUMNS, 'noNetwork']
    : [...NETWORK_COLUMNS];
  const columns = known.filter((column) => shown.hasNetwork(column));
  return {
    columns,
    rows: PAYMENTS.flatMap((payment) =>
      rowsOf({ payment, lines: limits.filter((line) => line.amount_code === payment), columns, insuranceType: plan.insurance_type }, shown),
    ),
  };
}
