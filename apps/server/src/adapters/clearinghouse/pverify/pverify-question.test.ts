import { expect, test } from 'vitest';
import { QUESTION } from '../../../ports/clearinghouse.port-test.ts';
import { choosePracticeType, practiceTypesOf } from './practice-types.ts';
import { isSameQuestion, pverifyRequest } from './pverify-question.ts';
import { pendingInquirySchema } from './pverify.schema.ts';

test('a patient who is the subscriber is asked for as such', () => {
  expect(pverifyRequest(QUESTION, '21')).toEqual({
    payerCode: 'P100',
    payerName: 'Cedar Mutual',
    provider: { firstName: '', middleName: '', lastName: 'Harbor Recovery Center', npi: '1234567893' },
    subscriber: { firstName: 'Ottoline', lastName: 'Quackenbush', dob: '07/19/1984', memberID: 'ZQX482910' },
    dependent: null,
    isSubscriberPatient: 'True',
    doS_StartDate: '03/02/2026',
    doS_EndDate: '03/02/2026',
    PracticeTypeCode: '21',
    Location: 'Harbor Recovery Center',
    IncludeTextResponse: 'false',
  });
});

test('a child is asked for as a dependent with the shared member id', () => {
  expect(pverifyRequest({ ...QUESTION, relationship: '19', asOfDate: '2026-01-15' }, '21')).toMatchObject({
    subscriber: { firstName: '', lastName: '', dob: '', memberID: 'ZQX482910' },
    dependent: { patient: { firstName: 'Ottoline', lastName: 'Quackenbush', dob: '07/19/1984' }, relationWithSubscriber: '' },
    isSubscriberPatient: 'False',
    doS_StartDate: '01/15/2026',
    doS_EndDate: '01/15/2026',
  });
});

test('fields the payer does not take are not sent', () => {
  const body = JSON.stringify(pverifyRequest({ ...QUESTION, ssn: '900112233', allowedFields: ['memberId'] }, '21'));
  expect(body).not.toMatch(/Ottoline|1984|900112233/);
});

test.each([
  [['30'], '70', []],
  [['MH'], '21', []],
  [['MH', 'A6', 'A4'], '137', []],
  [['MH', 'AI', 'CI', 'CJ'], '184', []],
  [['98', 'MH'], '104', []],
  [['CF'], '21', []],
  [['RT'], '182', []],
  [['AJ'], '59', []],
  [[], '70', []],
  [['MH', 'UC'], '21', ['UC']],
  [['XX'], '70', []],
])('services %j are asked as practice type %s', (serviceTypes, code, unasked) => {
  expect(choosePracticeType(serviceTypes)).toMatchObject({ code, unasked });
});

test.each<[baseUrl: string, serviceTypes: string[], code: string, unasked: string[]]>([
  ['https://testapi.pverify.com', ['MH'], '18', ['MH']],
  ['https://testapi.pverify.com', ['30'], '18', ['30']],
  ['https://testapi.pverify.com', ['98'], '18', []],
  ['https://testapi.pverify.com', ['PT', 'AD'], '40', []],
  ['https://api.pverify.com/Test', ['12'], '3', []],
  ['https://api.pverify.com', ['MH'], '21', []],
  ['http://127.0.0.1:3001/pverify', ['30'], '70', []],
])('%s is asked for %j as practice type %s, one that it knows', (baseUrl, serviceTypes, code, unasked) => {
  expect(choosePracticeType(serviceTypes, practiceTypesOf(baseUrl))).toMatchObject({ code, unasked });
});

const listed = {
  TransactionId: '500000002',
  PatientDOB: '07/19/1984',
  PatientFirstName: 'OTTOLINE',
  PatientLastName: 'QUACKENBUSH',
  ProviderNPI: '1234567893',
  MemberId: 'zqx 482910',
};

test.each([
  [{}, true],
  [{ MemberId: null }, true],
  [{ MemberId: 'ZQX482911' }, false],
  [{ ProviderNPI: '1999999999' }, false],
  [{ PatientDOB: '07/20/1984' }, false],
  [{ MemberId: '', PatientDOB: '' }, false],
])('a pending inquiry that differs by %j is the same question: %s', (change, expected) => {
  expect(isSameQuestion(pendingInquirySchema.parse({ ...listed, ...change }), QUESTION)).toBe(expected);
});
