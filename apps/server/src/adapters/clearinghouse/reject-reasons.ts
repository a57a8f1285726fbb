/** X12 AAA reject reasons: which code a clearinghouse's words mean, and under which key staff find the rejection (product.md 4.1). */

interface Rejection {
  code: string | null;
  /** The request field the clearinghouse names, in its spelling. */
  field: string | null;
  text: string;
}

const REASONS: Record<string, string> = {
  '04': 'Authorized Quantity Exceeded',
  '15': 'Required application data missing',
  '33': 'Input Errors',
  '35': 'Out of Network',
  '41': 'Authorization/Access Restrictions',
  '42': 'Unable to Respond at Current Time',
  '43': 'Invalid/Missing Provider Identification',
  '44': 'Invalid/Missing Provider Name',
  '45': 'Invalid/Missing Provider Specialty',
  '46': 'Invalid/Missing Provider Phone Number',
  '47': 'Invalid/Missing Provider State',
  '48': 'Invalid/Missing Referring Provider Identification Number',
  '49': 'Provider is Not Primary Care Physician',
  '50': 'Provider Ineligible for Inquiries',
  '51': 'Provider Not on File',
  '52': 'Service Dates Not Within Provider Plan Enrollment',
  '53': 'Inquired Benefit Inconsistent with Provider Type',
  '54': 'Inappropriate Product/Service ID Qualifier',
  '55': 'Inappropriate Product/Service ID',
  '56': 'Inappropriate Date',
  '57': 'Invalid/Missing Date(s) of Service',
  '58': 'Invalid/Missing Date-of-Birth',
  '60': 'Date of Birth Follows Date(s) of Service',
  '61': 'Date of Death Precedes Date(s) of Service',
  '62': 'Date of Service Not Within Allowable Inquiry Period',
  '63': 'Date of Service in Future',
  '64': 'Invalid/Missing Patient ID',
  '65': 'Invalid/Missing Patient Name',
  '66': 'Invalid/Missing Patient Gender Code',
  '67': 'Patient Not Found',
  '68': 'Duplicate Patient ID Number',
  '69': "Inconsistent with Patient's Age",
  '70': "Inconsistent with Patient's Gender",
  '71': 'Patient Birth Date Does Not Match That for the Patient on the Database',
  '72': 'Invalid/Missing Subscriber/Insured ID',
  '73': 'Invalid/Missing Subscriber/Insured Name',
  '74': 'Invalid/Missing Subscriber/Insured Gender Code',
  '75': 'Subscriber/Insured Not Found',
  '76': 'Duplicate Subscriber/Insured ID Number',
  '77': 'Subscriber Found, Patient Not Found',
  '78': 'Subscriber/Insured Not in Group/Plan Identified',
  '79': 'Invalid Participant Identification',
  '80': 'No Response received - Transaction Terminated',
  '81': 'Invalid or Missing Case Number',
  '97': 'Invalid or Missing Provider Address',
  '98': 'Experimental Service or Procedure',
  T4: 'Payer Name or Identifier Missing',
  AA: 'Authorization Number Not Found',
  AE: 'Requires Primary Care Physician Authorization',
  AF: 'Invalid/Missing Diagnosis Code(s)',
  AG: 'Invalid/Missing Procedure Code(s)',
  AO: 'Additional Patient Condition Information Required',
  CI: 'Certification Information Does Not Match Patient',
  E8: 'Requires Medical Review',
  IA: 'Invalid Authorization Number Format',
  MA: 'Missing Authorization Number',
};

/** Words of other senders for the same reasons, in the normalised form of `wordsOf`. */
const OTHER_WORDS: Record<string, string> = {
  'subscriber not found': '75',
  'insured not found': '75',
  'member not found': '75',
  'invalid missing subscriber id': '72',
  'invalid missing subscriber name': '73',
  'birth date does not match': '71',
  'patient birth date does not match': '71',
  'no response received': '80',
  'unable to respond': '42',
};

const PAYER_CODES = new Set(['04', '42', '79', '80', 'T4']);
const PROVIDER_CODES = new Set(['35', '41', '43', '44', '45', '46', '47', '48', '49', '50', '51', '97']);
const FIELD_OF_CODE: Record<string, string> = {
  '52': 'asOfDate',
  '53': 'serviceType',
  '54': 'serviceType',
  '55': 'serviceType',
  '56': 'asOfDate',
  '57': 'asOfDate',
  '58': 'patientBirthDate',
  '60': 'patientBirthDate',
  '62': 'asOfDate',
  '63': 'asOfDate',
  '64': 'memberId',
  '65': 'patientLastName',
  '66': 'patientGender',
  '68': 'memberId',
  '71': 'patientBirthDate',
  '72': 'memberId',
  '73': 'patientLastName',
  '74': 'patientGender',
  '76': 'memberId',
};
/** The payer's declaration that it gave no answer at all; asking again or elsewhere is safe. */
const NO_ANSWER_CODES = new Set(['42', '80']);

const FORM_FIELDS = new Map(
  [
    'memberId',
    'patientBirthDate',
    'patientFirstName',
    'patientLastName',
    'patientGender',
    'patientSuffix',
    'patientSSN',
    'asOfDate',
    'serviceType',
    'subscriberRelationship',
    'groupNumber',
    'submitterId',
  ].map((field) => [field.toLowerCase(), field]),
);

const CODE_OF_WORDS = new Map(Object.entries(REASONS).map(([code, text]) => [wordsOf(text), code]));

function wordsOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
}

/** The AAA code a rejection carries in its code, its words or a mention such as "(72)"; null where it cannot be told. */
function rejectCodeOf(rejection: { code: string | null; text: string }): string | null {
  const code = rejection.code?.trim().toUpperCase() ?? '';
  const padded = /^\d$/.test(code) ? `0${code}` : code;
  if (padded in REASONS) return padded;
  const words = wordsOf(rejection.text);
  const known = CODE_OF_WORDS.get(words) ?? OTHER_WORDS[words];
  if (known !== undefined) return known;
  const mentioned = /(?:\bAAA\W{0,3}|\(|\bcode\W{0,3})([A-Z\d]{2})\b/i.exec(rejection.text)?.[1]?.toUpperCase();
  if (mentioned !== undefined && mentioned in REASONS) return mentioned;
  for (const [reason, candidate] of CODE_OF_WORDS) if (reason.length > 12 && words.includes(reason)) return candidate;
  return null;
}

/** The product's name of a request field, whatever its spelling (`serviceType[]`, `MemberID`); null for others. */
export function formFieldOf(field: string): string | null {
  return FORM_FIELDS.get(field.replace(/\[\d*\]$/, '').toLowerCase()) ?? null;
}

function keyOf(rejection: Rejection): string {
  const code = rejectCodeOf(rejection);
  const field = rejection.field ?? '';
  const suffix = code ?? rejection.code ?? 'unknown';
  if (code !== null && PAYER_CODES.has(code)) return `payer_${code}`;
  if (code !== null && PROVIDER_CODES.has(code)) return `provider_${code}`;
  if (/^payer/i.test(field)) return `payer_${suffix}`;
  if (/^(provider|requestingProvider)/i.test(field)) return `provider_${suffix}`;
  return (code === null ? null : FIELD_OF_CODE[code]) ?? formFieldOf(field) ?? `subscriber_${suffix}`;
}

/** The rejection as staff see it; texts under one key are joined by a space. */
export function rejectionErrors(rejections: Rejection[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const rejection of rejections) {
    const key = keyOf(rejection);
    const text = rejection.text.trim() || (REASONS[rejectCodeOf(rejection) ?? ''] ?? 'The payer gave no reason.');
    const before = errors[key];
    if (before === undefined) errors[key] = text;
    else if (before !== text && !before.includes(text)) errors[key] = `${before} ${text}`;
  }
  return errors;
}

/** True where every reason says that the payer did not answer, rather than what is wrong with the question. */
export function isNoAnswer(rejections: Rejection[]): boolean {
  return rejections.length > 0 && rejections.every((rejection) => NO_ANSWER_CODES.has(rejectCodeOf(rejection) ?? ''));
}
