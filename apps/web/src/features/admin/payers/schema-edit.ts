/** What the schema editor does to a payer's fields and combos; nothing here changes what it is given. */
import { FORM_FIELDS, type FormField, IDENTIFIERS, isFormField, labelOfField } from '@coverlight/contract/inquiries/form-fields.ts';
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { payerField } from '@coverlight/domain/payers/payer-field.ts';

/** Every combination of one to four of the patient's identifiers: 15, the small ones first. */
export const ALL_COMBOS: ReadonlyArray<readonly string[]> = Array.from({ length: 15 }, (_unused, index) =>
  IDENTIFIERS.filter((_name, bit) => ((index + 1) & (1 << bit)) !== 0),
).toSorted((a, b) => a.length - b.length);

export function comboKey(combo: readonly string[]): string {
  return combo.toSorted().join('+');
}

/** 'Member ID, birth date' */
export function comboWords(combo: readonly string[]): string {
  const words = combo.map((name) => (isFormField(name) ? FORM_FIELDS[name].words : name)).join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function withCombo(schema: PayerSchema, combo: readonly string[], isWanted: boolean): PayerSchema {
  const others = schema.combos.filter((one) => comboKey(one) !== comboKey(combo));
  return { ...schema, combos: isWanted ? [...others, [...combo]] : others };
}

export function withField(schema: PayerSchema, name: string, change: Partial<PayerField>): PayerSchema {
  return { ...schema, fields: schema.fields.map((field) => (field.name === name ? { ...field, ...change } : field)) };
}

export function withNewField(schema: PayerSchema, name: FormField): PayerSchema {
  return { ...schema, fields: [...schema.fields, payerField(name, labelOfField(name))] };
}

/** One option a line, 'code: name'. */
export function optionsText(options: PayerField['options']): string {
  return options.map(({ id, name }) => `${id}: ${name}`).join('\n');
}

/** A line without a colon is a code that names itself. */
export function optionsFrom(text: string): PayerField['options'] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [id = '', ...name] = line.split(':');
      return { id: id.trim(), name: name.join(':').trim() || id.trim() };
    });
}

/** A whole number above zero, or null. */
export function countFrom(text: string): number | null {
  const digits = text.replaceAll(/\D/g, '');
  return digits === '' || Number(digits) === 0 ? null : Number(digits);
}

export function isSameSchema(a: PayerSchema, b: PayerSchema): boolean {
  const plain = ({ fields, combos }: PayerSchema) => JSON.stringify([fields, combos.map(comboKey).toSorted()]);
  return plain(a) === plain(b);
}
