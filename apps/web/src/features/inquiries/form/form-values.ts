/** What stands in the inquiry form, and how it becomes a body of the wire and back. Knows no React. */
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import { dateDigitsFromIso, isoFromDateDigits } from '#ui/digit-mask.ts';
import type { InquiryBody } from '../inquiries.queries.ts';

export interface InquiryFormValues {
  provider_id: string;
  /** A payer, or a group whose child is `child_id`. */
  payer_id: string;
  child_id: string;
  /** The chosen combo as `comboKey` writes it. */
  combo: string;
  memberId: string;
  /** Digits MMDDYYYY. */
  patientBirthDate: string;
  patientFirstName: string;
  patientLastName: string;
  patientGender: string;
  /** Digits MMDDYYYY; '' is today. */
  asOfDate: string;
  serviceType: string[];
  subscriberRelationship: string;
  groupNumber: string;
  patientSuffix: string;
  /** Digits. Never prefilled: it is not kept (docs/product.md 12). */
  patientSSN: string;
  submitterId: string;
}

export const EMPTY_VALUES: InquiryFormValues = {
  provider_id: '',
  payer_id: '',
  child_id: '',
  combo: '',
  memberId: '',
  patientBirthDate: '',
  patientFirstName: '',
  patientLastName: '',
  patientGender: '',
  asOfDate: '',
  serviceType: [],
  subscriberRelationship: '',
  groupNumber: '',
  patientSuffix: '',
  patientSSN: '',
  submitterId: '',
};

/** Every form value that a payer's schema may ask for, in the order in which the form shows them. */
export const SCHEMA_FIELDS = [
  'memberId',
  'patientBirthDate',
  'patientFirstName',
  'patientLastName',
  'patientSuffix',
  'patientGender',
  'subscriberRelationship',
  'groupNumber',
  'patientSSN',
  'asOfDate',
  'serviceType',
  'submitterId',
] as const;
export type SchemaFieldName = (typeof SCHEMA_FIELDS)[number];

export function isSchemaFieldName(name: string): name is SchemaFieldName {
  return (SCHEMA_FIELDS as readonly string[]).includes(name);
}

export const comboKey = (combo: readonly string[]) => combo.join('+');
export const comboFields = (key: string) => (key === '' ? [] : key.split('+'));

/** A date that is no day of the calendar goes as typed, so that the server's words for it come back. */
function wireDate(digits: string): string {
  return digits === '' ? '' : (isoFromDateDigits(digits) ?? digits);
}

function wireValue(name: SchemaFieldName, values: InquiryFormValues): string | string[] {
  if (name === 'serviceType') return values.serviceType.filter((code) => code !== '');
  if (name === 'patientBirthDate' || name === 'asOfDate') return wireDate(values[name]);
  return values[name].trim();
}

/** Only the fields shown are sent; what was typed into others belonged to another payer or combo. Empty ones are left out. */
export function toBody(
  values: InquiryFormValues,
  context: { shown: readonly SchemaFieldName[]; parentId: string | null; draftId: string | null },
): InquiryBody {
  const body: InquiryBody = { provider_id: values.provider_id, payer_id: values.child_id || values.payer_id };
  for (const name of context.shown) {
    const value = wireValue(name, values);
    if (value.length > 0) Object.assign(body, { [name]: value });
  }
  if (values.combo !== '') body.selectedCombo = comboFields(values.combo);
  if (context.parentId) body.parentId = context.parentId;
  if (context.draftId) body.draftId = context.draftId;
  return body;
}

/** Where a payer id stands in the list: itself, or a child with its group. Null when it is not there any more. */
export function locatePayer(payers: readonly Payer[], id: string): { payer_id: string; child_id: string } | null {
  for (const payer of payers) {
    if (payer.id === id) return { payer_id: id, child_id: '' };
    if (payer.children.some((child) => child.id === id)) return { payer_id: payer.id, child_id: id };
  }
  return null;
}

export interface Prefill {
  values: InquiryFormValues;
  isProviderGone: boolean;
  isPayerGone: boolean;
}

/** The form of an earlier inquiry or draft. What can no longer be chosen is left empty and reported. */
export function fromSubmission(
  submission: Submission,
  choices: { payers: readonly Payer[]; providers: readonly { id: string }[] },
): Prefill {
  const payer = locatePayer(choices.payers, submission.payer_id);
  const hasProvider = choices.providers.some((provider) => provider.id === submission.provider_id);
  return {
    isProviderGone: !hasProvider,
    isPayerGone: payer === null,
    values: {
      ...EMPTY_VALUES,
      provider_id: hasProvider ? submission.provider_id : '',
      payer_id: payer?.payer_id ?? '',
      child_id: payer?.child_id ?? '',
      combo: comboKey(submission.selectedCombo ?? []),
      memberId: submission.memberId ?? '',
      patientBirthDate: dateDigitsFromIso(submission.patientBirthDate),
      patientFirstName: submission.patientFirstName ?? '',
      patientLastName: submission.patientLastName ?? '',
      patientGender: submission.patientGender ?? '',
      asOfDate: dateDigitsFromIso(submission.asOfDate),
      serviceType: submission.serviceType ?? [],
      subscriberRelationship: submission.subscriberRelationship ?? '',
      groupNumber: submission.groupNumber ?? '',
      patientSuffix: submission.patientSuffix ?? '',
      submitterId: submission.submitterId ?? '',
    },
  };
}
