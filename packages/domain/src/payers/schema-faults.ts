/** What keeps a schema that an admin edited from being asked with (product.md 15.2). */
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { isDay } from '../inquiries/calendar-day.ts';
import { usablePattern } from './usable-pattern.ts';

/** Sentences, none where all is well. Fields as they stand in `before` are not judged: some payers' own ones are odd. */
export function schemaFaults(schema: PayerSchema, before: PayerSchema): string[] {
  const names = schema.fields.map(({ name }) => name);
  const known = new Set(before.fields.map(printOf));
  const edited = schema.fields.filter((field) => !known.has(printOf(field)));
  return [
    ...(schema.fields.some(({ allowed }) => allowed) ? [] : ['A schema needs a field that the payer takes.']),
    ...(schema.combos.length > 0 ? [] : ['A schema needs a combo: without one nobody says how to find the patient.']),
    ...repeated(names).map((name) => `The field "${name}" is there twice.`),
    ...edited.flatMap((field) => {
      const fault = faultOfField(field);
      return fault === null ? [] : [`The field "${field.name}": ${fault}`];
    }),
    ...schema.combos.flatMap((combo) => faultsOfCombo(combo, names)),
    ...(repeated(schema.combos.map((combo) => combo.toSorted().join(' '))).length > 0 ? ['A combo is there twice.'] : []),
  ];
}

function faultOfField({ label, pattern, min, maxLength, max_options, options }: PayerField): string | null {
  if (label.trim() === '' || label.length > 100) return 'the label needs 1 to 100 characters.';
  if (pattern !== null && usablePattern(pattern) === null) return 'the pattern is no regular expression that can be used here.';
  if (min !== null && !isDay(min)) return 'the earliest date is not a date such as 2024-01-31.';
  if (![maxLength, max_options].every((count) => count === null || (Number.isInteger(count) && count > 0)))
    return 'counts are whole numbers above zero.';
  const ids = options.map(({ id }) => id.trim());
  if (ids.includes('') || options.some(({ name }) => name.trim() === '')) return 'an option needs a code and a name.';
  return repeated(ids).length > 0 ? 'an option is there twice.' : null;
}

function faultsOfCombo(combo: readonly string[], names: readonly string[]): string[] {
  return [
    ...combo.filter((name) => !names.includes(name)).map((name) => `A combo names "${name}", which is not among the fields.`),
    ...repeated(combo).map((name) => `A combo names "${name}" twice.`),
  ];
}

/** Two fields of one print are the same, in whatever order their keys were stored. */
const printOf = (field: PayerField): string => JSON.stringify(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)));

const repeated = (values: readonly string[]): string[] => [...new Set(values.filter((value, at) => values.indexOf(value) !== at))];
