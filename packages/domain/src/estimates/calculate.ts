/** What a course of sessions costs payer and patient at one allowed amount, step by step (product.md 10.11, 20.6). */
import type { Calculation } from '@coverlight/contract/cases/estimate.schema.ts';
import { moneyText, percentText } from '../inquiries/coverage/amounts.ts';
import { fromCents, least, percentOf, restOfHundred, toCents } from './cents.ts';

/** Dollars of one session as decimal text. */
export interface CalculationInput {
  fee: string;
  allowed: string;
  sessions: number;
  /** The patient's share in percent; null where a copayment stands in its place. */
  share: string | null;
  copay: string | null;
  deductibleLeft: string;
  /** Null: no limit is known, so nothing stops at it. */
  outOfPocketLeft: string | null;
}

interface Session {
  number: number;
  toDeductible: bigint;
  deductibleLeft: bigint;
  payerPays: bigint;
  patientPays: bigint;
  outOfPocketLeft: bigint | null;
}

/** What the payer pays of the base once the deductible has taken its part. */
function afterDeductible(rest: bigint, { share, copay }: CalculationInput): bigint {
  if (copay !== null) return rest - least(toCents(copay), rest);
  return percentOf(rest, restOfHundred(share ?? '0'));
}

function sessionsOf(base: bigint, input: CalculationInput): Session[] {
  let deductibleLeft = toCents(input.deductibleLeft);
  let outOfPocketLeft = input.outOfPocketLeft === null ? null : toCents(input.outOfPocketLeft);
  return Array.from({ length: input.sessions }, (_, index) => {
    const toDeductible = least(deductibleLeft, base);
    const wanted = base - afterDeductible(base - toDeductible, input);
    const patientPays = outOfPocketLeft === null ? wanted : least(wanted, outOfPocketLeft);
    deductibleLeft -= least(toDeductible, patientPays);
    if (outOfPocketLeft !== null) outOfPocketLeft -= patientPays;
    return {
      number: index + 1,
      toDeductible: least(toDeductible, patientPays),
      deductibleLeft,
      payerPays: base - patientPays,
      patientPays,
      outOfPocketLeft,
    };
  });
}

const money = (cents: bigint) => moneyText(fromCents(cents));
const sessionsText = (count: number) => (count === 1 ? '1 session' : `${count} sessions`);

function deductibleStep(sessions: readonly Session[], left: bigint, beginAfter: number | null): string {
  if (left === 0n) return 'Nothing of the deductible is left: the plan pays from the first session.';
  if (beginAfter === null)
    return `${money(left)} of the deductible is left: the plan pays for none of the ${sessionsText(sessions.length)}.`;
  if (beginAfter === 0)
    return `${money(left)} of the deductible is left: it goes off the first session, and the plan pays a part of that one.`;
  return `${money(left)} of the deductible is left: payments begin after about ${sessionsText(beginAfter)}.`;
}

function shareStep(base: bigint, input: CalculationInput): string {
  const pays = afterDeductible(base, input);
  if (input.copay !== null) return `Then the patient pays a copayment of ${moneyText(input.copay)} a session, and the plan ${money(pays)}.`;
  const rest = percentText(restOfHundred(input.share ?? '0'));
  return `Then the plan pays ${rest} of ${money(base)}, which is ${money(pays)} a session, and the patient ${money(base - pays)}.`;
}

function limitStep(outOfPocketLeft: string | null, reachedIn: number | null): string {
  if (outOfPocketLeft === null) return 'No out-of-pocket limit is known: nothing stops at it here.';
  const left = `${moneyText(outOfPocketLeft)} is left to the out-of-pocket limit`;
  return reachedIn === null
    ? `${left}: it is not reached.`
    : `${left}: it is reached in session ${reachedIn}, and the plan pays the whole base after that.`;
}

export function calculate(input: CalculationInput): Calculation {
  const [fee, allowed] = [toCents(input.fee), toCents(input.allowed)];
  const base = least(fee, allowed);
  const sessions = sessionsOf(base, input);
  const sum = (of: (session: Session) => bigint) => sessions.reduce((total, session) => total + of(session), 0n);
  const firstPaid = sessions.find(({ payerPays }) => payerPays > 0n)?.number ?? null;
  const beginAfter = firstPaid === null ? null : firstPaid - 1;
  const reachedIn = sessions.find(({ outOfPocketLeft }) => outOfPocketLeft === 0n)?.number ?? null;
  const [payer, patient, above] = [
    sum(({ payerPays }) => payerPays),
    sum(({ patientPays }) => patientPays),
    (fee - base) * BigInt(input.sessions),
  ];
  return {
    fee: fromCents(fee),
    allowed: fromCents(allowed),
    base: fromCents(base),
    sessions: sessions.map((session) => ({
      number: session.number,
      to_deductible: fromCents(session.toDeductible),
      deductible_left: fromCents(session.deductibleLeft),
      payer_pays: fromCents(session.payerPays),
      patient_pays: fromCents(session.patientPays),
      out_of_pocket_left: session.outOfPocketLeft === null ? null : fromCents(session.outOfPocketLeft),
    })),
    payer_pays: fromCents(payer),
    patient_pays: fromCents(patient),
    above_allowed: fromCents(above),
    payments_begin_after: beginAfter,
    limit_reached_in: reachedIn,
    steps: [
      `The practice charges ${money(fee)} a session, and ${money(allowed)} is taken as allowed: the lower of both, ${money(base)}, is the base.`,
      deductibleStep(sessions, toCents(input.deductibleLeft), beginAfter),
      ...(base === 0n ? [] : [shareStep(base, input)]),
      limitStep(input.outOfPocketLeft, reachedIn),
      `Over ${sessionsText(input.sessions)} the plan pays ${money(payer)} and the patient ${money(patient)} of the base.`,
      ...(above > 0n ? [`${money(above)} of what is charged lies above the base; out of network the practice may bill it besides.`] : []),
      'This is no promise of the payer: $0 is possible.',
    ],
  };
}
