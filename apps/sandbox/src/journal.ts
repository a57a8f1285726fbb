/** What each vendor received, refused and would have billed. Patient values leave it only on `?full=1`. */

import { hashText } from './seeded-random.ts';
import type { Vendor } from './faults.ts';

export interface JournalEntry {
  at: string;
  method: string;
  /** Without query string. */
  path: string;
  /** Names of query and body parameters, without values. */
  parameters: string[];
  status: number | null;
  fault: string | null;
  refused: string | null;
  /** Query and body as sent; patient data. */
  sent: string;
}

/** One inquiry as a vendor counts it: the same member, payer, date and service types. */
export interface InquiryKey {
  memberId: string;
  payer: string;
  date: string;
  serviceType: string;
}

interface TransactionCount {
  key: InquiryKey;
  count: number;
  withoutAnswer: number;
}

export interface Journal {
  /** Keeps the entry; who recorded it fills it in while the request goes on. */
  record(vendor: Vendor, entry: JournalEntry): void;
  /** Prints a line where the request was refused or spoiled. */
  finish(vendor: Vendor, entry: JournalEntry): void;
  countTransaction(vendor: Vendor, key: InquiryKey): void;
  /** A counted transaction turned out to have got no answer from the payer. */
  countWithoutAnswer(vendor: Vendor, key: InquiryKey): void;
  report(isFull: boolean): Record<string, unknown>;
  clear(): void;
}

const KEPT_ENTRIES = 20_000;

export function createJournal(vendors: readonly Vendor[], printLine: (line: string) => void): Journal {
  const entries = new Map<Vendor, JournalEntry[]>();
  const transactions = new Map<Vendor, Map<string, TransactionCount>>();

  function counted(vendor: Vendor, key: InquiryKey): TransactionCount {
    const ofVendor = transactions.get(vendor) ?? new Map<string, TransactionCount>();
    transactions.set(vendor, ofVendor);
    const name = keyName(key, key.memberId);
    const known = ofVendor.get(name) ?? { key, count: 0, withoutAnswer: 0 };
    ofVendor.set(name, known);
    return known;
  }

  return {
    record(vendor, entry) {
      const list = entries.get(vendor) ?? [];
      entries.set(vendor, list);
      list.push(entry);
      if (list.length > KEPT_ENTRIES) list.splice(0, list.length - KEPT_ENTRIES);
    },
    finish(vendor, entry) {
      if (entry.refused) printLine(`sandbox ${vendor} refused ${entry.method} ${entry.path} ${entry.status ?? ''}: ${entry.refused}`);
      else if (entry.fault) printLine(`sandbox ${vendor} fault ${entry.fault} on ${entry.method} ${entry.path}`);
    },
    countTransaction(vendor, key) {
      counted(vendor, key).count += 1;
    },
    countWithoutAnswer(vendor, key) {
      counted(vendor, key).withoutAnswer += 1;
    },
    report(isFull) {
      return Object.fromEntries(
        vendors.map((vendor) => [vendor, vendorReport(entries.get(vendor) ?? [], [...(transactions.get(vendor)?.values() ?? [])], isFull)]),
      );
    },
    clear() {
      entries.clear();
      transactions.clear();
    },
  };
}

function vendorReport(entries: JournalEntry[], transactions: TransactionCount[], isFull: boolean): Record<string, unknown> {
  const shown = entries.map(({ sent, ...entry }) => (isFull ? { ...entry, sent } : entry));
  return {
    received: entries.length,
    refused: shown.filter((entry) => entry.refused !== null),
    transaction_total: transactions.reduce((sum, { count }) => sum + count, 0),
    transactions: transactions.map(({ key, count, withoutAnswer }) => ({
      key: keyName(key, isFull ? key.memberId : `member-${hashText(key.memberId).toString(16)}`),
      payer: key.payer,
      date: key.date,
      service_type: key.serviceType,
      ...(isFull ? { member_id: key.memberId } : {}),
      count,
      without_answer: withoutAnswer,
    })),
    requests: shown,
  };
}

const keyName = (key: InquiryKey, member: string) => [member, key.payer, key.date, key.serviceType].join('|');
