/** Which of a payer's ways to find a patient the form offers (product.md 3.2). */
import { isIdentifier } from '@coverlight/contract/inquiries/form-fields.ts';
import type { PayerSchema } from '@coverlight/contract/payers/payer.schema.ts';

/** Fields of a combo beside the four identifiers. */
export const beyondIdentifiers = (combo: readonly string[]): string[] => combo.filter((name) => !isIdentifier(name));

/** Only combos of the four identifiers; others where the payer has none of these. */
export function withOfferedCombos<Schema extends PayerSchema>(schema: Schema): Schema {
  const usual = schema.combos.filter((combo) => beyondIdentifiers(combo).length === 0);
  return usual.length === 0 ? schema : { ...schema, combos: usual };
}
