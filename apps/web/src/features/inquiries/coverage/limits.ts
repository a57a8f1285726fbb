/** Deductible and out-of-pocket limit of the plan as a whole, as pairs of pairs: level by network (docs/product.md 2.9). */
import type { Benefit, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { matchesNetwork } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import { isPlanLevel } from '@coverlight/domain/inquiries/coverage/benefit-groups.ts';
import { NETWORK_COLUMNS, type NetworkColumn } from './benefit-rows.ts';

export type LimitColumn = NetworkColumn | 'noNetwork';

export interface LimitRow {
  payment: 'deductibles' | 'outOfPocket';
  /** The level in words; null where the payer stated none. */
  level: string | null;
  /** Several lines in one place are all shown: which of them counts is not ours to say. */
  cells: Partial<Record<LimitColumn, Benefit[]>>;
  /** Which part of the plan a line is about, where its lines are not all about the same: Medicare's A and B, a tier. */
  partNames: (line: Benefit) => string[];
}

export interface Limits {
  columns: LimitColumn[];
  /** Empty when the payer stated neither limit for the plan. */
  rows: LimitRow[];
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
  payment: LimitRow['payment'];
  lines: readonly Benefit[];
  columns: readonly LimitColumn[];
  insuranceType: string | null;
}

function rowsOf({ payment, lines, columns, insuranceType }: LimitLines): LimitRow[] {
  if (lines.length === 0) return [];
  const others = lines.filter((line) => !USUAL_LEVELS.some(({ code }) => code === line.level_code));
  const levels = [...new Map(others.map((line) => [line.level_code ?? line.level, { code: line.level_code, level: line.level }])).values()];
  return [...USUAL_LEVELS, ...levels].map(({ code, level }) => {
    const ofLevel = lines.filter((line) => line.level_code === code && (code !== null || line.level === level));
    return { payment, level, cells: cellsOf(ofLevel, columns), partNames: partNamesOf(lines, insuranceType) };
  });
}

export function planLimits(plan: Pick<Plan, 'benefit_groups' | 'insurance_type'>): Limits {
  const lines = plan.benefit_groups.filter((group) => isPlanLevel(group.code, group.name)).flatMap((group) => group.benefits);
  const limits = lines.filter((line) => line.amount_code === 'deductibles' || line.amount_code === 'outOfPocket');
  const columns: LimitColumn[] = limits.some((line) => line.network_code === 'noNetwork')
    ? [...NETWORK_COLUMNS, 'noNetwork']
    : [...NETWORK_COLUMNS];
  return {
    columns,
    rows: PAYMENTS.flatMap((payment) =>
      rowsOf({
        payment,
        lines: limits.filter((line) => line.amount_code === payment),
        columns,
        insuranceType: plan.insurance_type,
      }),
    ),
  };
}
