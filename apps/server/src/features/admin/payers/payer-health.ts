/** The board of payer health (product.md 15.6): counted over everything that was asked for a week, so once a minute and not for each page. */
import type { HealthRow } from '@coverlight/contract/admin/admin-payer.schema.ts';
import type { Deps } from '#deps.ts';
import type { Limits } from '#db/page.ts';
import { clearinghouseName } from '#features/payers/clearinghouse-names.ts';
import { listOpenCircuits, listPayerRecords, type PayerRecord } from './payer-health.repository.ts';

const DAYS = 7;
const REMEMBERED_MS = 60_000;
/** Over so few questions it is counted every time. */
const COUNTED_UP_TO = 1000;

export interface HealthQuery {
  /** Part of a payer's name. */
  q: string;
  /** With - descending. What is empty comes last. */
  sort: string;
  limits: Limits;
}

export interface PayerHealth {
  list(query: HealthQuery): Promise<{ rows: HealthRow[]; total: number }>;
}

export function createPayerHealth({ db, clock, clearinghouses }: Pick<Deps, 'db' | 'clock' | 'clearinghouses'>): PayerHealth {
  let remembered: { records: PayerRecord[]; until: number } | null = null;
  let running: Promise<PayerRecord[]> | null = null;

  const countAnew = async () => {
    const now = clock().getTime();
    const records = await db.asAdmin(async (tx) => await listPayerRecords(tx, new Date(now - DAYS * 86_400_000)));
    const asked = records.reduce((sum, record) => sum + record.asked, 0);
    remembered = asked > COUNTED_UP_TO ? { records, until: now + REMEMBERED_MS } : null;
    return records;
  };
  /** Callers that come together count once. */
  const countRecords = async (): Promise<PayerRecord[]> => {
    if (remembered !== null && remembered.until > clock().getTime()) return remembered.records;
    running ??= countAnew().finally(() => {
      running = null;
    });
    return await running;
  };

  return {
    async list({ q, sort, limits }) {
      const records = await countRecords();
      const open = await db.asAdmin(async (tx) => await listOpenCircuits(tx, clock()));
      const openOnes = new Set(open.map(({ payer_id, route }) => `${payer_id} ${route}`));
      const found = records.filter(({ payer }) => payer.name.toLowerCase().includes(q.toLowerCase())).toSorted(inOrder(sort));
      return {
        rows: found.slice(limits.offset, limits.offset + limits.limit).map((row) => ({
          ...row,
          source_name: clearinghouseName(clearinghouses, row.source),
          circuit: openOnes.has(`${row.payer.id} ${row.source}`) ? 'open' : 'closed',
        })),
        total: found.length,
      };
    },
  };
}

const NAMES = new Intl.Collator('en');

function inOrder(sort: string): (a: PayerRecord, b: PayerRecord) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  const byName = (a: PayerRecord, b: PayerRecord) => NAMES.compare(a.payer.name, b.payer.name) || a.source.localeCompare(b.source);
  const compare = ORDERS[sort.replace(/^-/, '')] ?? byAsked;
  return (a, b) => {
    // In both directions.
    const missing = Number(isMissing(a, sort)) - Number(isMissing(b, sort));
    return missing || sign * compare(a, b) || byName(a, b);
  };
}

const isMissing = (record: PayerRecord, sort: string): boolean => sort.endsWith('last_failure_at') && record.last_failure_at === null;
const byAsked = (a: PayerRecord, b: PayerRecord): number => a.asked - b.asked;
const ORDERS: Readonly<Record<string, (a: PayerRecord, b: PayerRecord) => number>> = {
  name: (a, b) => NAMES.compare(a.payer.name, b.payer.name),
  asked: byAsked,
  answered: (a, b) => a.answered - b.answered,
  last_failure_at: (a, b) => Date.parse(a.last_failure_at ?? '') - Date.parse(b.last_failure_at ?? '') || 0,
};
