/** pVerify's lossy summary objects: one value a field, in dollars and percents as people write them, further rows squeezed into the notes. */

import type { Line, Plan } from '../coverage/policy.ts';
import type { PracticeType } from './practice-types.ts';

interface Details {
  Value: string | null;
  Notes: string | null;
}

type Summary = Record<string, Details | string | null>;

export const dollars = (amount: string) => `$${Number(amount).toFixed(2)}`;
const percent = (fraction: string) => `${Math.round(Number(fraction) * 10_000) / 100}%`;

/** The vendor's key names are irregular; clients read them so. */
export function deductibleSummary(plan: Plan): Summary {
  const find = (kind: Line['kind'], level: Line['level'], network: Line['network']) =>
    plan.lines.find((line) => line.kind === kind && line.level === level && line.network === network && line.serviceType === '30');
  const limit = (...search: Parameters<typeof find>) => value(find(...search)?.total);
  const left = (...search: Parameters<typeof find>) => value(find(...search)?.remaining);
  return {
    IndividualDeductibleInNet: limit('deductible', 'IND', 'in'),
    IndividualDeductibleOutNet: limit('deductible', 'IND', 'out'),
    IndividualDeductibleRemainingInNet: left('deductible', 'IND', 'in'),
    IndividualDeductibleRemainingOutNet: left('deductible', 'IND', 'out'),
    FamilyDeductibleInNet: limit('deductible', 'FAM', 'in'),
    FamilyDeductibleOutNet: limit('deductible', 'FAM', 'out'),
    FamilyDeductibleRemainingInNet: left('deductible', 'FAM', 'in'),
    FamilyDeductibleRemainingOutNet: left('deductible', 'FAM', 'out'),
    IndividualOOP_InNet: limit('out-of-pocket', 'IND', 'in'),
    IndividualOOP_OutNet: limit('out-of-pocket', 'IND', 'out'),
    IndividualOOPRemainingInNet: left('out-of-pocket', 'IND', 'in'),
    IndividualOOPRemainingOutNet: left('out-of-pocket', 'IND', 'out'),
    FamilyOOPInNet: limit('out-of-pocket', 'FAM', 'in'),
    FamilyOOPOutNet: limit('out-of-pocket', 'FAM', 'out'),
    FamilyOOPRemainingInNet: left('out-of-pocket', 'FAM', 'in'),
    FamilyOOPRemainingOutNet: left('out-of-pocket', 'FAM', 'out'),
  };
}

export function practiceSummaries(plan: Plan, practiceType: PracticeType): Record<string, Summary> {
  const summaries = practiceType.summaries.map(({ key, serviceType, hasVisits }) => [
    key,
    { ...practiceSummary(plan, serviceType), ...(hasVisits ? visitSummary(plan, serviceType) : {}) },
  ]);
  return Object.fromEntries(summaries);
}

/** Medicare's practice summaries hold nothing: their keys are there, their values null. */
export function emptySummaries(practiceType: PracticeType): Record<string, null> {
  return Object.fromEntries(practiceType.summaries.map(({ key }) => [key, null]));
}

function practiceSummary(plan: Plan, serviceType: string): Summary {
  const costs = (kind: Line['kind'], network: Line['network']) =>
    details(plan.lines.filter((line) => line.kind === kind && line.network === network && line.serviceType === serviceType));
  const authorization = (network: Line['network']) =>
    plan.lines.some((line) => line.serviceType === serviceType && line.network === network && line.authorization === 'yes')
      ? 'Authorization or certification is required'
      : null;
  return {
    CoPayInNet: costs('co-payment', 'in'),
    CoInsInNet: costs('co-insurance', 'in'),
    CoPayOutNet: costs('co-payment', 'out'),
    CoInsOutNet: costs('co-insurance', 'out'),
    UMOName: null,
    UMOTelephone: null,
    InNetServiceAuthorizationInfo: authorization('in'),
    OutNetServiceAuthorizationInfo: authorization('out'),
    ...deductibleSummary(plan),
  };
}

function visitSummary(plan: Plan, serviceType: string): Summary {
  const visits = (isLeft: boolean) => {
    const line = plan.lines.find(
      (candidate) =>
        candidate.kind === 'limitation' &&
        candidate.serviceType === serviceType &&
        (candidate.period === '29') === isLeft &&
        candidate.quantity,
    );
    return line ? { Value: `${line.quantity} Visits`, Notes: null } : null;
  };
  return {
    VisitsLimitationsInNet: visits(false),
    VisitsLimitationsOutNet: null,
    VisitsRemainingInNet: visits(true),
    VisitsLRemainingOutNet: null,
  };
}

function details(lines: Line[]): Details | null {
  const [first, ...others] = lines;
  if (!first) return null;
  const notes = [...(first.notes ?? []), ...others.map((line) => [amountWords(line), ...(line.notes ?? [])].join(' '))];
  return { Value: amountWords(first), Notes: notes.length > 0 ? notes.join('\r\n') : null };
}

const amountWords = (line: Line) => (line.percent === undefined ? dollars(line.amount ?? '0') : percent(line.percent));

const value = (amount: string | undefined): Details | null => (amount === undefined ? null : { Value: dollars(amount), Notes: null });
