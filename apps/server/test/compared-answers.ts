/** One invented patient's answer as three payers' routes tell it, for tests of what differs between two answers. All are text, to be changed in. */
import { readdirSync, readFileSync } from 'node:fs';
import type { ComparedAnswer } from '@coverlight/domain/changes/compare-coverages.ts';
import { mergeAnswers } from '@coverlight/domain/inquiries/coverage/merge-answers.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import type { PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { SUBSCRIBER, x12File } from '../../../packages/x12/src/x12-file.test-kit.ts';
import { mapAvailityCoverage } from '../src/adapters/clearinghouse/availity/availity.mapper.ts';
import { mapPverifySummary } from '../src/adapters/clearinghouse/pverify/pverify.mapper.ts';

export const BEFORE = '2026-03-21';
export const AFTER = '2026-03-25';

export type Route = 'x12' | 'availity' | 'pVerify';

const X12 = x12File(
  [
    ...SUBSCRIBER,
    'DTP*346*D8*20260101',
    'DTP*347*D8*20261231',
    'EB*1**30*PR*HARBOR GOLD',
    'REF*18*HG500',
    'REF*6P*GRP77*HARBOR UNION',
    'REF*N6*NET9*HARBOR NETWORK',
    'MSG*NO GUARANTEE OF PAYMENT',
    'EB*C*IND*30***23*1500*****Y',
    'EB*C*IND*30***29*420.10*****Y',
    'EB*G*IND*30***23*9000*****Y',
    'EB*G*IND*30***29*7000*****Y',
    'EB*1**MH',
    'EB*B*IND*MH***27*25****N*Y',
    'III*ZZ*11',
    'MSG*TELEHEALTH INCLUDED',
    'EB*A*IND*MH*****.4****N',
    'EB*F**MH***23***VS*30**Y',
    'EB*F**MH***29***VS*12**Y',
    'EB*1**A7',
    'EB*A*IND*A7*****.2***Y*Y',
    'EB*U**98',
    'LS*2120',
    'NM1*P3*2*HARBOR FAMILY PRACTICE',
    'PER*IC**TE*8005550100',
    'LE*2120',
  ],
  { lineEnd: '\n' },
);

const usd = (amount: string, period: string, level = 'IND') => ({ units: 'USD', amount, amountTimePeriodCode: period, levelCode: level });
const active = { status: 'Active Coverage', statusCode: '1' };

const AVAILITY = JSON.stringify({
  id: '1',
  status: 'Complete',
  statusCode: '4',
  payer: { name: 'TIDEWATER HEALTH', payerId: 'TW001' },
  patient: {
    firstName: 'OTTOLINE',
    lastName: 'QUACKENBUSH',
    birthDate: '1984-07-19',
    genderCode: 'F',
    memberId: 'XQZ100200300',
    subscriberRelationship: 'Self',
    subscriberRelationshipCode: '18',
  },
  plans: [
    {
      ...active,
      planName: 'HARBOR GOLD',
      planNumber: 'HG500',
      groupName: 'HARBOR UNION',
      groupNumber: 'GRP77',
      planNetworkName: 'HARBOR NETWORK',
      insuranceTypeCode: 'PR',
      planStartDate: '2026-01-01',
      planEndDate: '2026-12-31',
      payerNotes: ['NO GUARANTEE OF PAYMENT'],
      contacts: [{ name: 'HARBOR FAMILY PRACTICE', categoryCode: 'P3', contactInformation: [{ phone: '8005550100' }] }],
      additionalPayers: [],
      benefits: [
        {
          name: 'Health Benefit Plan Coverage',
          type: '30',
          ...active,
          amounts: {
            deductibles: { inNetwork: [usd('1500', '23'), usd('420.10', '29')] },
            outOfPocket: { inNetwork: [usd('9000', '23'), usd('7000', '29')] },
          },
        },
        {
          name: 'Mental Health',
          type: 'MH',
          ...active,
          amounts: {
            coPayment: {
              inNetwork: [
                { ...usd('25', '27'), authorizationRequired: false, placeOfServiceCode: '11', payerNotes: ['TELEHEALTH INCLUDED'] },
              ],
            },
            coInsurance: { outOfNetwork: [{ units: 'Percent', amount: '.4', levelCode: 'IND' }] },
          },
          limitations: {
            inNetwork: [
              { quantity: '30', quantityQualifierCode: 'VS', amountTimePeriodCode: '23' },
              { quantity: '12', quantityQualifierCode: 'VS', amountTimePeriodCode: '29' },
            ],
          },
        },
        {
          name: 'Psychiatric - Inpatient',
          type: 'A7',
          ...active,
          amounts: { coInsurance: { inNetwork: [{ units: 'Percent', amount: '.2', levelCode: 'IND', authorizationRequired: true }] } },
        },
      ],
    },
  ],
});

const row = (kind: string, network: string | null, over: object = {}) => ({
  EligibilityOrBenefit: kind,
  ...(network === null ? {} : { PlanNetworkIndicator: network }),
  ...over,
});
const money = (amount: string, period: string) => ({ CoverageLevel: 'Individual', MonetaryAmount: amount, TimePeriodQualifier: period });

const PVERIFY = JSON.stringify({
  RequestID: 1,
  APIResponseCode: '0',
  APIResponseMessage: 'Processed',
  PayerName: 'TIDEWATER HEALTH',
  VerificationType: 'Subscriber Verification',
  DemographicInfo: {
    Subscriber: {
      DOB_R: '07/19/1984',
      Firstname: 'OTTOLINE',
      Lastname_R: 'QUACKENBUSH',
      Gender_R: 'Female',
      Identification: [{ Code: 'XQZ100200300', Type: 'Member ID', Name: null }],
      Date: [],
    },
  },
  OtherPayerInfo: { PrimaryPayer: null, Payer: null },
  MedicareInfoSummary: { AdvantagePayerName: null },
  PCPAuthInfoSummary: { PrimaryCareProviderName: 'HARBOR FAMILY PRACTICE', PrimaryCareProviderPhoneNumber: '8005550100' },
  PlanCoverageSummary: {
    Status: 'Active',
    PlanName: 'HARBOR GOLD',
    PlanNumber: 'HG500',
    GroupNumber: 'GRP77',
    GroupName: 'HARBOR UNION',
    PlanNetworkName: 'HARBOR NETWORK',
    EffectiveDate: '01/01/2026',
    ExpiryDate: '12/31/2026',
    PolicyType: 'PPO',
  },
  ServiceDetails: [
    {
      ServiceName: 'Health Benefit Plan Coverage',
      EligibilityDetails: [
        row('Active Coverage', null, { Message: ['NO GUARANTEE OF PAYMENT'] }),
        row('Deductible', 'Yes', money('1500', 'Calendar Year')),
        row('Deductible', 'Yes', money('420.10', 'Remaining')),
        row('Out of Pocket (Stop Loss)', 'Yes', money('9000', 'Calendar Year')),
        row('Out of Pocket (Stop Loss)', 'Yes', money('7000', 'Remaining')),
      ],
    },
    {
      ServiceName: 'Mental Health',
      EligibilityDetails: [
        row('Active Coverage', null),
        row('Co-Payment', 'Yes', {
          ...money('25', 'Visit'),
          AuthorizationOrCertificationRequired: 'No',
          PlaceOfService: 'Office',
          Message: ['TELEHEALTH INCLUDED'],
        }),
        row('Co-Insurance', 'No', { CoverageLevel: 'Individual', Percent: '.4' }),
        row('Limitations', 'Yes', { QuantityQualifier: 'Visits', Quantity: '30', TimePeriodQualifier: 'Calendar Year' }),
        row('Limitations', 'Yes', { QuantityQualifier: 'Visits', Quantity: '12', TimePeriodQualifier: 'Remaining' }),
      ],
    },
    {
      ServiceName: 'Psychiatric - Inpatient',
      EligibilityDetails: [
        row('Active Coverage', null),
        row('Co-Insurance', 'Yes', { CoverageLevel: 'Individual', Percent: '.2', AuthorizationOrCertificationRequired: 'Yes' }),
      ],
    },
  ],
});

export const ANSWERS: Readonly<Record<Route, string>> = { x12: X12, availity: AVAILITY, pVerify: PVERIFY };

export function answerOf271(text: string): PayerAnswer {
  const transactions = transactionsOf(readInterchanges(Uint8Array.from(text, (sign) => sign.charCodeAt(0))));
  return mergeAnswers(transactions.flatMap((transaction) => read271(transaction)));
}

export function answerOf(route: Route, text: string): PayerAnswer {
  if (route === 'x12') return answerOf271(text);
  const body: unknown = JSON.parse(text);
  return route === 'availity' ? mapAvailityCoverage(body, ['30']) : mapPverifySummary(body, ['30']);
}

/** Asked for the plan as a whole, through `source`, on the day. */
export function compared(answer: PayerAnswer, source: string, day = BEFORE): ComparedAnswer {
  const coverage = normalizeCoverage({ ...answer, askedServiceTypes: ['30'] }, day);
  return { coverage, source, asked: ['30'], asOf: day, answeredAt: `${day}T18:00:00Z` };
}

const RECORDED = new URL('../../../packages/domain/test/recorded/', import.meta.url);

/** Whole files of payers, by name. */
export const RECORDED_ANSWERS: ReadonlyMap<string, PayerAnswer> = new Map(
  readdirSync(RECORDED)
    .filter((name) => name.endsWith('.271'))
    .map((name) => [name, answerOf271(readFileSync(new URL(name, RECORDED), 'latin1'))]),
);
