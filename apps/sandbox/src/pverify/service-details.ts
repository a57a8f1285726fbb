/** The neutral policy as pVerify's ServiceDetails: words instead of codes, one row for a limit and another for what is left of it. */

import { INSURANCE_WORDS, LEVEL_WORDS, PERIOD_WORDS, PLACE_WORDS, QUANTITY_WORDS, STATUS_WORDS } from '../coverage/code-words.ts';
import type { Entity, Line, LineKind, OtherPayer, Plan } from '../coverage/policy.ts';
import { pverifyServiceName } from '../coverage/service-types.ts';
import { usDate } from '../dates.ts';

interface EligibilityDetail {
  AuthorizationOrCertificationRequired: string | null;
  EligibilityOrBenefit: string;
  CoverageLevel: string | null;
  Date: { Date: string; Type: string }[];
  Identifications: { Code: string; Type: string; Name: string | null }[];
  InsuranceType: string | null;
  Message: string[];
  /** Left out where the row has no money, now and then, as the vendor does. */
  MonetaryAmount?: string | null;
  Percent: string | null;
  PlanCoverageDescription: string | null;
  PlanNetworkIndicator: string | null;
  QuantityQualifier: string | null;
  Quantity: string | null;
  TimePeriodQualifier: string | null;
  Procedure: null;
  PlaceOfService: string | null;
  BenefitEntities: Record<string, unknown>[];
  HealthCareServiceDeliveries: Record<string, string | null>[];
}

export interface ServiceDetail {
  ServiceName: string;
  EligibilityDetails: EligibilityDetail[];
}

const KIND_WORDS: Readonly<Record<Exclude<LineKind, 'status'>, string>> = {
  'co-insurance': 'Co-Insurance',
  'co-payment': 'Co-Payment',
  deductible: 'Deductible',
  'out-of-pocket': 'Out of Pocket',
  limitation: 'Limitations',
  'non-covered': 'Non-Covered',
  description: 'Benefit Description',
  exclusion: 'Exclusions',
  'cost-containment': 'Cost Containment',
  reserve: 'Reserve',
};
const NETWORK_WORDS = { in: 'Yes', out: 'No', both: 'Not Applicable', unstated: null } as const;
const AUTHORIZATION_WORDS = { yes: 'Yes', no: 'No', unknown: 'Unknown' } as const;
const ORDER_WORDS = { primary: 'Primary Payer', secondary: 'Secondary Payer', tertiary: 'Tertiary Payer' } as const;

/** `serviceTypes` limits the answer to the plan and these; null: everything the payer sent. */
export function serviceDetails(plans: Plan[], serviceTypes: string[] | null): ServiceDetail[] {
  const byName = new Map<string, ServiceDetail>();
  const add = (code: string, details: EligibilityDetail[]) => {
    const name = pverifyServiceName(code);
    const service = byName.get(name) ?? { ServiceName: name, EligibilityDetails: [] };
    service.EligibilityDetails.push(...details);
    byName.set(name, service);
  };
  // Where there are several plans, each row names its own; parts of Medicare are told apart by insurance type.
  const areNamed = plans.length > 1 && plans.every(({ groupNumber }) => groupNumber !== '');
  for (const plan of plans) {
    for (const line of plan.lines) {
      if (serviceTypes === null || line.serviceType === '30' || serviceTypes.includes(line.serviceType))
        add(line.serviceType, detailsOf(line, plan, areNamed));
    }
    for (const payer of plan.otherPayers) add('30', [otherPayerDetail(payer)]);
    if (plan.primaryCare) add('30', [{ ...emptyDetail('Primary Care Provider'), BenefitEntities: [benefitEntity(plan.primaryCare)] }]);
    for (const { serviceTypes: codes, entity } of plan.administrators) {
      for (const code of codes) {
        add(code, [
          { ...emptyDetail('Contact Following Entity for Eligibility or Benefit Information'), BenefitEntities: [benefitEntity(entity)] },
        ]);
      }
    }
  }
  return [...byName.values()];
}

function detailsOf(line: Line, plan: Plan, isNamed: boolean): EligibilityDetail[] {
  const detail = commonDetail(line, plan, isNamed);
  if (line.total === undefined) return [detail];
  const limit = { ...detail, MonetaryAmount: line.total, TimePeriodQualifier: periodWord(line.period) };
  if (line.remaining === undefined) return [limit];
  return [limit, { ...detail, MonetaryAmount: line.remaining, TimePeriodQualifier: periodWord('29') }];
}

function commonDetail(line: Line, plan: Plan, isNamed: boolean): EligibilityDetail {
  const isPlanStatus = line.kind === 'status' && line.serviceType === '30';
  const detail: EligibilityDetail = {
    ...emptyDetail(line.kind === 'status' ? (STATUS_WORDS[line.statusCode ?? ''] ?? 'Inactive') : KIND_WORDS[line.kind]),
    AuthorizationOrCertificationRequired: line.authorization ? AUTHORIZATION_WORDS[line.authorization] : null,
    CoverageLevel: line.level ? (LEVEL_WORDS[line.level] ?? null) : null,
    InsuranceType: line.insuranceType ? (INSURANCE_WORDS[line.insuranceType] ?? null) : null,
    Message: isPlanStatus ? [...(line.notes ?? []), ...plan.notes] : (line.notes ?? []),
    MonetaryAmount: line.amount ?? null,
    Percent: line.percent ?? null,
    PlanCoverageDescription: isPlanStatus || isNamed ? plan.name : null,
    PlanNetworkIndicator: NETWORK_WORDS[line.network],
    QuantityQualifier: line.quantityQualifier ? (QUANTITY_WORDS[line.quantityQualifier] ?? null) : null,
    Quantity: line.quantity ?? null,
    TimePeriodQualifier: periodWord(line.period),
    PlaceOfService: line.placeOfService ? (PLACE_WORDS[line.placeOfService] ?? null) : null,
    Date: isPlanStatus ? planDates(plan) : benefitDates(line),
    Identifications: isPlanStatus ? identifications(plan) : [],
    HealthCareServiceDeliveries: line.delivery ? [deliveryOf(line.delivery)] : [],
  };
  if (line.kind === 'description') delete detail.MonetaryAmount;
  return detail;
}

function emptyDetail(words: string): EligibilityDetail {
  return {
    AuthorizationOrCertificationRequired: null,
    EligibilityOrBenefit: words,
    CoverageLevel: null,
    Date: [],
    Identifications: [],
    InsuranceType: null,
    Message: [],
    MonetaryAmount: null,
    Percent: null,
    PlanCoverageDescription: null,
    PlanNetworkIndicator: null,
    QuantityQualifier: null,
    Quantity: null,
    TimePeriodQualifier: null,
    Procedure: null,
    PlaceOfService: null,
    BenefitEntities: [],
    HealthCareServiceDeliveries: [],
  };
}

const periodWord = (code: string | undefined) => (code === undefined ? null : (PERIOD_WORDS[code] ?? null));

function planDates(plan: Plan): EligibilityDetail['Date'] {
  const dates = [
    { Date: plan.end === null ? usDate(plan.begin) : `${usDate(plan.begin)} - ${usDate(plan.end)}`, Type: 'Plan' },
    { Date: usDate(plan.begin), Type: 'Plan Begin' },
    { Date: usDate(plan.eligibilityBegin), Type: 'Eligibility Begin' },
    { Date: usDate(plan.lastUpdate), Type: 'Date of Last Update' },
  ];
  if (plan.premiumPaidTo) dates.push({ Date: usDate(plan.premiumPaidTo), Type: 'Premium Paid to Date End' });
  return dates;
}

function benefitDates(line: Line): EligibilityDetail['Date'] {
  if (!line.benefitBegin || !line.benefitEnd) return [];
  return [
    { Date: `${usDate(line.benefitBegin)} - ${usDate(line.benefitEnd)}`, Type: 'Benefit' },
    { Date: usDate(line.benefitBegin), Type: 'Benefit Start Date' },
    { Date: usDate(line.benefitEnd), Type: 'Benefit End Date' },
  ];
}

function identifications(plan: Plan): EligibilityDetail['Identifications'] {
  if (plan.groupNumber === '') return [];
  return [
    { Code: plan.groupNumber, Type: 'Group Number', Name: plan.groupName },
    { Code: plan.planNumber, Type: 'Plan Number', Name: null },
    { Code: plan.networkId, Type: 'Plan Network ID Number', Name: plan.networkName },
  ];
}

function otherPayerDetail(payer: OtherPayer): EligibilityDetail {
  const begin = usDate(payer.begin);
  return {
    ...emptyDetail('Other or Additional Payor'),
    Date: [
      { Date: payer.end === null ? begin : `${begin} - ${usDate(payer.end)}`, Type: 'Coordination of Benefits' },
      { Date: begin, Type: 'Coordination of Benefits Start Date' },
    ],
    Identifications: [{ Code: payer.memberId, Type: 'Member ID', Name: null }],
    Message: ['OTHER INSURANCE ON FILE'],
    BenefitEntities: [
      benefitEntity({ name: payer.name, role: payer.order ? ORDER_WORDS[payer.order] : 'Payer', roleCode: 'PR', phone: payer.phone }),
    ],
  };
}

function benefitEntity(entity: Entity): Record<string, unknown> {
  const numbers = [
    ...(entity.phone ? [{ Number: entity.phone, Type: 'Telephone' }] : []),
    ...(entity.url ? [{ Number: entity.url, Type: 'Uniform Resource Locator (URL)' }] : []),
  ];
  const identification = entity.memberId ?? entity.npi ?? null;
  return {
    EntityType: entity.role,
    Firstname: null,
    Middlename: null,
    Lastname_R: entity.name,
    Suffix: null,
    IdentificationCode: identification,
    IdentificationType: identification === null ? null : entity.memberId ? 'Member Identification Number' : 'National Provider Identifier',
    Address1: null,
    Address2: null,
    City: entity.city ?? null,
    State: entity.state ?? null,
    Zip: entity.zipCode ?? null,
    ProviderTaxonomy: null,
    CommunicationNumber: numbers,
  };
}

function deliveryOf(rule: NonNullable<Line['delivery']>): Record<string, string | null> {
  return {
    QuantityQualifier: QUANTITY_WORDS[rule.quantityQualifier] ?? null,
    TotalQuantity: rule.quantity,
    MeasurementUnit: null,
    MeasurementPeriod: null,
    TimePeriodQualifier: PERIOD_WORDS[rule.timePeriod] ?? null,
    TotalNumberOfPeriods: rule.timePeriods,
    DeliveryFrequency: null,
    DeliveryPatternTime: null,
  };
}
