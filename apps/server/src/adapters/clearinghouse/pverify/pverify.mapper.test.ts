import { readFileSync } from 'node:fs';
import { normalizeCoverage } from '@coverlight/domain/inquiries/coverage/normalize-coverage.ts';
import { expect, test } from 'vitest';
import type { AnswerLine, PayerAnswer } from '@coverlight/domain/inquiries/coverage/payer-answer.ts';
import { dayOf } from '../answer-date.ts';
import { decimalText, percentText } from '../decimal-text.ts';
import { missingLeaves } from '../leaf-check.port-test.ts';
import type { Leaf } from '../leaf-check.port-test.ts';
import { plainText } from './plain-text.ts';
import { mapPverifySummary } from './pverify.mapper.ts';

const rich: Record<string, unknown> = JSON.parse(readFileSync(new URL('rich-summary.json', import.meta.url), 'utf8'));

function mapped(change: Record<string, unknown> = {}): PayerAnswer {
  return mapPverifySummary({ ...rich, ...change }, ['MH', 'A6']);
}

function lineAt(answer: PayerAnswer, path: string): AnswerLine {
  const line = answer.lines.find((candidate) => candidate.id === path);
  if (line === undefined) throw new Error(`no line ${path}`);
  return line;
}

/** The clearinghouse's bookkeeping, and types of identifications whose field tells them. */
const LEFT_OUT =
  /^(RequestID|APIResponse\w+|DetailsURL|Location|Recursive(RequestId|APIResponse\w+))$|Identification\.\d+\.Type$|PlanNetworkIndicator$/;

function formsOf(leaf: Leaf): string[] {
  if (LEFT_OUT.test(leaf.path) || typeof leaf.value === 'boolean') return [];
  const text = String(leaf.value);
  const days = text.split(' - ').map((part) => dayOf(part) ?? part);
  const words = plainText(text);
  return [
    text,
    words,
    days.join(' - '),
    days[0] ?? text,
    percentText(text) ?? text,
    decimalText(text) ?? text,
    words.split('\n')[0] ?? text,
  ];
}

test('every scalar of a rich body stands in the answer', () => {
  expect(missingLeaves(rich, mapped(), formsOf)).toEqual([]);
});

test('what is left to spend before Medicaid pays is a line of its own, and the rest beside it is kept', () => {
  const odds = { RemainingSpendDown: '$120.00', IsNPIInNetwork: 'Contracted in one network', MemberID: 'M-77' };
  const answer = mapped({ MiscellaneousInfoSummary: odds });
  expect(lineAt(answer, 'MiscellaneousInfoSummary.RemainingSpendDown')).toMatchObject({
    kind: 'Y',
    amount: '120.00',
    period: { code: '29', text: 'Remaining' },
    service: null,
  });
  expect(answer.plans[0]?.facts).toEqual(
    expect.arrayContaining([
      { label: 'Provider in network, in the payer’s words', value: 'Contracted in one network' },
      { label: 'Miscellaneous: Member ID', value: 'M-77' },
    ]),
  );
});

test('what the clearinghouse sums up about authorization says so in words', () => {
  const answer = mapped({
    IsPriorAuthRequired: 'Yes',
    PCPAuthInfoSummary: { InNetHBPCAuthorizationInfo: 'Precert for inpatient', OutNetHBPCAuthorizationInfo: 'Call first' },
  });
  expect(answer.plans[0]?.facts).toEqual(
    expect.arrayContaining([
      { label: 'Prior authorization required, as the clearinghouse sums it up', value: 'Yes' },
      { label: 'Authorization of the plan, in network', value: 'Precert for inpatient' },
      { label: 'Authorization of the plan, out of network', value: 'Call first' },
    ]),
  );
});

test('labels made of the vendor’s names read like words, days like days, and a social security number is cut', () => {
  const answer = mapped({
    PlanCoverageSummary: { Status: 'Active', HRAorHSALimitationsRemaining: '250.00' },
    DemographicInfo: {
      Subscriber: {
        Firstname: 'Ida',
        Date: [{ Date: '03/05/2026', Type: 'Eligibility' }],
        Identification: [{ Code: '900123456', Type: 'Social Security Number', Name: null }],
      },
    },
  });
  expect(answer.plans[0]?.facts).toContainEqual({ label: 'HRA or HSA limitations remaining', value: '250.00' });
  expect(answer.patient?.facts).toEqual([
    { label: 'Social Security Number', value: 'ends in 3456' },
    { label: 'Eligibility date', value: '03/05/2026' },
  ]);
});

test('the detail rows are lines, with the services’ names and codes', () => {
  const answer = mapped();
  expect(lineAt(answer, 'ServiceDetails.1.EligibilityDetails.0')).toMatchObject({
    kind: 'B',
    service: { code: 'CF', text: 'Mental Health Provider  - Outpatient' },
    amount: '25',
    network: 'in',
    level: { code: 'IND' },
    period: { code: '27', text: 'Visit' },
    authorization: 'yes',
    placeOfService: { code: '11', text: 'Office' },
    deliveries: [
      {
        quantity: '2',
        quantityQualifier: { code: 'VS' },
        per: 'Week',
        periods: '6',
        period: { code: '34' },
        pattern: 'Weekdays',
        time: 'Mornings',
      },
    ],
  });
  expect(lineAt(answer, 'ServiceDetails.1.EligibilityDetails.1')).toMatchObject({
    kind: 'A',
    percent: '40',
    network: 'out',
    authorization: 'no',
  });
  expect(lineAt(answer, 'ServiceDetails.0.EligibilityDetails.3')).toMatchObject({ kind: 'G', amount: '8000', network: 'both' });
  expect(lineAt(answer, 'ServiceDetails.0.EligibilityDetails.2')).toMatchObject({ kind: 'C', amount: '420.10', period: { code: '29' } });
});

test('words nobody knows stay words: kinds, networks and services', () => {
  const answer = mapped();
  expect(lineAt(answer, 'ServiceDetails.1.EligibilityDetails.3')).toMatchObject({
    kind: '',
    kindText: 'Brand-new kind',
    amount: 'as agreed',
  });
  const limit = lineAt(answer, 'ServiceDetails.1.EligibilityDetails.2');
  expect(limit).toMatchObject({
    kind: 'F',
    network: 'not-stated',
    authorization: 'unknown',
    quantity: { value: '30', qualifier: { code: 'VS' } },
  });
  expect(limit.facts).toContainEqual({ label: 'Plan network indicator', value: 'Tier 2' });
  expect(lineAt(answer, 'ServiceDetails.2')).toMatchObject({ kind: '', service: { code: null, text: 'Equine Therapy' } });
});

test('both number formats are read: plain digits and fractions in details, $ and % in preventive services', () => {
  expect(lineAt(mapped(), 'PreventiveServices.0.Benefits.0')).toMatchObject({ kind: 'B', amount: '0.00', percent: '0' });
});

test('the dependent is the patient, the subscriber stays the subscriber', () => {
  const answer = mapped();
  expect(answer.patient).toMatchObject({ firstName: 'Clementine', birthDate: '2004-09-23', relationship: { code: '19', text: 'Child' } });
  expect(answer.subscriber).toMatchObject({
    firstName: 'Percival',
    memberId: 'LRK5530019',
    suffix: 'Jr',
    address: { street: '8 Orchard Row, Rear house' },
  });
});

test('a single eligibility day is no beginning of the plan, a period is', () => {
  const [plan] = mapped().plans;
  expect(plan?.dates).toContainEqual({ qualifier: '307', label: 'Eligibility', from: '2024-01-01', to: '2026-12-31', text: null });
  expect(plan?.dates.some((date) => date.from === '2026-03-02')).toBe(false);
});

test('the day that the answer is for is read from the answer and from the person; a single eligibility day is none', () => {
  const dates = [
    { Date: '03/05/2026', Type: 'Service' },
    { Date: '01/01/2026', Type: 'Eligibility' },
  ];
  const DemographicInfo = { Subscriber: { Firstname: 'Wren', Date: dates } };
  expect(mapPverifySummary({ DOS: '03/02/2026 - 03/04/2026', DemographicInfo }, []).answeredFor).toMatchObject([
    { from: '2026-03-02', to: '2026-03-04' },
    { from: '2026-03-05', to: '2026-03-05' },
  ]);
  expect(mapPverifySummary({}, []).answeredFor).toEqual([]);
});

test('plan facts come from the plan summary', () => {
  const [plan] = mapped().plans;
  expect(plan).toMatchObject({
    status: { code: '1', text: 'Active' },
    name: 'Larkspur Open 1500',
    insuranceType: { code: 'PR', text: 'PPO' },
    groupNumber: 'G-4410-A',
    number: 'PLN-88',
    primaryCareProvider: { name: 'Dr. Amaryllis Boone' },
  });
  expect(plan?.facts).toContainEqual({ label: 'Provider in network', value: 'No' });
});

test('other payers and Medicare’s private plans are additional payers', () => {
  const [plan] = mapped().plans;
  expect(plan?.additionalPayers).toMatchObject([
    { name: 'Goldfinch Insurance', primary: true, memberId: 'GF-20771', dates: [{ qualifier: '290', from: '2025-05-01' }] },
    { name: 'Meadowlark Advantage', primary: false, role: { text: 'Medicare Advantage payer' } },
    { name: 'Juniper Part D' },
  ]);
});

test('an object of nulls about other payers names none', () => {
  expect(
    mapped({ OtherPayerInfo: { PrimaryPayer: null, Payer: '', SecondaryPayer: null }, MedicareInfoSummary: null }).plans[0]
      ?.additionalPayers,
  ).toEqual([]);
});

test('a summary that the detail rows do not confirm is a notice, one that they confirm is not', () => {
  const texts = mapped().notices.map((notice) => notice.text);
  expect(texts.filter((text) => text.includes('$9000.00'))).toHaveLength(1);
  expect(texts.some((text) => /\$1500|\$420|\$25|40%/.test(text))).toBe(false);
});

test('a plan status that the detail rows contradict is left to the rows, and both are kept', () => {
  const { plan } = normalizeCoverage(mapped({ PlanCoverageSummary: { Status: 'Inactive' } }));
  expect(plan).toMatchObject({ status_code: '1', stated_status: { status: 'Inactive', status_code: '6' } });
});

test('several plans named by the rows are several plans, and rows go to the one they name', () => {
  const row = { EligibilityOrBenefit: 'Active Coverage', InsuranceType: 'PPO' };
  const answer = mapped({
    PlanCoverageSummary: { Status: 'Active', PlanName: 'Larkspur Open,Thistle Extra', GroupNumber: 'G-1' },
    ServiceDetails: [
      {
        ServiceName: 'Health Benefit Plan Coverage',
        EligibilityDetails: [
          { ...row, PlanCoverageDescription: 'Larkspur Open' },
          {
            ...row,
            EligibilityOrBenefit: 'Inactive',
            InsuranceType: 'Supplemental Policy',
            PlanCoverageDescription: 'Thistle Extra',
            Identifications: [{ Code: 'G-2', Type: 'Group Number', Name: 'Foundry' }],
          },
        ],
      },
      {
        ServiceName: 'Mental Health',
        EligibilityDetails: [
          { EligibilityOrBenefit: 'Co-Payment', MonetaryAmount: '5', InsuranceType: 'Supplemental Policy' },
          { EligibilityOrBenefit: 'Co-Payment', MonetaryAmount: '9' },
        ],
      },
    ],
  });
  expect(answer.plans).toMatchObject([
    { name: 'Larkspur Open', status: { code: '1' }, groupNumber: 'G-1' },
    { name: 'Thistle Extra', status: { code: '6' }, groupNumber: 'G-2', groupName: 'Foundry' },
  ]);
  expect(lineAt(answer, 'ServiceDetails.1.EligibilityDetails.0').plan).toBe(1);
  expect(lineAt(answer, 'ServiceDetails.1.EligibilityDetails.1').plan).toBe(0);
});

test('rows of one part do not stand under a summary that names both', () => {
  const answer = mapped({
    PlanCoverageSummary: { Status: 'Active', PlanName: 'Medicare Part A,Medicare Part B' },
    ServiceDetails: [
      {
        ServiceName: 'Health Benefit Plan Coverage',
        EligibilityDetails: [
          { EligibilityOrBenefit: 'Active Coverage', InsuranceType: 'Medicare Part A' },
          { EligibilityOrBenefit: 'Deductible', MonetaryAmount: '1676', InsuranceType: 'Medicare Part A' },
          { EligibilityOrBenefit: 'Deductible', MonetaryAmount: '257', InsuranceType: 'Medicare Part B' },
        ],
      },
    ],
  });
  expect(answer.plans).toMatchObject([
    { name: 'Medicare Part A', insuranceType: { text: 'Medicare Part A' }, status: { code: '1' } },
    { name: 'Medicare Part B', insuranceType: { text: 'Medicare Part B' }, status: { code: '1' } },
  ]);
  expect([0, 1, 2].map((row) => lineAt(answer, `ServiceDetails.0.EligibilityDetails.${row}`).plan)).toEqual([0, 0, 1]);
});

test('a plan whose own name holds a comma stays one plan', () => {
  expect(mapped({ PlanCoverageSummary: { Status: 'Active', PlanName: 'Choice, PPO' } }).plans).toHaveLength(1);
});

test('a member id on a row that names another payer is the patient’s id there', () => {
  const row = {
    EligibilityOrBenefit: 'Other or Additional Payor',
    Identifications: [{ Code: 'GF-9', Type: 'Member ID', Name: null }],
    BenefitEntities: [{ EntityType: 'Secondary Payer', Lastname_R: 'Goldfinch' }],
  };
  const answer = mapped({ ServiceDetails: [{ ServiceName: 'Health Benefit Plan Coverage', EligibilityDetails: [row] }] });
  expect(lineAt(answer, 'ServiceDetails.0.EligibilityDetails.0').entities).toMatchObject([
    { memberId: 'GF-9', secondary: true, primary: false },
  ]);
});

test('services that were not processed are named', () => {
  expect(mapped().notices[0]).toEqual({
    kind: 'service-type-silent',
    text: 'Service type A6 was not processed',
    serviceTypes: ['MH', 'A6'],
  });
});

test('without detail rows the summaries are the lines, and the answer says so', () => {
  const answer = mapped({ ServiceDetails: null, PreventiveServices: null });
  expect(lineAt(answer, 'HBPC_Deductible_OOP_Summary.IndividualDeductibleRemainingInNet')).toMatchObject({
    kind: 'C',
    service: { code: '30' },
    network: 'in',
    level: { code: 'IND' },
    amount: '420.10',
    period: { code: '29' },
  });
  expect(lineAt(answer, 'MentalHealthSummary.CoPayInNet')).toMatchObject({
    kind: 'B',
    service: { code: 'MH' },
    amount: '25.00',
    texts: ['Office\nTelehealth $15'],
  });
  expect(lineAt(answer, 'MentalHealthSummary.CoInsOutNet')).toMatchObject({ kind: 'A', percent: '40', network: 'out' });
  expect(lineAt(answer, 'MentalHealthSummary.VisitsLimitationsInNet')).toMatchObject({ kind: 'F', quantity: { value: '30 Visits' } });
  expect(answer.notices.at(-1)?.text).toMatch(/summary/);
});

test('markup never leaves the mapper', () => {
  expect(JSON.stringify(mapped().notices)).not.toMatch(/<b>|&amp;/);
  expect(mapped().notices.map((notice) => notice.text)).toContain('Reviewed & filed');
});

test('keys in another spelling and values of another type are found all the same', () => {
  const answer = mapped({
    ServiceDetails: [{ serviceName: 'Mental Health', eligibilityDetails: [{ eligibilityOrBenefit: 'Co-Payment', monetaryAmount: 30 }] }],
  });
  expect(lineAt(answer, 'ServiceDetails.0.EligibilityDetails.0')).toMatchObject({ kind: 'B', amount: '30', service: { code: 'MH' } });
});

test.each([
  null,
  7,
  'text',
  [],
  {},
  { ServiceDetails: 'none', DemographicInfo: [] },
  { ServiceDetails: [null, 4], PlanCoverageSummary: 'x' },
])('a body of an odd shape (%j) maps without an error', (body) => {
  expect(mapPverifySummary(body, ['30']).askedServiceTypes).toEqual(['30']);
});
