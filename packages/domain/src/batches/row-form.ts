/** A row of a batch as the form that a person would have filled in for it, and what its payer's rules say of that (product.md 19.3). */
import type { BatchContent, ContentField } from '@coverlight/contract/batches/columns.schema.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { type FormField, isFormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { InquiryForm } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { careChoice } from '../inquiries/care-choice.ts';
import { PLAN_SERVICE_TYPE } from '../inquiries/coverage/plan-level.ts';
import { faultOf } from '../inquiries/required-fields.ts';
import { formOf } from './row.ts';

/** A list seldom says what is asked about: the plan as a whole, and what the practice does. */
const USUAL_SERVICES = [PLAN_SERVICE_TYPE, 'MH'];

/** In which cell a value of the form stands. */
const CELLS: Readonly<Partial<Record<FormField, ContentField>>> = {
  memberId: 'member_id',
  patientBirthDate: 'birth_date',
  patientFirstName: 'first',
  patientLastName: 'last',
  patientSuffix: 'suffix',
  patientGender: 'gender',
  subscriberRelationship: 'relationship',
  groupNumber: 'group_number',
  serviceType: 'service_type',
};

export interface RowProblem {
  /** A cell, a value of the form that has none, 'payer' or 'provider'. */
  field: string;
  words: string;
}

/** Of a row without problems of its own. The combo is the one of which the fewest values are missing. */
export function rowForm(content: BatchContent, schema: PayerSchema, of: { provider_id: string; payer_id: string }): InquiryForm {
  const { careLevels, ...typed } = formOf(content);
  const field = schema.fields.find(({ name, allowed }) => name === 'serviceType' && allowed);
  const serviceType = typed.serviceType ?? (field === undefined ? undefined : servicesFor(field, careLevels ?? []));
  const form: InquiryForm = {
    ...typed,
    ...namesTaken(typed, schema),
    ...of,
    ...(serviceType === undefined ? {} : { serviceType }),
    ...(careLevels === undefined ? {} : { careLevels }),
  };
  const combo = comboWithFewestMissing(schema, form);
  return combo === null ? form : { ...form, selectedCombo: [...combo] };
}

/** Letters as payers have them: without accents and the apostrophes of a word processor. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010-\u2013]/g, '-');

/** Names that the payer takes in plain letters only, in these; whoever typed the list cannot know. */
function namesTaken(typed: Pick<InquiryForm, 'patientFirstName' | 'patientLastName'>, schema: PayerSchema): Partial<InquiryForm> {
  const names = (['patientFirstName', 'patientLastName'] as const).flatMap((name) => {
    const field = schema.fields.find((one) => one.name === name && one.allowed);
    const value = typed[name];
    if (field === undefined || value == null || faultOf(field, value, '') === null) return [];
    return faultOf(field, plainName(value), '') === null ? [[name, plainName(value)] as const] : [];
  });
  return Object.fromEntries(names);
}

function servicesFor(field: PayerField, levels: Parameters<typeof careChoice>[0]): string[] {
  const chosen = careChoice(levels, field, []).codes;
  if (chosen.length > 0) return chosen;
  const most = field.multiple ? (field.max_options ?? USUAL_SERVICES.length) : 1;
  return USUAL_SERVICES.filter((code) => field.options.length === 0 || field.options.some(({ id }) => id === code)).slice(0, most);
}

/** Of equally good ones the payer's first. Null where the payer names none. */
export function comboWithFewestMissing(schema: PayerSchema, form: InquiryForm): readonly string[] | null {
  const missing = (combo: readonly string[]) => combo.filter((name) => !isFormField(name) || isEmpty(form[name])).length;
  let best: readonly string[] | null = null;
  for (const combo of schema.combos) if (best === null || missing(combo) < missing(best)) best = combo;
  return best;
}

const isEmpty = (value: InquiryForm[FormField]): boolean => value === undefined || value === null || value.length === 0;

/** What was refused of the form, at its cells and in the payer's own labels. */
export function problemsOf(errors: FieldErrors, schema: PayerSchema | null): RowProblem[] {
  return Object.entries(errors).flatMap(([name, messages]) => {
    const label = schema?.fields.find((field) => field.name === name)?.label;
    return messages.map((message) => ({
      field: fieldOf(name),
      words: message === 'This field is required.' && label !== undefined ? `${label} is missing.` : message,
    }));
  });
}

function fieldOf(name: string): string {
  if (name === 'payer_id') return 'payer';
  if (name === 'provider_id') return 'provider';
  return (isFormField(name) ? CELLS[name] : undefined) ?? name;
}
