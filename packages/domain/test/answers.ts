/** Payer answers for tests: the least that is valid, with what matters to the test laid over it. Persons are invented. */
import type {
  AnswerDate,
  AnswerEntity,
  AnswerLine,
  AnswerPerson,
  AnswerPlan,
  PayerAnswer,
} from '../src/inquiries/coverage/payer-answer.ts';

let lastId = 0;

export function aLine(over: Partial<AnswerLine> = {}): AnswerLine {
  lastId += 1;
  return {
    id: `line.${lastId}`,
    plan: 0,
    kind: '1',
    kindText: null,
    service: { code: '30', text: 'Health Benefit Plan Coverage' },
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
    ...over,
  };
}

export function anEntity(over: Partial<AnswerEntity> = {}): AnswerEntity {
  return {
    role: { code: null, text: null },
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
    ...over,
  };
}

export function aDate(over: Partial<AnswerDate> = {}): AnswerDate {
  return { qualifier: null, label: 'Date', from: null, to: null, text: null, ...over };
}

export function aPlan(over: Partial<AnswerPlan> = {}): AnswerPlan {
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
    ...over,
  };
}

export function aPerson(over: Partial<AnswerPerson> = {}): AnswerPerson {
  return {
    firstName: null,
    middleName: null,
    lastName: null,
    suffix: null,
    birthDate: null,
    gender: null,
    memberId: null,
    address: null,
    facts: [],
    ...over,
  };
}

export function anAnswer(over: Partial<PayerAnswer> = {}): PayerAnswer {
  return {
    payer: { name: 'Fern Valley Health', id: 'FVH01' },
    patient: null,
    subscriber: null,
    plans: [aPlan()],
    lines: [],
    askedServiceTypes: ['30'],
    notices: [],
    updateYourRecords: false,
    facts: [],
    ...over,
  };
}

/** An answer of lines alone. */
export const answerOf = (...lines: AnswerLine[]): PayerAnswer => anAnswer({ lines });

export const IND = { code: 'IND', text: 'Individual' };
export const FAM = { code: 'FAM', text: 'Family' };
export const CALENDAR_YEAR = { code: '23', text: 'Calendar Year' };
export const YEAR_TO_DATE = { code: '24', text: 'Year to Date' };
export const VISIT = { code: '27', text: 'Visit' };
export const REMAINING = { code: '29', text: 'Remaining' };
export const MENTAL_HEALTH = { code: 'MH', text: 'Mental Health' };
