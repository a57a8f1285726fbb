/** What a payer's schema makes of the form (docs/product.md 2.8, 5.3). The rules themselves are the domain's, the same as the server's. */
import { FORM_FIELD_NAMES, FORM_FIELDS, type FormField, isFormField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { fieldsOfCombo, validateDraft, validateSubmission } from '@coverlight/domain/inquiries/required-fields.ts';
import { isoFromDateDigits } from '#ui/digit-mask.ts';
import { comboFields, comboKey, type InquiryFormValues, toBody } from './form-values.ts';

const WHOLE_DATE = 'Please enter a whole date as MM/DD/YYYY.';
/** A limit of ten or more needs no saying. */
const MAX_OPTIONS_SHOWN_BELOW = 10;

export function fieldOf(schema: PayerSchema, name: string): PayerField | undefined {
  return schema.fields.find((field) => field.name === name);
}

/** What the combo shows, with the fields that an error names (`joined`), in the form's order. */
export function shownFields(schema: PayerSchema, combo: string, joined: ReadonlySet<string>): FormField[] {
  const names = new Set(fieldsOfCombo(schema, comboFields(combo)).map((field) => field.name));
  return FORM_FIELD_NAMES.filter((name) => names.has(name) || joined.has(name));
}

/** The combo to start with: the one wanted if this payer has it, else the usual one, else the payer's first. */
export function startingCombo(schema: PayerSchema, wanted: string, usual: string | null): string {
  const keys = schema.combos.map(comboKey);
  return [wanted, usual].find((key): key is string => key !== null && keys.includes(key)) ?? keys[0] ?? '';
}

/** 'member ID, birth date and last name': labels of any spelling, abbreviations left as they are. */
export function namesInWords(schema: PayerSchema, combo: readonly string[]): string {
  const labels = combo.map((name) => {
    const label = fieldOf(schema, name)?.label ?? name;
    return label.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
  });
  const last = labels.pop() ?? '';
  return labels.length === 0 ? last : `${labels.join(', ')} and ${last}`;
}

/** 'Member ID, birth date and last name'. */
export function comboInWords(schema: PayerSchema, combo: readonly string[]): string {
  const words = namesInWords(schema, combo);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** 'Service type (Maximum: 3)'. */
export function serviceTypeLabel(field: PayerField): string {
  const limit = field.max_options;
  return field.multiple && limit !== null && limit < MAX_OPTIONS_SHOWN_BELOW ? `${field.label} (Maximum: ${limit})` : field.label;
}

interface Rules {
  schema: PayerSchema;
  shown: readonly FormField[];
  /** The user's own day, YYYY-MM-DD. */
  today: string;
  /** A draft needs nothing, but what is given must be well formed. */
  needsAll: boolean;
}

/** What is wrong with a field as it stands, in words; null when nothing is. */
export function fieldFault(name: string, values: InquiryFormValues, { schema, shown, today, needsAll }: Rules): string | null {
  if (!isFormField(name)) return null;
  const value = values[name];
  const isDate = ['birth-date', 'as-of-date'].includes(FORM_FIELDS[name].kind);
  if (isDate && typeof value === 'string' && value !== '' && isoFromDateDigits(value) === null) return WHOLE_DATE;
  const form = toBody(values, { shown, parentId: null, draftId: null });
  const faults = needsAll ? validateSubmission(form, schema, today) : validateDraft(form, schema, today);
  return faults[name]?.join(' ') ?? null;
}

/** Whether sending needs the field: the rules complain when the form is empty. */
export function isRequired(schema: PayerSchema, name: FormField, combo: string): boolean {
  const bare = { provider_id: '', payer_id: '', selectedCombo: comboFields(combo) };
  return validateSubmission(bare, schema, '9999-12-31')[name] !== undefined;
}

/** The user's own calendar day, YYYY-MM-DD. */
export function localToday(now: Date): string {
  return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, '0'), String(now.getDate()).padStart(2, '0')].join('-');
}
