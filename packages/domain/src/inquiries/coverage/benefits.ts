/** Lines about money and shares become the benefits of a group: merged where told twice, paired where they belong together. */
import type { Benefit, PaymentType } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isNoLimit } from './amounts.ts';
import { compareText, orderBenefits } from './benefit-order.ts';
import type { KnownKind } from './line-kind.ts';
import { readMeasures, toLineFacts } from './line-facts.ts';
import { type PairingRow, pairRows } from './pairing.ts';
import type { AnswerLine } from './payer-answer.ts';

export interface PaymentLine {
  line: AnswerLine;
  kind: KnownKind & { place: 'payment' };
}

function toRow({ line, kind }: PaymentLine, groupName: string): PairingRow {
  const common = toLineFacts(line, groupName);
  const { facts, totalCode, remainingCode, ...measures } = readMeasures(line, kind.payment === 'coInsurance' ? 'percent' : 'usd');
  const isCapped = kind.payment !== 'coInsurance' && measures.unit !== 'percent';
  return {
    totalCode,
    remainingCode,
    benefit: {
      ...common,
      ...measures,
      facts: [...common.facts, ...facts],
      amount_code: kind.payment,
      type_code: line.kind.trim() === '' ? kind.code : line.kind,
      met: null,
      met_computed: false,
      no_limit: isCapped && (isNoLimit(measures.amount) || isNoLimit(measures.total)),
      merged_benefit_texts: [],
    },
  };
}

const wordsOfRow = ({ benefit }: PairingRow): string[] => [...(benefit.text === null ? [] : [benefit.text]), ...benefit.payer_notes];

/** All but texts and ids: rows that agree in it tell the same benefit. */
function identityOf({ benefit, totalCode, remainingCode }: PairingRow): string {
  return JSON.stringify([{ ...benefit, line_ids: null, text: null, payer_notes: null }, totalCode, remainingCode]);
}

/** One row for rows that differ in their texts at most. Rows with words come first, so a wording is always in view. */
function mergeRows(rows: PairingRow[]): PairingRow[] {
  const buckets = new Map<string, PairingRow[]>();
  for (const row of rows) {
    const identity = identityOf(row);
    const bucket = buckets.get(identity);
    if (bucket) bucket.push(row);
    else buckets.set(identity, [row]);
  }
  return [...buckets.entries()].toSorted(([a], [b]) => compareText(a, b)).flatMap(([, bucket]) => mergeBucket(bucket));
}

function mergeBucket(bucket: PairingRow[]): PairingRow[] {
  if (bucket.length === 1) return bucket;
  const sayings = new Map(bucket.map((row) => [row, wordsOfRow(row)]));
  const saidBy = (row: PairingRow) => sayings.get(row) ?? [];
  const sorted = bucket.toSorted(
    (a, b) =>
      Number(saidBy(a).length === 0) - Number(saidBy(b).length === 0) || compareText(JSON.stringify(saidBy(a)), JSON.stringify(saidBy(b))),
  );
  const [first, ...others] = sorted;
  if (!first) return [];
  const known = new Set(saidBy(first));
  const merged = [...new Set(others.flatMap(saidBy))].filter((text) => !known.has(text));
  const lineIds = sorted.flatMap((row) => row.benefit.line_ids).toSorted(compareText);
  return [{ ...first, benefit: { ...first.benefit, line_ids: lineIds, merged_benefit_texts: merged } }];
}

const PAIRED: ReadonlySet<PaymentType> = new Set(['deductibles', 'outOfPocket']);

/** Benefits of one service of one plan, in reading order. */
export function toBenefits(lines: PaymentLine[], groupName: string): Benefit[] {
  const rows = mergeRows(lines.map((line) => toRow(line, groupName)));
  const single = rows.filter(({ benefit }) => benefit.amount_code === null || !PAIRED.has(benefit.amount_code));
  const families = new Map<string, PairingRow[]>();
  for (const row of rows) {
    const { amount_code: code, level, level_code: levelCode, network } = row.benefit;
    if (code === null || !PAIRED.has(code)) continue;
    const key = JSON.stringify([code, levelCode ?? level, network]);
    const family = families.get(key);
    if (family) family.push(row);
    else families.set(key, [row]);
  }
  return orderBenefits([...single.map((row) => row.benefit), ...[...families.values()].flatMap(pairRows)]);
}
