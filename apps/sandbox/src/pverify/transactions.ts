/** pVerify's transactions: every POST is a new, billable one. Electronic payers answer while the caller waits, the others after hours. */

import { randomInt } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { normalMemberId, scenarioOf, type Scenario } from '../coverage/scenario.ts';
import type { InquiryKey } from '../journal.ts';
import { hashText } from '../seeded-random.ts';
import type { Inquiry } from './inquiry.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface Transaction {
  requestId: number;
  inquiry: Inquiry;
  scenario: Scenario;
  createdMs: number;
  /** null: never answered. */
  answeredMs: number | null;
  /** The payer could not be reached; the answer says so. */
  isUnreachable: boolean;
  isCancelled: boolean;
}

export type TransactionState = 'pending' | 'answered' | 'cancelled';

export interface Transactions {
  start(inquiry: Inquiry): Transaction;
  find(requestId: number): Transaction | null;
  stateOf(transaction: Transaction): TransactionState;
  /** Those of a date of service (YYYY-MM-DD) that are neither answered nor cancelled. */
  pendingOf(dateOfService: string): Transaction[];
}

export function createTransactions({ clock, journal, answerDelayMs, slowAnswerMs }: SandboxContext): Transactions {
  const byId = new Map<number, Transaction>();
  const failures = new Map<string, number>();

  function isUnreachable(scenario: Scenario, key: string): boolean {
    if (scenario === 'DOWN') return true;
    if (scenario !== 'FLAKY') return false;
    const failed = failures.get(key) ?? 0;
    failures.set(key, failed + 1);
    return failed < 2;
  }

  function answeredMsOf(inquiry: Inquiry, scenario: Scenario): number | null {
    if (scenario === 'NEVER') return null;
    if (!inquiry.payer.isElectronic) return clock.nowMs() + (2 + (hashText(normalMemberId(inquiry.memberId)) % 10)) * HOUR_MS;
    return clock.nowMs() + (scenario === 'SLOW' ? slowAnswerMs : answerDelayMs);
  }

  function stateOf(transaction: Transaction): TransactionState {
    if (transaction.isCancelled) return 'cancelled';
    return transaction.answeredMs !== null && transaction.answeredMs <= clock.nowMs() ? 'answered' : 'pending';
  }

  return {
    stateOf,
    start(inquiry) {
      const scenario = scenarioOf(inquiry.memberId);
      const key = inquiryKey(inquiry);
      const transaction: Transaction = {
        // Random, so that an id kept from an earlier run of the sandbox never meets another patient's answer.
        requestId: randomInt(100_000_000, 999_999_999),
        inquiry,
        scenario,
        createdMs: clock.nowMs(),
        answeredMs: answeredMsOf(inquiry, scenario),
        isUnreachable: isUnreachable(scenario, JSON.stringify(key)),
        isCancelled: false,
      };
      byId.set(transaction.requestId, transaction);
      journal.countTransaction('pverify', key);
      if (transaction.isUnreachable) journal.countWithoutAnswer('pverify', key);
      return transaction;
    },
    find: (requestId) => byId.get(requestId) ?? null,
    pendingOf: (dateOfService) =>
      [...byId.values()].filter((transaction) => transaction.inquiry.dateOfService === dateOfService && stateOf(transaction) === 'pending'),
  };
}

function inquiryKey({ payer, memberId, dateOfService, practiceTypeCode }: Inquiry): InquiryKey {
  return {
    memberId: normalMemberId(memberId),
    payer: payer.pverifyCode ?? '',
    date: dateOfService,
    serviceType: `practice ${practiceTypeCode}`,
  };
}
