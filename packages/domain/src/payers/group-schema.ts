/** A group's own form: what all its members know, so that whatever is typed fits the member chosen later (product.md 11.3). */
import type { PayerField, PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';
import { defaultSchema } from './default-schema.ts';

/** Member id first, since its prefix names the member. Without members the default applies. */
export function groupSchema(members: readonly PayerSchema[]): PayerSchema {
  const [first, ...others] = members;
  if (first === undefined) return defaultSchema();
  const shared = first.fields
    .filter((field) => field.allowed)
    .flatMap((field) => {
      const same = others.map((schema) => schema.fields.find((other) => other.name === field.name && other.allowed));
      return same.every((other) => other !== undefined) ? [same.reduce(loosest, field)] : [];
    })
    .toSorted((a, b) => Number(b.name === 'memberId') - Number(a.name === 'memberId'));
  const names = new Set(shared.map((field) => field.name));
  const combos = first.combos.filter(
    (combo) => combo.every((name) => names.has(name)) && others.every((schema) => schema.combos.some((other) => sameFields(other, combo))),
  );
  return { fields: shared, combos: combos.length > 0 ? combos : firstUsable(members, names) };
}

const sameFields = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((name) => b.includes(name));

/** Members that agree on no combo still need one: the fullest, which the member's own schema then narrows. */
function firstUsable(members: readonly PayerSchema[], names: ReadonlySet<string>): string[][] {
  const usable = members.flatMap((schema) => schema.combos).filter((combo) => combo.every((name) => names.has(name)));
  const fullest = usable.toSorted((a, b) => b.length - a.length)[0];
  return fullest === undefined ? [] : [fullest];
}

/** What either allows: the member's own schema is checked again when it takes over. */
function loosest(a: PayerField, b: PayerField | undefined): PayerField {
  if (b === undefined) return a;
  return {
    ...a,
    required: a.required && b.required,
    pattern: a.pattern === b.pattern ? a.pattern : null,
    maxLength: a.maxLength === null || b.maxLength === null ? null : Math.max(a.maxLength, b.maxLength),
    min: a.min === null || b.min === null ? null : a.min < b.min ? a.min : b.min,
    options: a.options.filter((option) => b.options.some((other) => other.id === option.id)),
    multiple: a.multiple && b.multiple,
    max_options: a.max_options === null ? b.max_options : b.max_options === null ? a.max_options : Math.min(a.max_options, b.max_options),
  };
}
