/** Parts of a payer's answer that state nothing: every mapper, and every made-up answer, starts from them and fills in what was said. */
import type { AnswerEntity, AnswerLine, AnswerPlan, Coded } from './payer-answer.ts';

export function coded(code: string | null, text: string | null): Coded | null {
  return code === null && text === null ? null : { code, text };
}

export function emptyLine(id: string, plan: number, kind: string): AnswerLine {
  return {
    id,
    plan,
    kind,
    kindText: null,
    service: null,
    network: 'not-stated',
    level: null,
    insuranceType: null,
    planName: null,
    amount: null,
    percent: null,
    period: null,
    total: null,
    totalPeriod: null,
    remaining: null,
    remainingPeriod: null,
    quantity: null,
    authorization: 'not-stated',
    placeOfService: null,
    deliveries: [],
    dates: [],
    texts: [],
    entities: [],
    facts: [],
  };
}

export function emptyPlan(): AnswerPlan {
  return {
    status: null,
    insuranceType: null,
    name: null,
    number: null,
    networkName: null,
    groupName: null,
    groupNumber: null,
    dates: [],
    contacts: [],
    primaryCareProvider: null,
    additionalPayers: [],
    notes: [],
    facts: [],
  };
}

export function emptyEntity(role: Coded): AnswerEntity {
  return {
    role,
    name: null,
    memberId: null,
    groupNumber: null,
    primary: false,
    secondary: false,
    tertiary: false,
    thirdPartyAdministrator: null,
    address: null,
    contacts: [],
    dates: [],
    texts: [],
    facts: [],
  };
}
