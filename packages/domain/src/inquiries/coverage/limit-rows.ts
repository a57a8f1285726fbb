/**
 * Deductible and out-of-pocket limit of the plan as a whole in rows: one level, one span of time and one part of the plan to a row,
 * so that what is left of one limit never stands beside the total of another (product.md 2.9, 10.3).
 */
import type { Benefit, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isPlanLevel } from './plan-level.ts';
import { tierOf } from './tiers.ts';

export const LIMIT_PAYMENTS = ['deductibles', 'outOfPocket'] as const;
export type LimitPayment = (typeof LIMIT_PAYMENTS)[number];

/** What a line says in one row: null where it says nothing there. A line whose columns are about two spans is in two rows. */
export interface LimitLine {
  line: Benefit;
  total: string | null;
  met: string | null;
  remaining: string | null;
  /** The payer's word for the period of the total. */
  period: string | null;
}

export interface LimitRow {
  payment: LimitPayment;
  /** In words; null where the payer stated none. */
  level: string | null;
  level_code: string | null;
  /** What sets the row apart within its level: a tier, Medicare's part, a span other than the year. */
  names: string[];
  /** Several in one place are all shown: which of them counts is not ours to say. */
  lines: LimitLine[];
}

/** The year, unless the period is another one: a limit without a period, and what is left or used, are the year's (product.md 10.3). */
function spanOf(period: string | null): string {
  if (period === null || /\byear\b|^(?:remaining|contract|22|23|24|25|29)$/i.test(period)) return 'year';
  return /\blifetime\b|^3[23]$/i.test(period) ? 'lifetime' : period;
}

function splitSpans(line: Benefit): { span: string; part: LimitLine }[] {
  const isPlain = line.total === null && line.met === null && line.remaining === null;
  const total = isPlain ? line.amount : line.total;
  const period = line.total_period ?? line.period;
  const span = spanOf(period);
  const whole = { line, total, met: line.met, remaining: line.remaining, period };
  const isSame = line.remaining_period === null || line.remaining_period === period || spanOf(line.remaining_period) === span;
  if (line.remaining === null || isSame) return [{ span, part: whole }];
  const left = { span: spanOf(line.remaining_period), part: { ...whole, total: null, met: null, period: null } };
  return total === null && line.met === null && !line.no_limit ? [left] : [{ span, part: { ...whole, remaining: null } }, left];
}

interface Entry {
  span: string;
  part: LimitLine;
  /** Insurance type, plan text, tier. */
  names: readonly (string | null)[];
}

/** A line that names no part belongs to the only one named in its network, else it stands by itself. */
function withOnlyName(entries: readonly Entry[], at: number): readonly Entry[] {
  return entries.map((entry) => {
    const known = new Set(entries.flatMap(({ names, part }) => (isSameNetwork(part, entry.part) ? (names[at] ?? []) : [])));
    const [only] = known;
    if (only === undefined || known.size > 1) return entry;
    return { ...entry, names: entry.names.map((name, index) => (index === at ? only : name)) };
  });
}

const isSameNetwork = (a: LimitLine, b: LimitLine) => a.line.network_code === b.line.network_code;

function groupBy<T>(items: readonly T[], key: (item: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const known = groups.get(key(item));
    if (known) known.push(item);
    else groups.set(key(item), [item]);
  }
  return [...groups];
}

function rowsOfLevel(head: Pick<LimitRow, 'payment' | 'level' | 'level_code'>, entries: readonly Entry[]): LimitRow[] {
  return groupBy(entries, ({ span }) => span).flatMap(([span, ofSpan]) => {
    const named = [0, 1, 2].reduce(withOnlyName, ofSpan);
    return groupBy(named, ({ names }) => JSON.stringify(names)).map(([, ofRow]) => ({
      ...head,
      names: [...(span === 'year' ? [] : [span.toLowerCase()]), ...(ofRow[0]?.names ?? []).filter((name) => name !== null)],
      lines: ofRow.map(({ part }) => part),
    }));
  });
}

/** These two always have a row, so that it shows when one of them was not stated. */
const USUAL_LEVELS = [
  { level: 'Individual', level_code: 'IND' },
  { level: 'Family', level_code: 'FAM' },
];

/** Rows of one limit, individual and family first; none where the payer stated nothing of it. */
export function limitRows(plan: Pick<Plan, 'benefit_groups' | 'insurance_type'>, payment: LimitPayment): LimitRow[] {
  const lines = plan.benefit_groups
    .filter((group) => isPlanLevel(group.code, group.name))
    .flatMap((group) => group.benefits.filter((line) => line.amount_code === payment));
  if (lines.length === 0) return [];
  const hasPlanTexts = new Set(lines.map((line) => line.description)).size > 1;
  const entries = lines.flatMap((line) => {
    const type = line.insurance_type === plan.insurance_type ? null : line.insurance_type;
    const text = hasPlanTexts ? line.description : null;
    const tier = tierOf(line);
    const names = [type, text, tier !== null && text?.toUpperCase().includes(tier) ? null : tier];
    return splitSpans(line).map(({ span, part }): Entry => ({ span, part, names }));
  });
  const levelOf = ({ part: { line } }: Entry) => line.level_code ?? line.level ?? '';
  const others = groupBy(entries, levelOf).filter(([code]) => !USUAL_LEVELS.some((usual) => usual.level_code === code));
  return [
    ...USUAL_LEVELS.flatMap((usual): LimitRow[] => {
      const rows = rowsOfLevel(
        { payment, ...usual },
        entries.filter((entry) => levelOf(entry) === usual.level_code),
      );
      return rows.length > 0 ? rows : [{ payment, ...usual, names: [], lines: [] }];
    }),
    ...others.flatMap(([, ofLevel]) => {
      const [first] = ofLevel;
      return first ? rowsOfLevel({ payment, level: first.part.line.level, level_code: first.part.line.level_code }, ofLevel) : [];
    }),
  ];
}
