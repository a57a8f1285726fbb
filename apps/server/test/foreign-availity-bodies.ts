/** Availity's bodies in their published shapes, about invented people. Knows no sandbox and no mapper of ours. */

const availityDay = (day: string) => `${day}T05:00:00.000+0000`;

/** What a foreign Availity says of the coverage `id`: an active plan with costs, a limit, a refusal to cover and a carve-out. */
export function availityCoverage(id: string, memberId: string): Record<string, unknown> {
  return {
    links: { self: { href: `https://vendor.invalid/v1/coverages/${id}` } },
    id,
    customerId: '740021',
    controlNumber: '2281',
    status: 'Complete',
    statusCode: '4',
    createdDate: '2026-11-20T17:03:11.000+0000',
    updatedDate: '2026-11-20T17:03:13.000+0000',
    expirationDate: '2026-11-21T17:03:11.000+0000',
    asOfDate: availityDay('2026-11-20'),
    payer: { name: 'ASKED NAME', payerId: 'FOREIGN', responseName: 'Juniper Valley Health', responsePayerId: '77003' },
    patient: {
      firstName: 'Isolde',
      lastName: 'Fennimore',
      birthDate: availityDay('1990-07-04'),
      gender: 'Female',
      genderCode: 'F',
      memberId,
      subscriberRelationship: 'Self',
      subscriberRelationshipCode: '18',
      updateYourRecords: false,
    },
    subscriber: {
      firstName: 'Isolde',
      lastName: 'Fennimore',
      birthDate: availityDay('1990-07-04'),
      gender: 'Female',
      genderCode: 'F',
      memberId,
    },
    requestedServiceType: [{ code: '30', value: 'Health Benefit Plan Coverage' }],
    plans: [
      {
        status: 'Active Coverage',
        statusCode: '1',
        planName: 'JUNIPER CHOICE PPO',
        groupName: 'Larkmoor Printing Works',
        groupNumber: 'LPW-2207',
        insuranceType: 'Preferred Provider Organization (PPO)',
        insuranceTypeCode: 'PR',
        planStartDate: availityDay('2026-01-01'),
        payerNotes: [{ type: 'Plan', typeCode: 'PL', message: 'PLAN YEAR RUNS WITH THE CALENDAR YEAR' }],
        benefits: [
          {
            name: 'Health Benefit Plan Coverage',
            type: '30',
            status: 'Active Coverage',
            statusCode: '1',
            amounts: {
              deductibles: {
                inNetwork: [
                  {
                    total: '1750',
                    remaining: '612.5',
                    totalTimePeriod: 'Calendar Year',
                    totalTimePeriodCode: '23',
                    remainingTimePeriod: 'Remaining',
                    remainingTimePeriodCode: '29',
                    units: 'USD',
                    level: 'Individual',
                    levelCode: 'IND',
                  },
                ],
              },
              outOfPocket: {
                inNetwork: [
                  {
                    amount: '6300',
                    amountTimePeriod: 'Calendar Year',
                    amountTimePeriodCode: '23',
                    units: 'USD',
                    level: 'Family',
                    levelCode: 'FAM',
                  },
                ],
              },
            },
          },
          {
            name: 'Mental Health',
            type: 'MH',
            status: 'Active Coverage',
            statusCode: '1',
            amounts: {
              coPayment: {
                inNetwork: [{ amount: '35', units: 'USD', level: 'Individual', levelCode: 'IND', payerNotes: ['TELEHEALTH VISITS ALIKE'] }],
              },
              coInsurance: {
                outOfNetwork: [{ amount: '.45', units: 'Percent', level: 'Individual', levelCode: 'IND', authorizationRequired: true }],
              },
            },
            limitations: {
              notApplicableNetwork: [
                {
                  quantity: '27',
                  quantityQualifier: 'Visits',
                  quantityQualifierCode: 'VS',
                  amountTimePeriod: 'Calendar Year',
                  amountTimePeriodCode: '23',
                },
              ],
            },
          },
          { name: 'Acupuncture', type: '64', nonCovered: { noNetwork: [{}] } },
        ],
      },
    ],
  };
}

/** Facts of `availityCoverage`, found by reading it; the Coverage shows percents as the patient's whole share. */
export const AVAILITY_FACTS = [
  'Juniper Valley Health',
  'Isolde',
  'Fennimore',
  '1990-07-04',
  'JUNIPER CHOICE PPO',
  'Larkmoor Printing Works',
  'LPW-2207',
  '1750',
  '612.5',
  '6300',
  '"35',
  '"45',
  'TELEHEALTH VISITS ALIKE',
  'PLAN YEAR RUNS WITH THE CALENDAR YEAR',
  '"27"',
  'Acupuncture',
] as const;

export const availityState = (id: string, statusCode: string, status: string, more: object = {}) => ({
  id,
  customerId: '740021',
  controlNumber: '2281',
  createdDate: new Date().toISOString().replace('Z', '+0000'),
  status,
  statusCode,
  ...more,
});

export const availityError = (status: number, errors: object[] = []) => ({
  userMessage: 'This client system has made an invalid request.',
  developerMessage: 'Your request is not formed properly.',
  reasonCode: 0,
  statusCode: status,
  errors,
});

const element = (type: string, label: string, order: number, more: object = {}) => ({
  type,
  label,
  order,
  allowed: true,
  required: false,
  ...more,
});

/** One payer's 270 configuration, as ResultSet carries it. */
export const availityConfiguration = (payerId: string) => ({
  type: '270',
  categoryId: 'admin',
  categoryValue: 'Administrative Transactions',
  version: '5010A1',
  payerId,
  payerName: `FOREIGN ${payerId}`,
  elements: {
    providerNpi: element('Text', 'NPI', 1, { required: true, pattern: '^\\d{10}$' }),
    providerLastName: element('Text', 'Organization', 2, { required: true, maxLength: 60 }),
    memberId: element('Text', 'Member ID', 10, { pattern: '^[a-zA-Z0-9]{2,30}$', maxLength: 30 }),
    patientLastName: element('Text', 'Last Name', 11, { maxLength: 60 }),
    patientFirstName: element('Text', 'First Name', 12, { maxLength: 35 }),
    patientBirthDate: element('Date', 'Date of Birth', 13),
    subscriberRelationship: element('Enumeration', 'Relationship', 14, {
      values: [
        { code: '18', value: 'Self' },
        { code: '19', value: 'Child' },
      ],
    }),
    asOfDate: element('Date', 'As of', 15),
    serviceType: element('Enumeration', 'Service', 16, {
      required: true,
      repeats: true,
      maxRepeats: 2,
      values: [
        { code: '30', value: 'Health Benefit Plan Coverage' },
        { code: 'MH', value: 'Mental Health' },
      ],
    }),
  },
  requiredFieldCombinations: {
    patient: [
      ['memberId', 'patientBirthDate'],
      ['memberId', 'patientLastName', 'patientFirstName'],
    ],
  },
});
