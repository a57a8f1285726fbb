/** Places and lines in words for staff. */
import { kindLabel } from '../inquiries/coverage/line-kind.ts';
import { authorizationWords, lineTexts, PAYMENT_LABELS, type SourceLine } from '../inquiries/coverage/line-words.ts';
import type { Cell } from './cells.ts';
import type { CellNetwork, Found, Unpaired } from './comparison.ts';
import { type Measures, measuresOf, valuesWords } from './measures.ts';
import { unique } from './plain-words.ts';

const NETWORK_WORDS: Readonly<Record<CellNetwork, string | null>> = {
  in: 'In network',
  out: 'Out of network',
  both: 'In and out of network',
  '': null,
};

/** Both networks together are "In and out of network". */
export function networkWords(networks: readonly CellNetwork[]): string | null {
  const named = unique(networks);
  if (named.includes('both') || (named.includes('in') && named.includes('out'))) return NETWORK_WORDS.both;
  return named.map((network) => NETWORK_WORDS[network]).find((words) => words !== null) ?? null;
}

export function subjectOf(cell: Cell): string {
  const [line] = cell.lines;
  if (cell.kind === 'status') return 'Status';
  if (line?.amount_code) return PAYMENT_LABELS[line.amount_code];
  if (cell.kind === 'limit' && /^[FH]$/i.test(line?.type_code ?? '')) return 'Limit';
  return kindLabel(line?.type_code?.toUpperCase() ?? '') ?? 'Remark';
}

export const lineIdsOf = (cell: Cell): string[] => unique(cell.lines.flatMap((line) => line.line_ids)).toSorted();

const levelOf = (cell: Cell): string | null => cell.lines[0]?.level ?? null;

const periodWords = (cell: Cell): string | null => {
  const words = cell.lines.map((line) => line.total_period ?? line.period ?? null).find((each) => each !== null);
  return words ?? null;
};

/** Where a pair of cells is: the more exact of the two tells. */
export function placeOfPair(
  [before, after]: [Cell, Cell],
  plan: string | null,
): Pick<Found, 'plan' | 'services' | 'level' | 'networks' | 'period'> {
  const [one, other] = before.network === 'both' || before.network === '' ? [after, before] : [before, after];
  return {
    plan,
    services: [after.service],
    level: levelOf(after) ?? levelOf(before),
    networks: [one.network === '' ? other.network : one.network],
    period: periodWords(after) ?? periodWords(before),
  };
}

/** "$1,500.00, $420.10 left". */
export function limitWords({ totals, lefts, useds }: Measures): string | null {
  const [total, left, used] = [valuesWords(totals), valuesWords(lefts), valuesWords(useds)];
  const leftWords = left === null || /\b(?:left|remaining|exceeded)\b/i.test(left) ? left : `${left} left`;
  return (
    [leftWords, used === null ? null : `${used} used`, total === null ? null : left === null && used === null ? total : `of ${total}`]
      .filter((part) => part !== null)
      .join(', ')
      .replace(', of ', ' of ') || null
  );
}

function valueWords(cell: Cell): string | null {
  const measures = measuresOf(cell);
  const status = cell.kind === 'status' ? unique(cell.lines.map((line) => line.status ?? '')).join('; ') : null;
  const prices = valuesWords(measures.prices);
  const counts = valuesWords(measures.counts);
  const words = [status, prices, limitWords(measures), counts].filter((part) => part !== null && part !== '');
  if (words.length > 0) return words.join(', ');
  return unique(cell.lines.flatMap((line) => lineTexts(line))).join('; ') || null;
}

const lower = (words: string | null) => (words === null ? null : words.toLowerCase());

/** "Co-payment, individual, in network, Office: $25.00". */
export function cellWords(cell: Cell): string {
  const place = unique(cell.lines.flatMap((line) => line.place_of_service ?? []))[0] ?? null;
  const where = [subjectOf(cell), lower(levelOf(cell)), lower(NETWORK_WORDS[cell.network]), place];
  const value = valueWords(cell);
  const head = where.filter((part) => part !== null && part !== '').join(', ');
  return value === null ? head : `${head}: ${value}`;
}

export const unpairedOf = (cell: Cell, plan: string | null, words = cellWords(cell)): Unpaired => ({
  plan,
  serviceCode: cell.serviceCode,
  service: cell.service,
  words,
  lineIds: lineIdsOf(cell),
});

export const authorizationOf = (line: SourceLine): string | null => authorizationWords(line);
