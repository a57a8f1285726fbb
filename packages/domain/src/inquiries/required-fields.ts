/** What a payer's schema demands of a form, checked alike in the browser and on the server (product.md 5.3). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { FORM_FIELD_NAMES, type FormField, isFormField, isIdentifier } from '@coverlight/contract/inquiries/form-fields.ts';
import type { InquiryForm, Submission } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { usablePattern } from '../payers/usable-pattern.ts';

const OLDEST_YEARS = 100;
const REQUIRED = 'This field is required.';

/** The fields the form shows under a combo, in the form's order: the combo's own, and all that identify nobody. */
export function fieldsOfCombo(schema: PayerSchema, combo: readonly string[]): PayerField[] {
  const shown = schema.fields.filter(
    (field) => field.allowed && isFormField(field.name) && (combo.includes(field.name) || !isIdentifier(field.name)),
  );
  return shown.toSorted((a, b) => orderOf(a.name) - orderOf(b.name));
}

const orderOf = (name: string): number => (isFormField(name) ? FORM_FIELD_NAMES.indexOf(name) : FORM_FIELD_NAMES.length);

/** What is kept of a form: trimmed, empty values and what the payer does not know dropped, the SSN apart since it is kept for a while only. */
export function cleanSubmission(form: InquiryForm, schema: PayerSchema): { submission: Submission; ssn: string | null } {
  const known = new Set(schema.fields.filter((field) => field.allowed).map((field) => field.name));
  const submission: Record<string, unknown> = { provider_id: form.provider_id, payer_id: form.payer_id };
  for (const name of FORM_FIELD_NAMES) {
    const value = valueOf(form, name);
    if (value === null || name === 'patientSSN' || !known.has(name)) continue;
    submission[name] = value;
  }
  if (typeof form.parentId === 'string') submission.parentId = form.parentId;
  if (typeof form.externalId === 'string' && form.externalId !== '') submission.externalId = form.externalId;
  if (form.selectedCombo != null && form.selectedCombo.length > 0) submission.selectedCombo = form.selectedCombo;
  if (submission.serviceType !== undefined && form.careLevels != null && form.careLevels.length > 0)
    submission.careLevels = [...new Set(form.careLevels)];
  const ssn = valueOf(form, 'patientSSN');
  return {
    // Only keys of the contract's shape, with values of its types, were put in above.
    submission: submission as Submission,
    ssn: typeof ssn === 'string' && known.has('patientSSN') ? ssn.replaceAll(/\D/g, '') : null,
  };
}

/** Null where nothing was typed or chosen. */
function valueOf(form: InquiryForm, name: FormField): string | string[] | null {
  const value = form[name];
  if (value == null || value === '') return null;
  if (typeof value === 'string') return value;
  const chosen = value.filter((entry): entry is string => entry !== null && entry !== '');
  return chosen.length > 0 ? chosen : null;
}

/** Of a form to be sent. `today` is the latest day that counts as today. Empty when it may go. */
export function validateSubmission(form: InquiryForm, schema: PayerSchema, today: string): FieldErrors {
  const errors = validateDraft(form, schema, today);
  const combo = chosenCombo(form, schema);
  if (combo === null) errors.selectedCombo = ['Please choose how to identify the patient.'];
  const add = (name: string, message: string) => (errors[name] ??= [message]);
  for (const field of schema.fields) {
    if (!field.allowed || !isFormField(field.name) || valueOf(form, field.name) !== null) continue;
    // Left empty it means today.
    if (field.name === 'asOfDate') continue;
    const isNeeded = combo?.includes(field.name) === true || (field.required && !isIdentifier(field.name));
    if (isNeeded) add(field.name, field.name === 'serviceType' ? 'Please select one or more service types.' : REQUIRED);
  }
  return errors;
}

/** The combo sent, if the payer has it; without one the first whose fields are all filled. Null where none fits. */
function chosenCombo(form: InquiryForm, schema: PayerSchema): readonly string[] | null {
  if (schema.combos.length === 0) return [];
  const sent = form.selectedCombo ?? [];
  if (sent.length > 0)
    return schema.combos.find((combo) => combo.length === sent.length && combo.every((name) => sent.includes(name))) ?? null;
  const filled = (name: string) => isFormField(name) && valueOf(form, name) !== null;
  return schema.combos.find((combo) => combo.every(filled)) ?? schema.combos[0] ?? null;
}

/** Of a form that need not be complete: what was given must be well formed. */
export function validateDraft(form: InquiryForm, schema: PayerSchema, today: string): FieldErrors {
  const errors: FieldErrors = {};
  for (const field of schema.fields) {
    if (!field.allowed || !isFormField(field.name)) continue;
    const value = valueOf(form, field.name);
    const message = value === null ? null : faultOf(field, value, today);
    if (message !== null) errors[field.name] = [message];
  }
  return errors;
}

/** What is wrong with one value; null where nothing is. */
export function faultOf(field: PayerField, value: string | readonly string[], today: string): string | null {
  if (typeof value !== 'string') return faultOfChoices(field, value);
  if (field.name === 'patientBirthDate') return faultOfBirthDate(value, today);
  if (field.name === 'asOfDate') return faultOfAsOfDate(value, field.min, today);
  // Typed with or without hyphens; sent as digits.
  if (field.name === 'patientSSN') return value.replaceAll(/\D/g, '').length === 9 ? null : 'Please enter the 9 digits of the SSN.';
  if (field.options.length > 0) return field.options.some((option) => option.id === value) ? null : 'Please choose one of the options.';
  if (field.maxLength !== null && value.length > field.maxLength) return `Please use at most ${field.maxLength} characters.`;
  return matches(field.pattern, value) ? null : `Please check the ${field.label.toLowerCase()}: the payer does not take this form.`;
}

function faultOfChoices(field: PayerField, chosen: readonly string[]): string | null {
  const most = field.multiple ? field.max_options : 1;
  if (most !== null && chosen.length > most) return `Please choose at most ${most}.`;
  if (field.options.length === 0) return null;
  return chosen.every((id) => field.options.some((option) => option.id === id)) ? null : 'Please choose from the list.';
}

function faultOfBirthDate(date: string, today: string): string | null {
  if (date > today) return 'The birth date is in the future.';
  const oldest = `${String(Number(today.slice(0, 4)) - OLDEST_YEARS).padStart(4, '0')}${today.slice(4)}`;
  return date < oldest ? `The birth date is more than ${OLDEST_YEARS} years ago.` : null;
}

function faultOfAsOfDate(date: string, earliest: string | null, today: string): string | null {
  if (date > today) return 'The date is in the future.';
  return earliest !== null && date < earliest.slice(0, 10) ? `The earliest date this payer answers for is ${american(earliest)}.` : null;
}

const american = (date: string): string => `${date.slice(5, 7)}/${date.slice(8, 10)}/${date.slice(0, 4)}`;

/** A payer's pattern that cannot be used here, however old, refuses nothing: the clearinghouse checks again. */
function matches(pattern: string | null, value: string): boolean {
  const usable = usablePattern(pattern ?? undefined);
  return usable === null || new RegExp(usable).test(value);
}
