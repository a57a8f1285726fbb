/** pVerify's transactions: every POST is a new, billable one. Electronic payers answer while the caller waits, the others after hours. */

import { randomInt } from 'node:crypto';
import type { SandboxContext } from '../context.ts';
import { medicareFacts } from '../coverage/medicare-policy.ts';
import { normalMemberId, scenarioOf, type Scenario } from '../coverage/scenario.ts';
import type { InquiryKey } from '../journal.ts';
import { hashText } from '../seeded-random.ts';
import type { Inquiry } from './inquiry.ts';

/** pVerify's code of the invented Medicare Advantage payer. */
const ADVANTAGE_PAYER = '00708';
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
  /** The private plan behind Original Medicare, asked along with it; null where there is none. */
  followUpId: number | null;
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

export function createTransactions({ clock, journal, payers, answerDelayMs, slowAnswerMs }: SandboxContext): Transactions {
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

  function open(inquiry: Inquiry, key: string): Transaction {
    const scenario = scenarioOf(inquiry.memberId);
    const transaction: Transaction = {
      // Random, so that an id kept from an earlier run of the sandbox never meets another patient's answer.
      requestId: randomInt(100_000_000, 999_999_999),
      inquiry,
      scenario,
      createdMs: clock.nowMs(),
      answeredMs: answeredMsOf(inquiry, scenario),
      isUnreachable: isUnreachable(scenario, key),
      isCancelled: false,
      followUpId: null,
    };
    byId.set(transaction.requestId, transaction);
    return transaction;
  }

  return {
    stateOf,
    start(inquiry) {
      const key = inquiryKey(inquiry);
      const transaction = open(inquiry, JSON.stringify(key));
      journal.countTransaction('pverify', key);
      if (transaction.isUnreachable) journal.countWithoutAnswer('pverify', key);
      const advantagePayer = payers.find(({ pverifyCode }) => pverifyCode === ADVANTAGE_PAYER);
      if (inquiry.payer.isMedicare && advantagePayer && medicareFacts(inquiry.memberId, clock.today()).advantage) {
        // The vendor asks the private plan by itself, and bills the one inquiry.
        const followUp = open({ ...inquiry, payer: advantagePayer }, JSON.stringify(key));
        followUp.answeredMs = transaction.answeredMs;
        transaction.followUpId = followUp.requestId;
      }
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
