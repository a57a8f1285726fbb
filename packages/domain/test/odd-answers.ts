/** Answers with something in nearly every place, as the clearinghouses' own formats can say it and a 271 cannot. Companies and persons are invented. */
import type { AnswerLine, PayerAnswer } from '../src/inquiries/coverage/payer-answer.ts';
import { aDate, aLine, anAnswer, anEntity, aPerson, aPlan, CALENDAR_YEAR, FAM, IND, MENTAL_HEALTH, REMAINING, VISIT } from './answers.ts';

const phone = (value: string) => [
  {
    name: 'INTAKE DESK',
    info: [
      { label: 'Phone', value },
      { label: 'Hours', value: '8 to 5' },
    ],
  },
];
const coded = (code: string | null, text: string | null) => ({ code, text });
const ADDRESS = { street: '1 HARBOR WAY', city: 'SLATE JUNCTION', state: 'OH', zip: '43001' };
const SUBSTANCE = coded('AI', 'Substance Abuse');
const VISITS = coded('VS', 'Visits');
const PHYSICIAN = coded(null, 'Specialist Office');

/** Ids that stay as they are, whichever lines are added elsewhere. */
const numbered = (lines: Partial<AnswerLine>[]): AnswerLine[] => lines.map((line, at) => aLine({ ...line, id: `line ${at + 1}` }));

const otherPayer: Partial<AnswerLine> = {
  kind: 'R',
  service: coded('30', 'Health Benefit Plan Coverage'),
  level: FAM,
  network: 'in',
  insuranceType: coded('PR', 'Preferred Provider Organization (PPO)'),
  planName: 'GOLDEN CHOICE',
  placeOfService: coded('11', 'Office'),
  amount: '12.5',
  period: CALENDAR_YEAR,
  quantity: { value: '3', qualifier: VISITS },
  deliveries: [
    { quantity: '2', quantityQualifier: VISITS, per: 'Week', periods: '6', period: coded('34', 'Month'), pattern: 'Daily', time: 'a.m.' },
  ],
  dates: [
    aDate({ qualifier: '348', label: 'Benefit begin', from: '2025-01-01' }),
    aDate({ qualifier: '349', label: 'Benefit end', to: '2026-12-31' }),
    aDate({ qualifier: '290', label: 'Coordination of benefits', from: '2025-02-01' }),
  ],
  texts: [' ', 'OTHER COVERAGE ON FILE'],
  facts: [{ label: 'Reference', value: 'R-77' }],
};

/** Parties, other payers, limits and people of one plan. */
export const ODD_PARTIES: PayerAnswer = anAnswer({
  patient: {
    ...aPerson({
      firstName: 'OTTOLINE',
      middleName: 'JUNE',
      lastName: 'QUACKENBUSH-REED',
      suffix: 'III',
      birthDate: '1984-07-20',
      gender: 'F',
      memberId: 'XQZ100200300-01',
      address: ADDRESS,
      facts: [{ label: 'Language', value: 'Spanish' }],
    }),
    relationship: coded('19', 'Child'),
  },
  subscriber: aPerson({ firstName: 'AUGUST', lastName: 'QUACKENBUSH', birthDate: '1955-02-03', memberId: 'XQZ100200300' }),
  plans: [
    aPlan({
      status: coded('1', 'Active Coverage'),
      insuranceType: coded('HM', 'Health Maintenance Organization (HMO)'),
      name: 'MEADOW CARE HMO',
      number: 'P11',
      networkName: 'MEADOW SELECT',
      groupName: 'JUNIPER COUNTY SCHOOLS',
      groupNumber: '4411',
      dates: [
        aDate({ qualifier: '291', label: 'Plan', from: '2026-01-01', to: '2026-12-31' }),
        aDate({ qualifier: '307', label: 'Eligibility', from: '2024-07-01' }),
        aDate({ qualifier: '356', label: 'Eligibility begin', from: '2024-07-01' }),
        aDate({ qualifier: '339', label: 'Medicaid begin', text: 'unreadable' }),
        aDate({ qualifier: '472', label: 'Service', from: '2026-03-21' }),
      ],
      contacts: [
        anEntity({
          role: coded('Y2', 'Managed Care Organization'),
          name: 'TERN CARE MANAGEMENT',
          contacts: phone('800-555-0133'),
          address: ADDRESS,
        }),
        anEntity({ role: coded('13', 'Contracted Service Provider'), name: 'HERON BEHAVIORAL GROUP', contacts: phone('800-555-0134') }),
        anEntity({ role: coded('PR', 'Payer'), name: 'FERN VALLEY HEALTH' }),
      ],
      primaryCareProvider: anEntity({ role: coded('P3', 'Primary Care Provider'), name: 'ROWAN VILLASENOR MD', memberId: '1234567893' }),
      additionalPayers: [
        anEntity({ role: coded('Y2', 'Managed Care Organization'), name: 'PLOVER CARE', groupNumber: 'G9', texts: ['MANAGES ALL CARE'] }),
        anEntity({
          role: coded('TV', 'Third-Party Administrator'),
          name: 'LARCH BEHAVIORAL',
          memberId: 'LB-1',
          facts: [{ label: 'Plan number', value: '9' }],
        }),
        anEntity({
          role: coded(null, 'Secondary Payer'),
          name: 'CRANE MUTUAL',
          secondary: true,
          groupNumber: 'G-2',
          dates: [aDate({ label: 'Since', from: '2026-02-01' })],
        }),
      ],
      notes: ['TIER 1 PREFERRED NETWORK APPLIES', 'Wilderness therapy is not covered for mental health.'],
      facts: [{ label: 'Market segment', value: 'Large group' }],
    }),
  ],
  lines: numbered([
    {
      ...otherPayer,
      authorization: 'yes',
      entities: [
        anEntity({
          role: coded('PRP', null),
          name: 'GOLDEN PLAINS HEALTH',
          memberId: 'GP1',
          groupNumber: 'GG-1',
          contacts: phone('800-555-0111'),
          address: ADDRESS,
        }),
      ],
    },
    {
      ...otherPayer,
      authorization: 'no',
      service: SUBSTANCE,
      entities: [anEntity({ role: coded('TTP', null), name: 'OSPREY HEALTH', thirdPartyAdministrator: 'OSPREY ADMINISTRATORS' })],
    },
    {
      ...otherPayer,
      authorization: 'unknown',
      service: MENTAL_HEALTH,
      entities: [anEntity({ role: coded(null, null), name: 'KITE COMPANY' })],
      network: 'not-stated',
    },
    { kind: 'R', service: PHYSICIAN, texts: ['NONE REPORTED'] },
    {
      kind: 'C',
      level: IND,
      network: 'in',
      amount: '1500',
      period: CALENDAR_YEAR,
      planName: 'MEADOW TIER 2',
      remaining: '100',
      remainingPeriod: REMAINING,
    },
    { kind: 'C', level: IND, network: 'in', amount: '900', period: CALENDAR_YEAR, planName: 'MEADOW BASE' },
    {
      kind: '',
      kindText: 'Co-Payment',
      service: MENTAL_HEALTH,
      network: 'in',
      amount: '25',
      period: VISIT,
      authorization: 'unknown',
      placeOfService: coded('02', 'Telehealth'),
    },
    {
      kind: 'B',
      service: MENTAL_HEALTH,
      network: 'unknown',
      amount: 'twenty',
      percent: '12.5',
      period: VISIT,
      texts: ['First\r\nsecond\tthird\u200B', 'PREFERRED PROVIDERS'],
    },
    {
      kind: 'A',
      service: coded('a7', null),
      network: 'both',
      percent: '0',
      authorization: 'no',
      dates: [aDate({ qualifier: '349', label: 'Benefit end', to: '2026-03-25' })],
    },
    {
      kind: '',
      kindText: '',
      service: MENTAL_HEALTH,
      entities: [anEntity({ role: coded('VN', null), name: 'SANDPIPER REVIEW', contacts: phone('800-555-0140') })],
    },
    {
      kind: '',
      kindText: 'Payer Notes',
      service: SUBSTANCE,
      texts: ['Detox is handled by Curlew Recovery, call 800-555-0150; not by us.'],
    },
    { kind: 'G', level: FAM, network: 'in', total: '8000', totalPeriod: CALENDAR_YEAR, remaining: '8001', remainingPeriod: REMAINING },
    {
      kind: 'F',
      service: SUBSTANCE,
      network: 'in',
      quantity: { value: '20', qualifier: VISITS },
      period: CALENDAR_YEAR,
      texts: ['LIMIT COMBINED WITH MENTAL HEALTH'],
    },
    { kind: 'I', service: coded('RT', 'Residential Psychiatric Treatment'), network: 'in', texts: ['MEDICAL NECESSITY REVIEW REQUIRED'] },
    { kind: 'Q7', kindText: 'Loyalty', service: null, texts: ['A new kind'], amount: '5' },
  ]),
  askedServiceTypes: ['30', 'MH', 'AI', 'CI'],
  notices: [
    { kind: 'partly-invalid', text: 'Service type CI is not valid for this payer.', serviceTypes: ['CI'] },
    { kind: 'service-type-silent', text: 'Nothing was said of CI.', serviceTypes: ['CI'] },
    { kind: 'other', text: 'Mental health benefits are carved out to Wigeon Partners. Golden Plains is primary.' },
  ],
  updateYourRecords: true,
  answeredFor: [aDate({ qualifier: '472', label: 'Service', from: '2026-03-22' })],
  facts: [{ label: 'Response number', value: '42' }],
});

/** Plans that begin, end and contradict themselves; the answer is for another day. */
export const ODD_PLANS: PayerAnswer = anAnswer({
  payer: { name: null, id: null },
  plans: [
    aPlan({ name: 'DENTAL PLUS', insuranceType: coded(null, 'Dental'), status: coded('1', 'Active Coverage') }),
    aPlan({
      name: 'OLD PPO',
      status: coded('6', 'Active'),
      dates: [aDate({ qualifier: '291', label: 'Plan', from: '2025-01-01', to: '2026-03-20' })],
    }),
    aPlan({
      name: 'NEW PPO',
      status: coded('1', 'Inactive'),
      dates: [aDate({ qualifier: '346', label: 'Plan begin', from: '2026-03-22' })],
    }),
    aPlan({
      name: 'BARE PPO',
      status: coded('ZZ', 'Suspended'),
      dates: [aDate({ qualifier: '343', label: 'Premium paid to date end', to: '2026-03-01' })],
    }),
    aPlan({
      name: 'LATE PPO',
      status: coded('4', null),
      dates: [aDate({ qualifier: '442', label: 'Date of death', from: '2026-03-02' })],
      notes: ['Premium is past due; coverage may be terminated.'],
    }),
  ],
  lines: numbered([
    { plan: 1, kind: '6', service: coded('30', 'Health Benefit Plan Coverage') },
    { plan: 1, kind: '1', service: MENTAL_HEALTH, network: 'in' },
    { plan: 1, kind: '6', service: MENTAL_HEALTH, network: 'in' },
    { plan: 2, kind: '6', service: coded('30', 'Health Benefit Plan Coverage'), network: 'out' },
    { plan: 2, kind: 'B', service: coded('A8', 'Psychiatric - Outpatient'), network: 'in', amount: '30', period: VISIT },
    { plan: 3, kind: 'A', service: MENTAL_HEALTH, network: 'in', percent: '20' },
    { plan: 3, kind: 'A', service: MENTAL_HEALTH, network: 'in', percent: '30' },
    { plan: 4, kind: 'E', service: SUBSTANCE, texts: ['Intensive outpatient is excluded out of network.'] },
    { plan: 9, kind: 'B', service: coded('35', 'Dental Care'), amount: '10' },
  ]),
  askedServiceTypes: ['MH', 'AI'],
  answeredFor: [aDate({ qualifier: '472', label: 'Service', from: '2026-05-01', to: '2026-05-02' })],
});
