/** What stands in the inquiry form, and how it becomes a body of the wire and back. Knows no React. */
import { type FieldOf, FORM_FIELD_NAMES, FORM_FIELDS, type FormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { Payer } from '@coverlight/contract/payers/payer.schema.ts';
import type { CareLevel } from '@coverlight/domain/inquiries/care-choice.ts';
import { dateDigitsFromIso, isoFromDateDigits } from '#ui/digit-mask.ts';
import type { InquiryBody } from '../inquiries.queries.ts';

/** Of service types the codes, of a date its digits MMDDYYYY, of the SSN its digits; all else as typed. */
type FieldValues = { [F in FormField]: F extends FieldOf<'service-types'> ? string[] : string };

export interface InquiryFormValues extends FieldValues {
  provider_id: string;
  /** A payer, or a group whose child is `child_id`. */
  payer_id: string;
  child_id: string;
  /** The chosen combo as `comboKey` writes it. */
  combo: string;
  /** For which the service types were chosen; none where they were chosen by hand. */
  careLevels: CareLevel[];
  /** The practice's own number of the patient. */
  externalId: string;
}

/** The value of each field, as its kind has it. */
const eachField = (valueOf: (name: FormField) => string | string[]): FieldValues =>
  Object.fromEntries(FORM_FIELD_NAMES.map((name) => [name, valueOf(name)])) as FieldValues;

export const EMPTY_VALUES: InquiryFormValues = {
  provider_id: '',
  payer_id: '',
  child_id: '',
  combo: '',
  careLevels: [],
  externalId: '',
  ...eachField((name) => (FORM_FIELDS[name].kind === 'service-types' ? [] : '')),
};

export const comboKey = (combo: readonly string[]) => combo.join('+');
export const comboFields = (key: string) => (key === '' ? [] : key.split('+'));

/** A date that is no day of the calendar goes as typed, so that the server's words for it come back. */
function wireDate(digits: string): string {
  return digits === '' ? '' : (isoFromDateDigits(digits) ?? digits);
}

function wireValue(name: FormField, values: InquiryFormValues): string | string[] {
  const value = values[name];
  if (typeof value !== 'string') return value.filter((code) => code !== '');
  const { kind } = FORM_FIELDS[name];
  return kind === 'birth-date' || kind === 'as-of-date' ? wireDate(value) : value.trim();
}

/** The SSN is never prefilled: it is not kept (docs/product.md 12). */
function formValue(name: FormField, submission: Submission): string | string[] {
  const { kind } = FORM_FIELDS[name];
  if (kind === 'ssn') return '';
  const kept = submission[name as Exclude<FormField, FieldOf<'ssn'>>];
  if (kind === 'service-types') return kept ?? [];
  return kind === 'birth-date' || kind === 'as-of-date' ? dateDigitsFromIso(String(kept ?? '')) : (kept ?? '');
}

/** Only the fields shown are sent; what was typed into others belonged to another payer or combo. Empty ones are left out. */
export function toBody(
  values: InquiryFormValues,
  context: { shown: readonly FormField[]; parentId: string | null; draftId: string | null },
): InquiryBody {
  const body: InquiryBody = { provider_id: values.provider_id, payer_id: values.child_id || values.payer_id };
  for (const name of context.shown) {
    const value = wireValue(name, values);
    if (value.length > 0) Object.assign(body, { [name]: value });
  }
  if (values.combo !== '') body.selectedCombo = comboFields(values.combo);
  if (values.careLevels.length > 0 && body.serviceType) body.careLevels = values.careLevels;
  const externalId = values.externalId.trim();
  if (externalId !== '') body.externalId = externalId;
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

export interface Choosable {
  payers: readonly Payer[];
  providers: readonly { id: string }[];
}

/** The form of an earlier inquiry or draft. What can no longer be chosen is left empty and reported. */
export function fromSubmission(submission: Submission, choices: Choosable): Prefill {
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
      careLevels: submission.careLevels ?? [],
      externalId: submission.externalId ?? '',
      ...eachField((name) => formValue(name, submission)),
    },
  };
}
