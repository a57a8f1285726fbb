/** Lines about money and shares become the benefits of a group: merged where told twice, paired where they belong together. */
import type { Benefit, PaymentType } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { isNoLimit } from './amounts.ts';
import { compareText, orderBenefits } from './benefit-order.ts';
import type { KnownKind } from './line-kind.ts';
import { readMeasures, toLineFacts } from './line-facts.ts';
import { type PairingRow, pairRows } from './pairing.ts';
import { groupAlike } from './same-lines.ts';
import type { AnswerLine } from './payer-answer.ts';
import { tierOf } from './tiers.ts';

export interface PaymentLine {
  line: AnswerLine;
  kind: KnownKind & { place: 'payment' };
}

function toRow({ line, kind }: PaymentLine, groupName: string): PairingRow {
  const common = toLineFacts(line, groupName);
  const measures = readMeasures(line, kind.payment === 'coInsurance' ? 'percent' : 'usd');
  const isCapped = kind.payment !== 'coInsurance' && measures.unit !== 'percent';
  return {
    totalCode: measures.totalCode,
    remainingCode: measures.remainingCode,
    benefit: {
      // Written out: spreading a shared head first costs half the time of reading a large answer.
      line_ids: common.line_ids,
      network: common.network,
      network_code: common.network_code,
      level: common.level,
      level_code: common.level_code,
      description: common.description,
      auth_required: common.auth_required,
      auth_required_unknown: common.auth_required_unknown,
      benefit_start: common.benefit_start,
      benefit_end: common.benefit_end,
      place_of_service: common.place_of_service,
      text: common.text,
      payer_notes: common.payer_notes,
      contacts: common.contacts,
      delivery_information: common.delivery_information,
      insurance_type: common.insurance_type,
      quantity: common.quantity,
      dates: common.dates,
      facts: measures.facts.length === 0 ? common.facts : [...common.facts, ...measures.facts],
      amount_code: kind.payment,
      type_code: line.kind.trim() === '' ? kind.code : line.kind,
      amount: measures.amount,
      unit: measures.unit,
      period: measures.period,
      period_code: measures.period_code,
      total: measures.total,
      total_period: measures.total_period,
      remaining: measures.remaining,
      remaining_period: measures.remaining_period,
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

function hintOf({ benefit }: PairingRow): string {
  const { type_code: type, network, level, amount, period, total, remaining, place_of_service: place } = benefit;
  return `${type}|${network}|${level}|${amount}|${period}|${total}|${remaining}|${place}`;
}

/** One row for rows that differ in their texts at most. Rows with words come first, so a wording is always in view. */
function mergeRows(rows: PairingRow[]): PairingRow[] {
  return groupAlike(rows, hintOf, identityOf).flatMap(mergeBucket);
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

/** What a payer keeps apart within a plan: by name or insurance type, as Medicare's A and B, or by tier. */
const PARTS: readonly ((benefit: Benefit) => string | null)[] = [
  (benefit) => benefit.description,
  (benefit) => benefit.insurance_type,
  tierOf,
];

/** Rows of each part by themselves. A row that names no part belongs to the only one there is, else it stands alone. */
function splitParts(rows: PairingRow[], [partOf, ...others]: readonly (typeof PARTS)[number][] = PARTS): PairingRow[][] {
  if (partOf === undefined) return [rows];
  const names = new Set(rows.flatMap(({ benefit }) => partOf(benefit) ?? []));
  if (names.size < 2) return splitParts(rows, others);
  return [...names, null].flatMap((name) => {
    const own = rows.filter(({ benefit }) => partOf(benefit) === name);
    return own.length === 0 ? [] : splitParts(own, others);
  });
}

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
  return orderBenefits([
    ...single.map((row) => row.benefit),
    ...[...families.values()].flatMap((family) => splitParts(family)).flatMap(pairRows),
  ]);
}
