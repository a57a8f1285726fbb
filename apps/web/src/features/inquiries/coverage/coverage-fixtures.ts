/** Answers with invented people, for tests. */
import type {
  AdditionalPayer,
  AuxiliaryBenefit,
  Benefit,
  BenefitGroup,
  Coverage,
  CoverageWarning,
  NetworkCode,
  PaymentType,
  Plan,
  StatusDetail,
} from '@coverlight/contract/inquiries/coverage.schema.ts';
import type { Inquiry } from '@coverlight/contract/inquiries/inquiry.schema.ts';

const NETWORK_WORDS: Record<NetworkCode, string> = {
  inNetwork: 'In network',
  outOfNetwork: 'Out of network',
  notApplicableNetwork: 'In and out of network',
  noNetwork: 'Network not stated',
};
const TYPE_CODES: Record<PaymentType, string> = { coInsurance: 'A', coPayment: 'B', deductibles: 'C', outOfPocket: 'G' };

let lines = 0;
const nextLine = () => `plans.0.benefits.${(lines += 1)}`;

type LineFacts = Omit<StatusDetail, 'status' | 'status_code'>;

function lineFacts(network: NetworkCode): LineFacts {
  return {
    line_ids: [nextLine()],
    network: NETWORK_WORDS[network],
    network_code: network,
    level: null,
    level_code: null,
    description: null,
    auth_required: null,
    auth_required_unknown: false,
    benefit_start: null,
    benefit_end: null,
    place_of_service: null,
    text: null,
    payer_notes: [],
    contacts: [],
    delivery_information: [],
    insurance_type: null,
    quantity: null,
    dates: [],
    facts: [],
  };
}

const individual = { level: 'Individual', level_code: 'IND' };
const family = { level: 'Family', level_code: 'FAM' };

export function aBenefit(payment: PaymentType, network: NetworkCode, over: Partial<Benefit> = {}): Benefit {
  return {
    ...lineFacts(network),
    amount_code: payment,
    type_code: TYPE_CODES[payment],
    amount: null,
    unit: null,
    period: null,
    period_code: null,
    total: null,
    total_period: null,
    remaining: null,
    remaining_period: null,
    met: null,
    met_computed: false,
    no_limit: false,
    merged_benefit_texts: [],
    ...over,
  };
}

export function copay(network: NetworkCode, amount: string, over: Partial<Benefit> = {}): Benefit {
  return aBenefit('coPayment', network, { amount, unit: 'usd', period: 'Visit', period_code: '27', ...individual, ...over });
}

export function share(network: NetworkCode, amount: string, over: Partial<Benefit> = {}): Benefit {
  return aBenefit('coInsurance', network, { amount, unit: 'percent', ...individual, ...over });
}

/** A limit told as total, met and remaining. */
function limit(
  payment: PaymentType,
  network: NetworkCode,
  total: string,
  left: { met: string; remaining: string } | null,
  over: Partial<Benefit> = {},
) {
  return aBenefit(payment, network, {
    amount: total,
    unit: 'usd',
    period: 'Calendar Year',
    period_code: '23',
    total,
    total_period: 'Calendar Year',
    ...(left ? { ...left, remaining_period: 'Remaining', met_computed: true } : {}),
    ...individual,
    ...over,
  });
}

export function anAuxiliary(typeCode: string, over: Partial<AuxiliaryBenefit> = {}): AuxiliaryBenefit {
  return {
    ...lineFacts('inNetwork'),
    type_code: typeCode,
    amount: null,
    unit: null,
    period: null,
    period_code: null,
    total: null,
    total_period: null,
    remaining: null,
    remaining_period: null,
    ...over,
  };
}

export function aStatus(status: string, code: string, over: Partial<StatusDetail> = {}): StatusDetail {
  return { ...lineFacts('noNetwork'), status, status_code: code, ...over };
}

export function aGroup(code: string | null, name: string, over: Partial<BenefitGroup> = {}): BenefitGroup {
  return {
    code,
    name,
    status: null,
    status_code: null,
    status_details: [],
    contacts: [],
    benefits: [],
    auxilary: {},
    additional_payers: [],
    ...over,
  };
}

export function aPayer(over: Partial<AdditionalPayer> = {}): AdditionalPayer {
  return {
    name: null,
    primary: false,
    secondary: false,
    tertiary: false,
    third_party_administrator: null,
    role: null,
    member_id: null,
    group_number: null,
    service_types: [],
    contacts: [],
    dates: [],
    texts: [],
    facts: [],
    line_ids: [nextLine()],
    ...over,
  };
}

const active = { status: 'Active Coverage', status_code: '1' };

function planGroup(): BenefitGroup {
  return aGroup('30', 'Health Benefit Plan Coverage', {
    ...active,
    status_details: [aStatus('Active Coverage', '1', { text: 'COVERAGE IS SUBJECT TO PLAN PROVISIONS' })],
    benefits: [
      limit(
        'deductibles',
        'inNetwork',
        '1500.00',
        { met: '412.50', remaining: '1087.50' },
        { text: 'DEDUCTIBLE APPLIES TO FACILITY CHARGES' },
      ),
      limit('deductibles', 'outOfNetwork', '3000.00', { met: '0.00', remaining: '3000.00' }),
      limit('deductibles', 'inNetwork', '3000.00', { met: '900.25', remaining: '2099.75' }, family),
      limit('outOfPocket', 'inNetwork', '5000.00', { met: '1234.56', remaining: '3765.44' }),
      limit('outOfPocket', 'inNetwork', '10000.00', null, family),
      share('notApplicableNetwork', '20'),
    ],
  });
}

function behaviouralGroups(): BenefitGroup[] {
  return [
    aGroup('MH', 'Mental Health', {
      ...active,
      status_details: [aStatus('Active Coverage', '1')],
      benefits: [
        copay('inNetwork', '25.00', { place_of_service: 'Office' }),
        copay('inNetwork', '0.00', { place_of_service: 'Telehealth', text: 'VIRTUAL VISIT' }),
        share('outOfNetwork', '40'),
      ],
      auxilary: {
        limitations: [
          anAuxiliary('F', {
            quantity: { value: '30', qualifier: 'Visits', qualifier_code: 'VS' },
            period: 'Calendar Year',
            period_code: '23',
          }),
        ],
        nonCovered: [anAuxiliary('I', { text: 'MARRIAGE COUNSELING' })],
      },
    }),
    aGroup('CI', 'Substance Abuse Facility Inpatient', {
      ...active,
      status_details: [aStatus('Active Coverage', '1', { auth_required: true })],
      benefits: [
        share('inNetwork', '20', { auth_required: true, level: 'Employee Only', level_code: 'EMP' }),
        share('outOfNetwork', '50', { auth_required_unknown: true }),
      ],
    }),
    aGroup('BB', 'Partial Hospitalization (Psychiatric)', {
      benefits: [copay('notApplicableNetwork', '100.00', { auth_required: false, period: 'Day', period_code: '7' })],
    }),
  ];
}

export function aPlan(over: Partial<Plan> = {}): Plan {
  return {
    ...active,
    insurance_type: 'Preferred Provider Organization (PPO)',
    name: 'Evergreen Choice PPO',
    number: 'EV-4471',
    plan_network_name: 'Evergreen National',
    group_name: 'Tidewater Boatworks',
    group_number: '0099417',
    plan_start: '2026-01-01',
    plan_end: '2026-12-31',
    coverage_start: '2024-03-01',
    coverage_end: null,
    premium_paid_to_end_date: null,
    last_update_date: '2026-10-02',
    contacts: [{ name: 'Member services', category: 'Payer', info: ['Phone: 800-555-0142', 'URL: www.evergreen.test'] }],
    primary_care_provider: { name: 'Imogen Fairweather MD', category: 'Primary Care Provider', info: ['Phone: 206-555-0117'] },
    additional_payer_info: [],
    notes: [],
    dates: [{ label: 'COBRA begin', from: '2026-06-01', to: null, text: null }],
    facts: [],
    benefit_groups: [
      planGroup(),
      ...behaviouralGroups(),
      aGroup('35', 'Dental Care', { benefits: [copay('inNetwork', '10.00')] }),
      aGroup('AL', 'Vision (Optometry)', { status: 'Inactive', status_code: '6' }),
    ],
    ...over,
  };
}

export function aCoverage(over: Partial<Coverage> = {}): Coverage {
  const plans = over.plans ?? [aPlan()];
  const person = {
    first_name: 'Odalys',
    middle_name: null,
    last_name: 'Merriweather',
    suffix: null,
    dob: '1991-04-17',
    gender: 'Female',
    member_id: 'EVG204417733',
    address: { street: '18 Quay Street', city: 'Anacortes', state: 'WA', zip: '98221' },
    facts: [],
  };
  return {
    payer_name: 'Evergreen Mutual',
    payer_id: 'EVG01',
    patient: { ...person, relationship: 'Self' },
    subscriber: person,
    plan: plans[0] ?? null,
    plans,
    service_types: { asked: ['30', 'MH'], answered: ['30', 'MH', 'CI', 'BB', '35', 'AL'], silent: [] },
    notices: [],
    facts: [],
    also_said: [{ line_id: 'plans.0.benefits.77', label: 'ZZ', texts: ['Something of a kind nobody defined'] }],
    ...over,
  };
}

export function aWarning(over: Partial<CoverageWarning> = {}): CoverageWarning {
  return {
    kind: 'carve-out',
    severity: 'danger',
    title: 'Behavioral health is handled by Lantern Behavioral',
    payer_words: ['MENTAL HEALTH BENEFITS ARE ADMINISTERED BY LANTERN BEHAVIORAL'],
    action: 'Ask that company: this payer mostly leaves out the amounts of what it carved out.',
    facts: [
      { label: 'Phone', value: '800-555-0199' },
      { label: 'Member ID there', value: 'LBH-88213' },
    ],
    line_ids: ['plans.0.benefits.12'],
    ...over,
  };
}

export const AN_INQUIRY_ID = '01JB0000000000000000000001';

export function anInquiry(over: Partial<Inquiry> = {}): Inquiry {
  return {
    id: AN_INQUIRY_ID,
    status: 'complete',
    created_at: '2026-11-20T23:10:00.000Z',
    updated_at: '2026-11-20T23:12:00.000Z',
    as_of_date: null,
    payer: { id: '01JB0000000000000000000002', name: 'Evergreen Mutual of Washington' },
    payer_name_override: 'Evergreen Mutual',
    provider: { id: '01JB0000000000000000000003', name: 'Harbor Recovery Center' },
    user: { id: '01JB0000000000000000000004', name: 'Robin Vale' },
    source: 'availity',
    source_name: 'Availity',
    is_hidden: false,
    had_reimbursement: false,
    plan_status: 'Active Coverage',
    plan_state: 'active',
    may_be_somebody_else: false,
    person_id: null,
    remote_errors: {},
    submission: {
      provider_id: '01JB0000000000000000000003',
      payer_id: '01JB0000000000000000000002',
      memberId: 'EVG204417733',
      patientBirthDate: '1991-04-17',
      patientFirstName: 'Odalys',
      patientLastName: 'Merriweather',
    },
    answered_at: '2026-11-20T23:12:00.000Z',
    asked: { service_types: ['30', 'MH'], practice_type: null },
    asked_under: null,
    related: [],
    coverage: aCoverage(),
    warnings: [],
    ...over,
  };
}
