/**
 * Totals, what is left and what was used of a deductible or out-of-pocket limit. The payer sends them as separate lines or
 * as columns of one; both end in one benefit. Met is computed only where nothing else can be meant (product.md 10.3).
 */
import type { Benefit } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { sortCanonically } from './benefit-order.ts';
import { compareDecimals, subtractDecimals } from './decimal.ts';

/** A benefit on its way, with the period codes that its shape on the wire has no room for. */
export interface PairingRow {
  benefit: Benefit;
  totalCode: string | null;
  remainingCode: string | null;
}

type Span = 'year' | 'lifetime';

const YEAR_PERIODS = new Set(['22', '23', '25']);

function spanOfTotal(code: string | null): Span | null {
  if (code === null || YEAR_PERIODS.has(code)) return 'year';
  return code === '32' ? 'lifetime' : null;
}

/** A column named "remaining" may repeat the total's period instead of 29 or 33. */
function remainingFits(code: string | null, totalCode: string | null): boolean {
  if (code === null || code === totalCode) return true;
  return spanOfTotal(totalCode) === 'lifetime' ? code === '33' : code === '29';
}

type Role = { role: 'total'; span: Span } | { role: 'remaining'; span: Span } | { role: 'used' } | { role: 'plain' };

/** Moves an amount that is really a remaining or a used sum out of `amount`, where the row also carries a total. */
function straighten(row: PairingRow): PairingRow {
  const { benefit } = row;
  if (benefit.unit === 'percent') return row;
  const isLeft = benefit.period_code === '29' || benefit.period_code === '33';
  const isUsed = benefit.period_code === '24';
  const ownTotal = { amount: benefit.total, unit: 'usd' as const, period: benefit.total_period, period_code: row.totalCode };
  if (benefit.amount === null && benefit.total !== null) return { ...row, benefit: { ...benefit, ...ownTotal } };
  if (benefit.amount === null || (!isLeft && !isUsed) || benefit.total === null) return row;
  if (isUsed) return { ...row, benefit: { ...benefit, ...ownTotal, met: benefit.amount } };
  if (benefit.remaining !== null && compareDecimals(benefit.remaining, benefit.amount) !== 0) return row;
  const remaining = { remaining: benefit.amount, remaining_period: benefit.period };
  return { ...row, remainingCode: benefit.period_code, benefit: { ...benefit, ...ownTotal, ...remaining } };
}

function roleOf({ benefit, remainingCode }: PairingRow): Role {
  const { amount, remaining } = benefit;
  // A total would have become the amount.
  if (amount === null && remaining !== null) return { role: 'remaining', span: remainingCode === '33' ? 'lifetime' : 'year' };
  if (benefit.unit !== 'usd' || amount === null) return { role: 'plain' };
  const isLeft = benefit.period_code === '29' || benefit.period_code === '33';
  // Folding such a row would lose one of its two amounts.
  if (isLeft && remaining !== null && compareDecimals(remaining, amount) !== 0) return { role: 'plain' };
  if (benefit.total === null && benefit.period_code === '29') return { role: 'remaining', span: 'year' };
  if (benefit.total === null && benefit.period_code === '33') return { role: 'remaining', span: 'lifetime' };
  if (benefit.total === null && benefit.remaining === null && benefit.period_code === '24') return { role: 'used' };
  const span = spanOfTotal(benefit.period_code);
  return span === null ? { role: 'plain' } : { role: 'total', span };
}

/** A line that says what is left shows it as such, whether or not a total was sent. */
function asRemaining(row: PairingRow): PairingRow {
  const { benefit } = row;
  if (benefit.remaining !== null) return row;
  return {
    ...row,
    remainingCode: benefit.period_code,
    benefit: { ...benefit, remaining: benefit.amount, remaining_period: benefit.period },
  };
}

function asTotal(row: PairingRow): PairingRow {
  const { benefit } = row;
  if (benefit.total !== null) return row;
  return { ...row, totalCode: benefit.period_code, benefit: { ...benefit, total: benefit.amount, total_period: benefit.period } };
}

const DETAILS = ['description', 'auth_required', 'benefit_start', 'benefit_end', 'place_of_service', 'insurance_type', 'quantity'] as const;

/** Lines that say different things about where, when or for whom are not about the same money. */
function agree(a: Benefit, b: Benefit): boolean {
  if (a.auth_required_unknown !== b.auth_required_unknown && a.auth_required !== b.auth_required) return false;
  return DETAILS.every((key) => a[key] === null || b[key] === null || JSON.stringify(a[key]) === JSON.stringify(b[key]));
}

function union<T>(a: T[], b: T[]): T[] {
  if (b.length === 0) return a;
  const seen = new Set(a.map((item) => JSON.stringify(item)));
  return [...a, ...b.filter((item) => !seen.has(JSON.stringify(item)))];
}

/** `into` with everything that `row` says beside its amount. */
function fold(into: Benefit, row: Benefit): Benefit {
  const texts = [...(row.text === null ? [] : [row.text]), ...row.payer_notes].filter((text) => text !== into.text);
  return {
    ...into,
    line_ids: union(into.line_ids, row.line_ids).toSorted(),
    description: into.description ?? row.description,
    auth_required: into.auth_required ?? row.auth_required,
    auth_required_unknown: into.auth_required_unknown || row.auth_required_unknown,
    benefit_start: into.benefit_start ?? row.benefit_start,
    benefit_end: into.benefit_end ?? row.benefit_end,
    place_of_service: into.place_of_service ?? row.place_of_service,
    insurance_type: into.insurance_type ?? row.insurance_type,
    quantity: into.quantity ?? row.quantity,
    payer_notes: union(into.payer_notes, texts),
    contacts: union(into.contacts, row.contacts),
    delivery_information: union(into.delivery_information, row.delivery_information),
    dates: union(into.dates, row.dates),
    facts: union(into.facts, row.facts),
    merged_benefit_texts: union(into.merged_benefit_texts, row.merged_benefit_texts),
  };
}

const allEqual = (amounts: (string | null)[]) => {
  const [first, ...others] = amounts.filter((amount) => amount !== null);
  return first !== undefined && others.every((amount) => compareDecimals(first, amount) === 0);
};

/** Folds `rows` into `total` where they agree with it; those that do not stay rows of their own. */
function foldAgreeing(total: Benefit, rows: PairingRow[]): { total: Benefit; folded: number; left: PairingRow[] } {
  const left: PairingRow[] = [];
  let folded = 0;
  let benefit = total;
  for (const row of rows) {
    if (agree(benefit, row.benefit)) {
      benefit = fold(benefit, row.benefit);
      folded += 1;
    } else left.push(row);
  }
  return { total: benefit, folded, left };
}

function withRemaining(total: PairingRow, remainings: PairingRow[]) {
  const amounts = [total.benefit.remaining, ...remainings.map((row) => row.benefit.remaining)];
  // Two remainings that differ: show all, compute nothing.
  if (!allEqual(amounts)) return { total, left: remainings, settled: amounts.every((amount) => amount === null) };
  const { total: benefit, folded, left } = foldAgreeing(total.benefit, remainings);
  const [first] = remainings;
  if (benefit.remaining !== null || folded === 0 || !first) return { total: { ...total, benefit }, left, settled: true };
  const remaining = { remaining: first.benefit.remaining, remaining_period: first.benefit.remaining_period };
  return { total: { ...total, remainingCode: first.remainingCode, benefit: { ...benefit, ...remaining } }, left, settled: true };
}

function computeMet({ benefit, remainingCode }: PairingRow): string | null {
  if (benefit.no_limit || benefit.total === null || benefit.remaining === null || benefit.amount === null) return null;
  // An amount beside a differing total is a second candidate for the total.
  if (compareDecimals(benefit.amount, benefit.total) !== 0 || !remainingFits(remainingCode, benefit.period_code)) return null;
  if (compareDecimals(benefit.remaining, '0') < 0 || compareDecimals(benefit.remaining, benefit.total) > 0) return null;
  return subtractDecimals(benefit.total, benefit.remaining);
}

/** Adds what was used. A used sum that contradicts total minus remaining stays a row of its own: both are shown. */
function withUsed(total: PairingRow, used: PairingRow[]) {
  const computed = total.benefit.met === null ? computeMet(total) : null;
  const benefit = computed === null ? total.benefit : { ...total.benefit, met: computed, met_computed: true };
  if (used.length === 0 || !allEqual([...used.map((row) => row.benefit.amount), benefit.met])) return { benefit, left: used };
  const { total: folded, folded: count, left } = foldAgreeing(benefit, used);
  return { benefit: count === 0 ? benefit : { ...folded, met: used[0]?.benefit.amount ?? benefit.met, met_computed: false }, left };
}

function pairSpan(totals: PairingRow[], remainings: PairingRow[], used: PairingRow[]): Benefit[] {
  const [total, ...more] = totals;
  // No total, or two candidates: show all, compute nothing.
  if (!total || more.length > 0) return [...totals, ...remainings, ...used].map((row) => row.benefit);
  const paired = withRemaining(total, remainings);
  if (!paired.settled) return [paired.total, ...paired.left, ...used].map((row) => row.benefit);
  const { benefit, left } = withUsed(paired.total, used);
  return [benefit, ...[...paired.left, ...left].map((row) => row.benefit)];
}

/** Folding goes row by row, so rows that agree with the total in different ways need a fixed order. */
function sortRows(rows: PairingRow[]): PairingRow[] {
  if (rows.length < 3) return rows;
  const byBenefit = new Map(rows.map((row) => [row.benefit, row]));
  return sortCanonically([...byBenefit.keys()], () => 0).flatMap((benefit) => byBenefit.get(benefit) ?? []);
}

/** Pairs the rows of one service that share kind, level and network, in whatever order they come. */
export function pairRows(rows: PairingRow[]): Benefit[] {
  const sorted: Record<'year' | 'lifetime', { totals: PairingRow[]; remainings: PairingRow[] }> = {
    year: { totals: [], remainings: [] },
    lifetime: { totals: [], remainings: [] },
  };
  const used: PairingRow[] = [];
  const plain: Benefit[] = [];
  for (const row of sortRows(rows).map(straighten)) {
    const role = roleOf(row);
    if (role.role === 'plain') plain.push(row.benefit);
    else if (role.role === 'used') used.push({ ...row, benefit: { ...row.benefit, met: row.benefit.amount } });
    else if (role.role === 'total') sorted[role.span].totals.push(asTotal(row));
    else sorted[role.span].remainings.push(asRemaining(row));
  }
  return [
    ...pairSpan(sorted.year.totals, sorted.year.remainings, used),
    ...pairSpan(sorted.lifetime.totals, sorted.lifetime.remainings, []),
    ...plain,
  ];
}
