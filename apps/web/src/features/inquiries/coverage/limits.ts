/** Deductible and out-of-pocket limit of the plan as a whole on the screen: which rows and columns the filters leave (docs/product.md 2.9). */
import type { Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { matchesNetwork, type Shown } from '@coverlight/domain/inquiries/coverage/benefit-filter.ts';
import {
  LIMIT_PAYMENTS,
  type LimitLine,
  type LimitPayment,
  type LimitRow,
  limitRows,
} from '@coverlight/domain/inquiries/coverage/limit-rows.ts';
import { NETWORK_COLUMNS, type NetworkColumn } from './benefit-rows.ts';

export type LimitColumn = NetworkColumn | 'noNetwork';

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

/** A line for both networks stands in both places. */
export const linesIn = (row: LimitRow, column: LimitColumn): LimitLine[] =>
  row.lines.filter(({ line }) => matchesNetwork(line.network_code, [column]));

/** Rows hold every line of their place: which of them a filter hides is said there. */
export function planLimits(plan: Pick<Plan, 'benefit_groups' | 'insurance_type'>, shown: Shown): Limits {
  const all = LIMIT_PAYMENTS.map((payment) => ({ payment, rows: limitRows(plan, payment) }));
  const hasUnstated = all.some(({ rows }) => rows.some((row) => row.lines.some(({ line }) => line.network_code === 'noNetwork')));
  const known: LimitColumn[] = hasUnstated ? [...NETWORK_COLUMNS, 'noNetwork'] : [...NETWORK_COLUMNS];
  return {
    columns: known.filter((column) => shown.hasNetwork(column)),
    rows: all.flatMap(({ payment, rows }): Limits['rows'] => {
      const isShown = rows.some((row) => row.lines.some(({ line }) => shown.hasLine(line)));
      return isShown ? rows.filter((row) => shown.hasLevel(row.level_code)) : [{ payment, isHidden: rows.length > 0 }];
    }),
  };
}
