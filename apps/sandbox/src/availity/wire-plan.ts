/** A plan of the neutral policy in Availity's form: benefits by service type, rows by kind and network. */

import { INSURANCE_WORDS, LEVEL_WORDS, PERIOD_WORDS, PLACE_WORDS, QUANTITY_WORDS, STATUS_WORDS } from '../coverage/code-words.ts';
import type { Entity, Line, LineKind, Network, OtherPayer, Plan } from '../coverage/policy.ts';
import { serviceTypeName } from '../coverage/service-types.ts';
import { hashText } from '../seeded-random.ts';
import { vendorDate } from './wire-dates.ts';
import type { AdditionalPayer, Benefit, BenefitDetail, HealthCareContact, NetworkBenefit, WirePlan } from './wire-types.ts';

const BUCKETS = {
  in: 'inNetwork',
  out: 'outOfNetwork',
  both: 'notApplicableNetwork',
  unstated: 'noNetwork',
} as const satisfies Record<Network, keyof BenefitDetail>;

/** How a payer writes a limit and what is left of it: Availity passes on either form. */
type AccumulatorStyle = 'amount-and-remaining' | 'total-and-remaining' | 'row-each';
const STYLES: readonly AccumulatorStyle[] = ['amount-and-remaining', 'total-and-remaining', 'row-each'];

export function wirePlan(plan: Plan, lines: Line[], answeredFor: string | null): WirePlan {
  const style = STYLES[hashText(plan.planNumber) % STYLES.length] ?? 'total-and-remaining';
  return {
    ...(plan.statusCode === null ? {} : { status: STATUS_WORDS[plan.statusCode], statusCode: plan.statusCode }),
    planName: plan.name,
    planNumber: plan.planNumber,
    planNetworkId: plan.networkId,
    planNetworkName: plan.networkName,
    groupName: plan.groupName,
    groupNumber: plan.groupNumber,
    insuranceType: INSURANCE_WORDS[plan.insuranceType],
    insuranceTypeCode: plan.insuranceType,
    planStartDate: vendorDate(plan.begin),
    planEndDate: plan.end === null ? undefined : vendorDate(plan.end),
    coverageStartDate: vendorDate(plan.begin),
    coverageEndDate: plan.end === null ? undefined : vendorDate(plan.end),
    eligibilityStartDate: vendorDate(plan.eligibilityBegin),
    premiumPaidToEndDate: plan.premiumPaidTo === null ? undefined : vendorDate(plan.premiumPaidTo),
    lastUpdateDate: vendorDate(plan.lastUpdate),
    payerNotes: plan.notes.map((message) => ({ message, type: 'Disclaimer', typeCode: 'P' })),
    contacts: plan.contacts.map(contact),
    primaryCareProvider: plan.primaryCare ? contact(plan.primaryCare) : undefined,
    additionalPayers: plan.otherPayers.length > 0 ? plan.otherPayers.map(additionalPayer) : undefined,
    benefits: benefits(plan, lines, style, answeredFor),
  };
}

function benefits(plan: Plan, lines: Line[], style: AccumulatorStyle, answeredFor: string | null): Benefit[] {
  const byType = new Map<string, Benefit>();
  const benefitOf = (code: string): Benefit => {
    const benefit = byType.get(code) ?? { name: serviceTypeName(code), type: code };
    byType.set(code, benefit);
    return benefit;
  };
  for (const line of lines) addLine(benefitOf(line.serviceType), line, style);
  for (const { serviceTypes, entity } of plan.administrators) {
    for (const code of serviceTypes) benefitOf(code).contacts = [contact(entity)];
  }
  const general = byType.get('30');
  if (answeredFor && general) general.payerNotes = [{ message: `ANSWERED FOR ${answeredFor.toUpperCase()}`, type: 'Note', typeCode: 'N' }];
  return [...byType.values()];
}

function addLine(benefit: Benefit, line: Line, style: AccumulatorStyle): void {
  const bucket = BUCKETS[line.network];
  const detail = DETAILS[line.kind](benefit);
  detail[bucket] = [...(detail[bucket] ?? []), ...rows(line, style)];
  if (line.kind === 'status') {
    benefit.status = STATUS_WORDS[line.statusCode ?? ''];
    benefit.statusCode = line.statusCode;
  }
}

/** The part of the benefit that holds lines of each kind; made where it is missing. */
const DETAILS: Readonly<Record<LineKind, (benefit: Benefit) => BenefitDetail>> = {
  status: (benefit) => (benefit.statusDetails ??= {}),
  'co-insurance': (benefit) => (amountsOf(benefit).coInsurance ??= {}),
  'co-payment': (benefit) => (amountsOf(benefit).coPayment ??= {}),
  deductible: (benefit) => (amountsOf(benefit).deductibles ??= {}),
  'out-of-pocket': (benefit) => (amountsOf(benefit).outOfPocket ??= {}),
  limitation: (benefit) => (benefit.limitations ??= {}),
  'non-covered': (benefit) => (benefit.nonCovered ??= {}),
  description: (benefit) => (benefit.benefitDescriptions ??= {}),
  exclusion: (benefit) => (benefit.exclusions ??= {}),
  'cost-containment': (benefit) => (benefit.costContainment ??= {}),
  reserve: (benefit) => (benefit.reserve ??= {}),
};

function amountsOf(benefit: Benefit): NonNullable<Benefit['amounts']> {
  return (benefit.amounts ??= {});
}

function rows(line: Line, style: AccumulatorStyle): NetworkBenefit[] {
  const common = commonRow(line);
  if (line.total === undefined) return [common];
  const amount = { units: 'USD', amount: line.total, ...period('amountTimePeriod', line.period) };
  if (line.remaining === undefined) return [{ ...common, ...amount }];
  if (style === 'row-each') {
    const used = Math.round((Number(line.total) - Number(line.remaining)) * 100) / 100;
    return [
      { ...common, ...amount },
      { ...common, units: 'USD', amount: line.remaining, ...period('amountTimePeriod', '29') },
      { ...common, units: 'USD', amount: String(used), ...period('amountTimePeriod', '24') },
    ];
  }
  const total = { units: 'USD', total: line.total, ...period('totalTimePeriod', line.period) };
  const remaining = { remaining: line.remaining, ...period('remainingTimePeriod', '29') };
  return [{ ...common, ...(style === 'amount-and-remaining' ? amount : total), ...remaining }];
}

function commonRow(line: Line): NetworkBenefit {
  const amount = line.percent ?? line.amount;
  const isDescription = line.kind === 'description';
  return {
    ...(line.kind === 'status' ? { status: STATUS_WORDS[line.statusCode ?? ''], statusCode: line.statusCode } : {}),
    ...(amount === undefined ? {} : { amount, units: line.percent === undefined ? 'USD' : 'Percent' }),
    ...(line.total === undefined ? period('amountTimePeriod', line.period) : {}),
    ...(line.level ? { level: LEVEL_WORDS[line.level], levelCode: line.level } : {}),
    ...(line.quantity
      ? {
          quantity: line.quantity,
          quantityQualifier: QUANTITY_WORDS[line.quantityQualifier ?? ''],
          quantityQualifierCode: line.quantityQualifier,
        }
      : {}),
    ...authorization(line),
    ...(line.placeOfService ? { placeOfService: PLACE_WORDS[line.placeOfService], placeOfServiceCode: line.placeOfService } : {}),
    ...(line.insuranceType ? { insuranceType: INSURANCE_WORDS[line.insuranceType], insuranceTypeCode: line.insuranceType } : {}),
    ...(line.benefitBegin ? { benefitBeginDate: vendorDate(line.benefitBegin) } : {}),
    ...(line.benefitEnd ? { benefitEndDate: vendorDate(line.benefitEnd) } : {}),
    ...(line.delivery ? { deliveryInformation: [delivery(line.delivery)] } : {}),
    ...(isDescription ? { description: line.notes?.join(' ') } : line.notes ? { payerNotes: line.notes } : {}),
  };
}

function authorization(line: Line): NetworkBenefit {
  if (line.authorization === undefined) return {};
  return line.authorization === 'unknown'
    ? { authorizationRequiredUnknown: true }
    : { authorizationRequired: line.authorization === 'yes' };
}

function period(name: 'amountTimePeriod' | 'totalTimePeriod' | 'remainingTimePeriod', code: string | undefined): NetworkBenefit {
  return code === undefined ? {} : { [name]: PERIOD_WORDS[code], [`${name}Code`]: code };
}

function delivery(rule: NonNullable<Line['delivery']>): NonNullable<NetworkBenefit['deliveryInformation']>[number] {
  return {
    quantity: rule.quantity,
    quantityQualifier: QUANTITY_WORDS[rule.quantityQualifier],
    quantityQualifierCode: rule.quantityQualifier,
    timePeriod: PERIOD_WORDS[rule.timePeriod],
    timePeriodCode: rule.timePeriod,
    timePeriods: rule.timePeriods,
  };
}

function contact(entity: Entity): HealthCareContact {
  return {
    name: entity.name,
    category: entity.role,
    categoryCode: entity.roleCode,
    contactInformation: entity.phone || entity.url ? [{ name: entity.name, phone: entity.phone, url: entity.url }] : undefined,
    memberId: entity.memberId,
    npi: entity.npi,
  };
}

function additionalPayer(payer: OtherPayer): AdditionalPayer {
  return {
    name: payer.name,
    insuredMemberId: payer.memberId,
    ...(payer.order === null ? {} : { [payer.order]: true }),
    contactInformation: [{ phone: payer.phone }],
    // Coordination dates arrive at midnight UTC, unlike all others.
    coordinationOfBenefitsBeginDate: `${payer.begin}T00:00:00.000+0000`,
    coordinationOfBenefitsEndDate: payer.end === null ? undefined : `${payer.end}T00:00:00.000+0000`,
    payerNotes: ['OTHER INSURANCE ON FILE'],
  };
}
