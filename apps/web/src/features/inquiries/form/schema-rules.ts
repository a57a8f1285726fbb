/** What a payer's schema makes of the form: which fields stand there and what each accepts (docs/product.md 2.8, 5.3). */
import { COMBO_FIELDS } from '@coverlight/contract/inquiries/inquiry.schema.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { dayText } from '#ui/calendar-date.tsx';
import { isoFromDateDigits } from '#ui/digit-mask.ts';
import { comboFields, comboKey, isSchemaFieldName, SCHEMA_FIELDS, type InquiryFormValues, type SchemaFieldName } from './form-values.ts';

const REQUIRED = 'This field is required.';
const SERVICE_TYPE_REQUIRED = 'Please select one or more service types.';
const MAX_AGE_YEARS = 100;
/** A limit of ten or more needs no saying. */
const MAX_OPTIONS_SHOWN_BELOW = 10;

const isIdentifier = (name: string) => (COMBO_FIELDS as readonly string[]).includes(name);

export function fieldOf(schema: PayerSchema, name: string): PayerField | undefined {
  return schema.fields.find((field) => field.name === name);
}

/** Identifiers only when the chosen combo, or an error (`joined`), names them; of the rest all that the payer allows. */
export function shownFields(schema: PayerSchema, combo: string, joined: ReadonlySet<string>): SchemaFieldName[] {
  const chosen = comboFields(combo);
  return SCHEMA_FIELDS.filter((name) => {
    if (joined.has(name) || chosen.includes(name)) return true;
    return !isIdentifier(name) && fieldOf(schema, name)?.allowed === true;
  });
}

/** The combo to start with: the one wanted if this payer has it, else the usual one, else the payer's first. */
export function startingCombo(schema: PayerSchema, wanted: string, usual: string | null): string {
  const keys = schema.combos.map(comboKey);
  return [wanted, usual].find((key): key is string => key !== null && keys.includes(key)) ?? keys[0] ?? '';
}

/** 'Member ID, birth date and last name'. */
export function comboInWords(schema: PayerSchema, combo: readonly string[]): string {
  const labels = combo.map((name, index) => {
    const label = fieldOf(schema, name)?.label ?? name;
    return index === 0 ? label : label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
  });
  const last = labels.pop() ?? '';
  return labels.length === 0 ? last : `${labels.join(', ')} and ${last}`;
}

export function isRequired(field: PayerField | undefined, name: string, combo: string): boolean {
  return comboFields(combo).includes(name) || field?.required === true;
}

/** 'Service type (Maximum: 3)'. */
export function serviceTypeLabel(field: PayerField): string {
  const limit = field.max_options;
  return field.multiple && limit !== null && limit < MAX_OPTIONS_SHOWN_BELOW ? `${field.label} (Maximum: ${limit})` : field.label;
}

/** Null where the payer gave none; one that does not compile is not applied. */
function compiled(pattern: string | null): RegExp | null {
  if (pattern === null || pattern === '') return null;
  try {
    return new RegExp(pattern);
  } catch {
    return null;
  }
}

export function birthDateFault(digits: string, today: string): string | null {
  if (digits === '') return null;
  const day = isoFromDateDigits(digits);
  if (day === null) return 'Please enter a whole date as MM/DD/YYYY.';
  if (day > today) return 'The birth date cannot be in the future.';
  const earliest = `${Number(today.slice(0, 4)) - MAX_AGE_YEARS}${today.slice(4)}`;
  return day < earliest ? `The birth date cannot be more than ${MAX_AGE_YEARS} years ago.` : null;
}

/** `min` is the payer's earliest date, null where it states none. */
export function asOfDateFault(digits: string, today: string, min: string | null): string | null {
  if (digits === '') return null;
  const day = isoFromDateDigits(digits);
  if (day === null) return 'Please enter a whole date as MM/DD/YYYY.';
  if (day > today) return 'The date cannot be in the future.';
  return min !== null && day < min ? `The earliest date this payer takes is ${dayText(min)}.` : null;
}

function textFault(field: PayerField, value: string): string | null {
  const text = value.trim();
  if (text === '') return null;
  if (field.maxLength !== null && text.length > field.maxLength) return `Please use at most ${field.maxLength} characters.`;
  const pattern = compiled(field.pattern);
  return pattern && !pattern.test(text) ? `${field.label} does not have the form this payer expects.` : null;
}

/** What is wrong with a field as it stands, in words; null when nothing is. `today` is the user's own, YYYY-MM-DD. */
export function fieldFault(
  name: string,
  values: InquiryFormValues,
  rules: { schema: PayerSchema; today: string; needsAll: boolean },
): string | null {
  if (!isSchemaFieldName(name)) return null;
  const field = fieldOf(rules.schema, name);
  const isMissing = name === 'serviceType' ? values.serviceType.length === 0 : values[name].trim() === '';
  if (isMissing) {
    if (!rules.needsAll || !isRequired(field, name, values.combo)) return null;
    return name === 'serviceType' ? SERVICE_TYPE_REQUIRED : REQUIRED;
  }
  if (name === 'patientBirthDate') return birthDateFault(values.patientBirthDate, rules.today);
  if (name === 'asOfDate') return asOfDateFault(values.asOfDate, rules.today, field?.min ?? null);
  if (name === 'serviceType' || !field) return null;
  return textFault(field, values[name]);
}

/** The user's own calendar day, YYYY-MM-DD. */
export function localToday(now: Date): string {
  return [now.getFullYear(), String(now.getMonth() + 1).padStart(2, '0'), String(now.getDate()).padStart(2, '0')].join('-');
}
