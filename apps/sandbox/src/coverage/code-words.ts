/** X12 codes and the words both vendors print for them. */

export const STATUS_WORDS: Readonly<Record<string, string>> = {
  '1': 'Active Coverage',
  '3': 'Active - Services Capitated',
  '5': 'Active - Pending Investigation',
  '6': 'Inactive',
};

export const LEVEL_WORDS: Readonly<Record<string, string>> = {
  EMP: 'Employee Only',
  ESP: 'Employee and Spouse',
  FAM: 'Family',
  IND: 'Individual',
};

export const PERIOD_WORDS: Readonly<Record<string, string>> = {
  '7': 'Day',
  '22': 'Service Year',
  '23': 'Calendar Year',
  '24': 'Year to Date',
  '26': 'Episode',
  '27': 'Visit',
  '29': 'Remaining',
  '32': 'Lifetime',
  '33': 'Lifetime Remaining',
  '34': 'Month',
  '36': 'Admission',
};

export const QUANTITY_WORDS: Readonly<Record<string, string>> = { DY: 'Days', VS: 'Visits', HS: 'Hours', YY: 'Years' };

export const INSURANCE_WORDS: Readonly<Record<string, string>> = {
  C1: 'Commercial',
  EP: 'Exclusive Provider Organization',
  HM: 'Health Maintenance Organization (HMO)',
  MA: 'Medicare Part A',
  MB: 'Medicare Part B',
  MC: 'Medicaid',
  PR: 'Preferred Provider Organization (PPO)',
  PS: 'Point of Service (POS)',
  SP: 'Supplemental Policy',
};

export const PLACE_WORDS: Readonly<Record<string, string>> = {
  '10': "Telehealth Provided in Patient's Home",
  '11': 'Office',
  '22': 'On Campus - Outpatient Hospital',
  '51': 'Inpatient Psychiatric Facility',
  '55': 'Residential Substance Abuse Treatment Facility',
};

/** An AAA rejection: X12's reason code, its words, and what pVerify suggests. */
export interface Rejection {
  code: string;
  words: string;
  followUp: string;
  resolution: string;
  /** The Availity request parameter concerned; null where none is named. */
  field: string | null;
}

export const REJECTIONS = {
  notFound: {
    code: '75',
    words: 'Subscriber/Insured Not Found',
    followUp: 'Please Correct and Resubmit',
    resolution: 'Check the member number on the card, then send the inquiry again.',
    field: null,
  },
  badName: {
    code: '73',
    words: 'Invalid/Missing Subscriber/Insured Name',
    followUp: 'Please Correct and Resubmit',
    resolution: 'Send the name exactly as it is printed on the card.',
    field: 'patientLastName',
  },
  badBirthDate: {
    code: '71',
    words: 'Patient Birth Date Does Not Match That for the Patient on the Database',
    followUp: 'Please Correct and Resubmit',
    resolution: 'Check the birth date, then send the inquiry again.',
    field: 'patientBirthDate',
  },
  providerNotOnFile: {
    code: '51',
    words: 'Provider Not on File',
    followUp: 'Resubmission Not Allowed',
    resolution: 'Register the provider with the payer first.',
    field: 'providerNpi',
  },
} as const satisfies Record<string, Rejection>;
