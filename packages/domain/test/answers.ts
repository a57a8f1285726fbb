/** Payer answers for tests: the least that is valid, with what matters to the test laid over it. Persons are invented. */
import { emptyEntity, emptyLine, emptyPlan } from '../src/inquiries/coverage/empty-answer.ts';
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
    ...emptyLine(`line.${lastId}`, 0, '1'),
    service: { code: '30', text: 'Health Benefit Plan Coverage' },
    ...over,
  };
}

export function anEntity(over: Partial<AnswerEntity> = {}): AnswerEntity {
  return {
    ...emptyEntity({ code: null, text: null }),
    ...over,
  };
}

export function aDate(over: Partial<AnswerDate> = {}): AnswerDate {
  return { qualifier: null, label: 'Date', from: null, to: null, text: null, ...over };
}

export function aPlan(over: Partial<AnswerPlan> = {}): AnswerPlan {
  return {
    ...emptyPlan(),
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
    answeredFor: [],
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
