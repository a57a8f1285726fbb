/** A payer's answer about an invented patient, for the demo organizations: plausible, and different from one patient to the next. */
import { emptyLine, emptyPlan } from '@coverlight/domain/inquiries/coverage/empty-answer.ts';
import type { AnswerLine, AnswerNetwork, Coded, PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';

export interface DemoPatient {
  first: string;
  last: string;
  birthDate: string;
  memberId: string;
}

export interface DemoPlan {
  payerName: string;
  planName: string;
  groupName: string;
  groupNumber: string;
  isActive: boolean;
  /** Year the plan runs for. */
  year: number;
  /** Whole dollars and percent. */
  deductible: number;
  deductibleLeft: number;
  outOfPocket: number;
  coPayment: number;
  coInsurance: number;
}

const HEALTH_PLAN: Coded = { code: '30', text: 'Health Benefit Plan Coverage' };
const MENTAL_HEALTH: Coded = { code: 'MH', text: 'Mental Health' };
const DETOX_AND_RESIDENTIAL: Coded = { code: 'CI', text: 'Substance Abuse Facility - Inpatient' };
const PARTIAL_HOSPITALIZATION: Coded = { code: 'BB', text: 'Partial Hospitalization (Psychiatric)' };
const INTENSIVE_OUTPATIENT: Coded = { code: 'CJ', text: 'Substance Abuse Facility - Outpatient' };
const INDIVIDUAL: Coded = { code: 'IND', text: 'Individual' };
const FAMILY: Coded = { code: 'FAM', text: 'Family' };
const CALENDAR_YEAR: Coded = { code: '23', text: 'Calendar Year' };
const REMAINING: Coded = { code: '29', text: 'Remaining' };
const DAYS: Coded = { code: 'DY', text: 'Days' };

function line(id: number, over: Partial<AnswerLine> & Pick<AnswerLine, 'kind' | 'kindText'>): AnswerLine {
  return {
    ...emptyLine(`demo.${id}`, 0, over.kind),
    service: HEALTH_PLAN,
    ...over,
  };
}

const dollars = (amount: number) => amount.toFixed(2);

function linesOf(plan: DemoPlan): AnswerLine[] {
  const lines: AnswerLine[] = [];
  const add = (over: Partial<AnswerLine> & Pick<AnswerLine, 'kind' | 'kindText'>) => lines.push(line(lines.length, over));
  const status = plan.isActive ? { kind: '1', kindText: 'Active Coverage' } : { kind: '6', kindText: 'Inactive' };
  add(status);
  if (!plan.isActive) return lines;
  for (const service of [MENTAL_HEALTH, DETOX_AND_RESIDENTIAL, PARTIAL_HOSPITALIZATION, INTENSIVE_OUTPATIENT]) add({ ...status, service });
  for (const network of ['in', 'out'] satisfies AnswerNetwork[]) {
    const times = network === 'in' ? 1 : 2;
    for (const [level, persons] of [
      [INDIVIDUAL, 1],
      [FAMILY, 2],
    ] as const) {
      const factor = times * persons;
      const yearly = { network, level, period: CALENDAR_YEAR };
      add({ kind: 'C', kindText: 'Deductible', ...yearly, amount: dollars(plan.deductible * factor) });
      add({ kind: 'C', kindText: 'Deductible', ...yearly, period: REMAINING, amount: dollars(plan.deductibleLeft * factor) });
      add({ kind: 'G', kindText: 'Out of Pocket (Stop Loss)', ...yearly, amount: dollars(plan.outOfPocket * factor) });
    }
    const care = { network, level: INDIVIDUAL, service: MENTAL_HEALTH };
    if (network === 'in')
      add({ kind: 'B', kindText: 'Co-Payment', ...care, amount: dollars(plan.coPayment), texts: ['OUTPATIENT OFFICE VISIT'] });
    add({
      kind: 'A',
      kindText: 'Co-Insurance',
      ...care,
      percent: String(plan.coInsurance * times),
      authorization: network === 'in' ? 'yes' : 'unknown',
      texts: ['INPATIENT FACILITY'],
    });
    const authorization = network === 'in' ? 'yes' : 'unknown';
    for (const service of [DETOX_AND_RESIDENTIAL, PARTIAL_HOSPITALIZATION]) {
      add({
        kind: 'A',
        kindText: 'Co-Insurance',
        network,
        level: INDIVIDUAL,
        service,
        percent: String(plan.coInsurance * times),
        authorization,
      });
    }
    if (network === 'in') {
      const amount = dollars(plan.coPayment * 2);
      add({ kind: 'B', kindText: 'Co-Payment', network, level: INDIVIDUAL, service: INTENSIVE_OUTPATIENT, amount, authorization: 'no' });
    }
  }
  add({
    kind: 'F',
    kindText: 'Limitations',
    network: 'both',
    service: DETOX_AND_RESIDENTIAL,
    period: CALENDAR_YEAR,
    quantity: { value: '60', qualifier: DAYS },
  });
  return lines;
}

export function demoAnswer(patient: DemoPatient, plan: DemoPlan): PayerAnswer {
  const person = {
    firstName: patient.first,
    middleName: null,
    lastName: patient.last,
    suffix: null,
    birthDate: patient.birthDate,
    gender: null,
    memberId: patient.memberId,
    address: null,
    facts: [],
  };
  const from = `${plan.year}-01-01`;
  return {
    payer: { name: plan.payerName, id: null },
    patient: { ...person, relationship: { code: '18', text: 'Self' } },
    subscriber: person,
    plans: [
      {
        ...emptyPlan(),
        status: plan.isActive ? { code: '1', text: 'Active Coverage' } : { code: '6', text: 'Inactive' },
        insuranceType: { code: 'C1', text: 'Commercial' },
        name: plan.planName,
        groupName: plan.groupName,
        groupNumber: plan.groupNumber,
        dates: [{ qualifier: '346', label: 'Plan Begin', from, to: null, text: null }],
      },
    ],
    lines: linesOf(plan),
    askedServiceTypes: ['30'],
    notices: [],
    updateYourRecords: false,
    answeredFor: [],
    facts: [],
  };
}
