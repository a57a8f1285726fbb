/** The lines of a plan by what they are about: each cell holds what one answer says in one place (product.md 18.4). */
import type { BenefitGroup, NetworkCode, Plan } from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { SourceLine } from '../inquiries/coverage/line-words.ts';
import type { CellNetwork } from './comparison.ts';
import { plainWords } from './plain-words.ts';

export type CellKind = 'status' | 'copay' | 'coinsurance' | 'deductible' | 'out-of-pocket' | 'limit' | 'refusal' | 'remark';

export interface Cell {
  kind: CellKind;
  /** What has to be the same: kind, service, and of a limit what is counted. */
  head: string;
  serviceCode: string | null;
  service: string;
  /** Each '' where nothing was said. */
  level: string;
  network: CellNetwork;
  period: string;
  place: string;
  type: string;
  lines: SourceLine[];
}

const NETWORKS: Readonly<Record<NetworkCode, CellNetwork>> = {
  inNetwork: 'in',
  outOfNetwork: 'out',
  notApplicableNetwork: 'both',
  noNetwork: '',
};

const PAYMENTS = { coPayment: 'copay', coInsurance: 'coinsurance', deductibles: 'deductible', outOfPocket: 'out-of-pocket' } as const;

/** E, I and O: what is left out, not covered, or not deemed necessary. */
const REFUSALS = new Set(['I', 'E', 'O']);
/** Whom to ask and who treats: compared as contacts. */
const CONTACTS = new Set(['U', 'MC', 'L', 'N', 'X']);

/** Totals, what is left and what was used of one year belong together, and so do those of a lifetime. */
function spanOf(line: SourceLine): string {
  const code = line.period_code ?? null;
  if (code !== null) return /^(?:22|23|24|25|29|30|31)$/.test(code) ? 'year' : code === '32' || code === '33' ? 'lifetime' : code;
  const words = line.total_period ?? line.remaining_period ?? line.period ?? null;
  if (words === null || /\byear\b|\bremaining\b|\bcontract\b/i.test(words)) return /\blifetime\b/i.test(words ?? '') ? 'lifetime' : 'year';
  return /\blifetime\b/i.test(words) ? 'lifetime' : plainWords(words);
}

function priceSpanOf(line: SourceLine): string {
  const code = line.period_code ?? null;
  if (code !== null) return /^(?:22|23|24|25)$/.test(code) ? 'year' : code;
  return plainWords(line.period ?? null);
}

/** What an allowance is counted in. Where only money is told, that. */
function unitOf(line: SourceLine): string {
  if (line.quantity) return line.quantity.qualifier_code ?? plainWords(line.quantity.qualifier);
  const counted = line.delivery_information.map(leftOfDelivery).find((left) => left !== null);
  return counted ? counted.unit : 'usd';
}

/** "20 Visits remaining": X12 HSD05 29 counts what is left. Null for how often something may be done. */
export function leftOfDelivery(sentence: string): { value: string; unit: string } | null {
  const match = /^([\d.]+) (.{0,60}?) ?(?:lifetime )?remaining\b/i.exec(sentence);
  if (!match) return null;
  const words = plainWords(match[2] ?? '');
  return {
    value: match[1] ?? '',
    unit: words === 'visits' || words === 'visit' ? 'VS' : words === 'days' || words === 'day' ? 'DY' : words,
  };
}

/** F limits and H says that there is none: both tell of one allowance. */
const tagOf = (code: string) => (code === 'H' ? 'F' : code);

interface Kinded {
  kind: CellKind;
  tag: string;
}

function kindOf(line: SourceLine): Kinded | null {
  if (line.amount_code) return { kind: PAYMENTS[line.amount_code], tag: '' };
  const code = (line.type_code ?? '').toUpperCase();
  if (CONTACTS.has(code)) return null;
  if (REFUSALS.has(code)) return { kind: 'refusal', tag: code };
  const isCounted =
    line.quantity !== null || (line.amount ?? null) !== null || (line.total ?? null) !== null || (line.remaining ?? null) !== null;
  if (code === 'F' || code === 'H' || isCounted) return { kind: 'limit', tag: tagOf(code) };
  return { kind: 'remark', tag: code };
}

/** A type that the plan itself has tells nothing about one of its lines. */
function typeOf(line: SourceLine, plan: Plan): string {
  const type = plainWords(line.insurance_type);
  return type === '' || type === plainWords(plan.insurance_type) ? '' : type;
}

function periodOf(kind: CellKind, line: SourceLine): string {
  if (kind === 'copay' || kind === 'coinsurance') return priceSpanOf(line);
  return kind === 'deductible' || kind === 'out-of-pocket' || kind === 'limit' ? spanOf(line) : '';
}

export const serviceKey = (group: Pick<BenefitGroup, 'code' | 'name'>): string => group.code ?? `name:${plainWords(group.name)}`;

/** Cells by all that tells them apart. */
export function cellsOf(plan: Plan): Map<string, Cell> {
  const cells = new Map<string, Cell>();
  const add = (group: BenefitGroup, line: SourceLine, { kind, tag }: Kinded) => {
    const unit = kind === 'limit' ? unitOf(line) : '';
    const head = `${kind}|${tag}|${serviceKey(group)}|${unit}`;
    const level = line.level_code ?? plainWords(line.level);
    const network = NETWORKS[line.network_code];
    const period = periodOf(kind, line);
    const place = plainWords(line.place_of_service);
    const type = typeOf(line, plan);
    const key = `${head}|${level}|${network}|${period}|${place}|${type}`;
    const known = cells.get(key);
    if (known) known.lines.push(line);
    else cells.set(key, { kind, head, serviceCode: group.code, service: group.name, level, network, period, place, type, lines: [line] });
  };
  for (const group of plan.benefit_groups) {
    for (const line of group.status_details) add(group, line, { kind: 'status', tag: '' });
    for (const line of [...group.benefits, ...Object.values(group.auxilary).flat()]) {
      const kinded = kindOf(line);
      if (kinded !== null) add(group, line, kinded);
    }
  }
  return cells;
}
