/** One invented patient's answer as the payer's 271, as Availity and as pVerify tell it: the same coverage where all three can say it. */
import type { Coverage } from '@coverlight/contract/inquiries/coverage.schema.ts';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { expect, test } from 'vitest';
import { onlyTransaction, SUBSCRIBER, x12File } from '../../../../../packages/x12/src/x12-file.test-kit.ts';
import { mapAvailityCoverage } from './availity/availity.mapper.ts';
import { mapPverifySummary } from './pverify/pverify.mapper.ts';

const X12 = x12File([
  ...SUBSCRIBER,
  'DTP*346*D8*20260101',
  'DTP*347*D8*20261231',
  'EB*1**30*PR*HARBOR GOLD',
  'REF*6P*GRP77*HARBOR UNION',
  'EB*C*IND*30***23*1500*****Y',
  'EB*C*IND*30***29*420.10*****Y',
  'EB*G*FAM*30***23*9000*****Y',
  'EB*1**MH',
  'EB*B*IND*MH***27*25**VS*30*Y*Y',
  'MSG*TELEHEALTH INCLUDED',
  'EB*A*IND*MH*****.4****N',
  'EB*I**35',
]);

const AVAILITY = {
  id: '1',
  status: 'Complete',
  statusCode: '4',
  payer: { name: 'TIDEWATER HEALTH', payerId: 'TW001' },
  patient: {
    firstName: 'OTTOLINE',
    middleName: 'M',
    lastName: 'QUACKENBUSH',
    birthDate: '1984-07-19T00:00:00.000+0000',
    gender: 'Female',
    genderCode: 'F',
    memberId: 'XQZ100200300',
    subscriberRelationship: 'Self',
    subscriberRelationshipCode: '18',
  },
  plans: [
    {
      status: 'Active Coverage',
      statusCode: '1',
      planName: 'HARBOR GOLD',
      groupName: 'HARBOR UNION',
      groupNumber: 'GRP77',
      insuranceTypeCode: 'PR',
      planStartDate: '2026-01-01T00:00:00.000+0000',
      planEndDate: '2026-12-31T00:00:00.000+0000',
      benefits: [
        {
          name: 'Health Benefit Plan Coverage',
          type: '30',
          status: 'Active Coverage',
          statusCode: '1',
          amounts: {
            deductibles: {
              inNetwork: [
                { units: 'USD', amount: '1500', amountTimePeriodCode: '23', levelCode: 'IND' },
                { units: 'USD', amount: '420.10', amountTimePeriodCode: '29', levelCode: 'IND' },
              ],
            },
            outOfPocket: { inNetwork: [{ units: 'USD', amount: '9000', amountTimePeriodCode: '23', levelCode: 'FAM' }] },
          },
        },
        {
          name: 'Mental Health',
          type: 'MH',
          status: 'Active Coverage',
          statusCode: '1',
          amounts: {
            coPayment: {
              inNetwork: [
                {
                  units: 'USD',
                  amount: '25',
                  amountTimePeriodCode: '27',
                  levelCode: 'IND',
                  quantity: '30',
                  quantityQualifierCode: 'VS',
                  authorizationRequired: true,
                  payerNotes: ['TELEHEALTH INCLUDED'],
                },
              ],
            },
            coInsurance: { outOfNetwork: [{ units: 'Percent', amount: '.4', levelCode: 'IND' }] },
          },
        },
        { name: 'Dental Care', type: '35', nonCovered: { noNetwork: [{}] } },
      ],
    },
  ],
};

const individual = { CoverageLevel: 'Individual' };
const PVERIFY = {
  RequestID: 1,
  APIResponseCode: '0',
  APIResponseMessage: 'Processed',
  PayerName: 'TIDEWATER HEALTH',
  VerificationType: 'Subscriber Verification',
  DemographicInfo: {
    Subscriber: {
      DOB_R: '07/19/1984',
      Firstname: 'OTTOLINE',
      Middlename: 'M',
      Lastname_R: 'QUACKENBUSH',
      Gender_R: 'Female',
      Identification: [{ Code: 'XQZ100200300', Type: 'Member ID', Name: null }],
    },
  },
  PlanCoverageSummary: {
    Status: 'Active',
    PlanName: 'HARBOR GOLD',
    GroupNumber: 'GRP77',
    GroupName: 'HARBOR UNION',
    EffectiveDate: '01/01/2026',
    ExpiryDate: '12/31/2026',
    PolicyType: 'PPO',
  },
  ServiceDetails: [
    {
      ServiceName: 'Health Benefit Plan Coverage',
      EligibilityDetails: [
        { EligibilityOrBenefit: 'Active Coverage' },
        {
          ...individual,
          EligibilityOrBenefit: 'Deductible',
          MonetaryAmount: '1500',
          TimePeriodQualifier: 'Calendar Year',
          PlanNetworkIndicator: 'Yes',
        },
        {
          ...individual,
          EligibilityOrBenefit: 'Deductible',
          MonetaryAmount: '420.10',
          TimePeriodQualifier: 'Remaining',
          PlanNetworkIndicator: 'Yes',
        },
        {
          EligibilityOrBenefit: 'Out of Pocket (Stop Loss)',
          CoverageLevel: 'Family',
          MonetaryAmount: '9000',
          TimePeriodQualifier: 'Calendar Year',
          PlanNetworkIndicator: 'Yes',
        },
      ],
    },
    {
      ServiceName: 'Mental Health',
      EligibilityDetails: [
        { EligibilityOrBenefit: 'Active Coverage' },
        {
          ...individual,
          EligibilityOrBenefit: 'Co-Payment',
          MonetaryAmount: '25',
          TimePeriodQualifier: 'Visit',
          QuantityQualifier: 'Visits',
          Quantity: '30',
          AuthorizationOrCertificationRequired: 'Yes',
          PlanNetworkIndicator: 'Yes',
          Message: ['TELEHEALTH INCLUDED'],
        },
        { ...individual, EligibilityOrBenefit: 'Co-Insurance', Percent: '.4', PlanNetworkIndicator: 'No' },
      ],
    },
    { ServiceName: 'Dental Care', EligibilityDetails: [{ EligibilityOrBenefit: 'Non-Covered' }] },
  ],
};

/** What all three can say. Words for codes differ by sender and are left out; codes are not. */
function comparable({ payer_name: payer, patient, plan, plans, service_types: types }: Coverage) {
  return {
    payer,
    patient: patient && {
      names: [patient.first_name, patient.middle_name, patient.last_name],
      dob: patient.dob,
      gender: patient.gender?.slice(0, 1),
      member_id: patient.member_id,
    },
    plans: plans.length,
    plan: plan && {
      isActive: plan.status_code,
      name: plan.name,
      group: [plan.group_number, plan.group_name],
      from: plan.plan_start ?? plan.coverage_start,
      to: plan.plan_end ?? plan.coverage_end,
    },
    answered: types.answered,
    groups: plan?.benefit_groups.map((group) => ({
      code: group.code,
      benefits: group.benefits.map((benefit) => ({
        kind: benefit.amount_code,
        network: benefit.network_code,
        level: benefit.level_code,
        amount: benefit.amount,
        unit: benefit.unit,
        period: benefit.period_code,
        total: benefit.total,
        remaining: benefit.remaining,
        met: benefit.met,
        auth: benefit.auth_required,
        quantity: benefit.quantity && [benefit.quantity.value, benefit.quantity.qualifier_code],
        texts: [benefit.text, ...benefit.payer_notes].filter((text) => text !== null),
      })),
      notCovered: group.auxilary.nonCovered?.length ?? 0,
    })),
  };
}

test('a 271, Availity’s JSON and pVerify’s JSON of one patient give the same coverage', () => {
  const [fromX12] = read271(onlyTransaction(X12));
  if (fromX12 === undefined) throw new Error('no answer');
  const told = comparable(normalizeCoverage({ ...fromX12, askedServiceTypes: ['30'] }));
  expect(told.groups?.find(({ code }) => code === '30')?.benefits).toContainEqual(
    expect.objectContaining({ kind: 'deductibles', total: '1500.00', remaining: '420.10', met: '1079.90' }),
  );
  expect(comparable(normalizeCoverage(mapAvailityCoverage(AVAILITY, ['30'])))).toEqual(told);
  expect(comparable(normalizeCoverage(mapPverifySummary(PVERIFY, ['30'])))).toEqual(told);
});
