/** What one claim of a remittance (835) came to, whether its amounts add up, and what it may be taken for (product.md 20.10). */
import { fromCents, readCents } from './cents.ts';

export interface RemittedAdjustment {
  /** 'CO' contractual, 'PR' the patient's. */
  group: string;
  reason: string;
  amount: string;
}

export interface RemittedLine {
  code: string | null;
  charged: string;
  paid: string;
  allowed: string | null;
  adjustments: readonly RemittedAdjustment[];
  /** YYYY-MM-DD. */
  from: string | null;
}

/** A claim as it was read; amounts as sent. */
export interface RemittedClaim {
  /** CLP02. */
  status: string;
  charged: string;
  paid: string;
  patientPart: string | null;
  /** Of the claim as a whole. */
  allowed: string | null;
  /** Of the claim itself, without those of its lines. */
  adjustments: readonly RemittedAdjustment[];
  lines: readonly RemittedLine[];
}

/** Dollars as decimal text; null: not told. */
export interface LineAmounts {
  code: string | null;
  on: string | null;
  billed: string;
  allowed: string | null;
  paid: string;
  patient: string;
  contractual: string;
}

export interface ClaimAmounts {
  billed: string;
  allowed: string | null;
  /** Worked out from what was paid and what is the patient's, since the payer names no allowed amount. */
  isAllowedWorkedOut: boolean;
  paid: string;
  patient: string;
  lines: LineAmounts[];
  /** What does not agree although the claim adds up, a sentence each. */
  notes: string[];
}

interface Sums {
  all: bigint;
  patient: bigint;
  contractual: bigint;
  /** Deductible, coinsurance and copayment: what is the patient's of the allowed amount. */
  ofAllowed: bigint;
}

const OF_ALLOWED = new Set(['1', '2', '3']);

/** Null where an amount cannot be read. */
function sumsOf(adjustments: readonly RemittedAdjustment[]): Sums | null {
  const sums: Sums = { all: 0n, patient: 0n, contractual: 0n, ofAllowed: 0n };
  for (const { group, reason, amount } of adjustments) {
    const cents = readCents(amount);
    if (cents === null) return null;
    sums.all += cents;
    if (group === 'PR') sums.patient += cents;
    if (group === 'PR' && OF_ALLOWED.has(reason)) sums.ofAllowed += cents;
    if (group === 'CO') sums.contractual += cents;
  }
  return sums;
}

interface Parts {
  charged: bigint;
  paid: bigint;
  sums: Sums;
}

const UNREADABLE = 'One of its amounts cannot be read.';

function partsOf(sent: { charged: string; paid: string }, adjustments: readonly RemittedAdjustment[], what: string): Parts | string {
  const [charged, paid, sums] = [readCents(sent.charged), readCents(sent.paid), sumsOf(adjustments)];
  if (charged === null || paid === null || sums === null) return UNREADABLE;
  if (charged - sums.all === paid) return { charged, paid, sums };
  return `Its amounts do not add up: ${what}$${fromCents(charged)} charged less $${fromCents(sums.all)} of adjustments is not the $${fromCents(paid)} paid.`;
}

interface ReadLine {
  amounts: LineAmounts;
  allowed: bigint | null;
  isToldAllowed: boolean;
  charged: bigint;
}

/** Codes of services, drugs and revenue have a digit; whatever else stands there may be somebody's name. */
const CODE = /^(?=.*\d)[A-Z0-9.-]{1,15}$/i;

function readLine(line: RemittedLine, isFirstPayer: boolean): ReadLine | string {
  const parts = partsOf(line, line.adjustments, 'in one of its lines, ');
  if (typeof parts === 'string') return parts;
  const told = readCents(line.allowed);
  const allowed = told ?? (isFirstPayer ? parts.paid + parts.sums.ofAllowed : null);
  return {
    amounts: {
      code: line.code !== null && CODE.test(line.code) ? line.code : null,
      on: line.from,
      billed: fromCents(parts.charged),
      allowed: allowed === null ? null : fromCents(allowed),
      paid: fromCents(parts.paid),
      patient: fromCents(parts.sums.patient),
      contractual: fromCents(parts.sums.contractual),
    },
    allowed,
    isToldAllowed: told !== null,
    charged: parts.charged,
  };
}

/** Paid as the first payer: only then what was paid and what is the patient's make up the allowed amount. */
const FIRST_PAYER = new Set(['1', '19']);

function allowedOf(claim: RemittedClaim, lines: readonly ReadLine[], { charged, paid, sums }: Parts) {
  const isFirst = FIRST_PAYER.has(claim.status);
  const coversAll = lines.length > 0 && lines.reduce((sum, line) => sum + line.charged, 0n) === charged;
  const ofLines = lines.map(({ allowed }) => allowed);
  if (coversAll && lines.some(({ isToldAllowed }) => isToldAllowed) && !ofLines.includes(null)) {
    return {
      cents: ofLines.reduce<bigint>((sum, cents) => sum + (cents ?? 0n), 0n),
      isWorkedOut: lines.some((line) => !line.isToldAllowed),
    };
  }
  const told = readCents(claim.allowed);
  if (told !== null) return { cents: told, isWorkedOut: false };
  return isFirst ? { cents: paid + sums.ofAllowed, isWorkedOut: true } : { cents: null, isWorkedOut: false };
}

/** As many as X12 lets a claim have. */
const MOST_LINES = 999;

/** The claim's amounts, or in a sentence why they cannot be relied on: charged less all adjustments is what was paid, in each line and in all. */
export function claimAmounts(claim: RemittedClaim): ClaimAmounts | string {
  const parts = partsOf(claim, [...claim.adjustments, ...claim.lines.flatMap(({ adjustments }) => adjustments)], '');
  if (typeof parts === 'string') return parts;
  if (claim.lines.length > MOST_LINES) return `It has more than ${MOST_LINES} lines.`;
  const read: ReadLine[] = [];
  for (const line of claim.lines) {
    const found = readLine(line, FIRST_PAYER.has(claim.status));
    if (typeof found === 'string') return found;
    read.push(found);
  }
  const told = readCents(claim.patientPart);
  const { cents: allowed, isWorkedOut } = allowedOf(claim, read, parts);
  const { patient } = parts.sums;
  // What was taken back is below zero, and nothing else is.
  const isBelow = [parts.charged, parts.paid, allowed ?? 0n, told ?? patient].some((cents) => cents < 0n);
  if (isBelow && !isTakenBack(claim)) return 'Its amounts are below zero.';
  return {
    billed: fromCents(parts.charged),
    allowed: allowed === null ? null : fromCents(allowed),
    isAllowedWorkedOut: isWorkedOut,
    paid: fromCents(parts.paid),
    patient: fromCents(told ?? patient),
    lines: read.map(({ amounts }) => amounts),
    notes:
      told === null || told === patient
        ? []
        : [`The payer names $${fromCents(told)} as the patient’s part; the reasons it gives come to $${fromCents(patient)}.`],
  };
}

const STATUSES: ReadonlyMap<string, string> = new Map([
  ['1', 'Paid as the first payer'],
  ['2', 'Paid as the second payer'],
  ['3', 'Paid as the third payer'],
  ['4', 'Denied'],
  ['19', 'Paid as the first payer, sent on to the next'],
  ['20', 'Paid as the second payer, sent on to the next'],
  ['21', 'Paid as the third payer, sent on to the next'],
  ['22', 'Taken back'],
  ['23', 'Not this payer’s claim, sent on'],
  ['25', 'Priced only, nothing was paid'],
]);

export const statusWordsOf = (status: string): string =>
  STATUSES.get(status) ?? `Status ${/^\w{1,3}$/.test(status) ? status : 'not known'}`;

/** CLP02 22: an earlier payment is taken back. */
export const isTakenBack = ({ status }: Pick<RemittedClaim, 'status'>): boolean => status === '22';

/** Why a claim can never stand for what was paid; null where it can. */
export function refusalOf({ status }: Pick<RemittedClaim, 'status'>): string | null {
  if (status === '23') return 'This payer did not pay it but sent it on: upload what the other payer sends.';
  if (status === '25') return 'It was priced only. Nothing was paid or denied yet.';
  return STATUSES.has(status) ? null : 'The status of this claim is not known.';
}

/**
 * What was allowed as percent of what was billed, two decimals, for later ranges. Null where it tells nothing of what a first payer allows:
 * denied, a second payer, nothing allowed, or no allowed amount known.
 */
export function allowedShare(billed: string, allowed: string | null, status = '1'): string | null {
  if (allowed === null || !FIRST_PAYER.has(status)) return null;
  const [of, is] = [readCents(billed), readCents(allowed)];
  if (of === null || is === null || of <= 0n || is <= 0n) return null;
  if (is >= of) return '100.00';
  // In hundredths of a percent, a half up.
  return fromCents((is * 20_000n + of) / (of * 2n));
}
