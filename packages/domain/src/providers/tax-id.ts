/** Employer identification numbers: nine digits, written 12-3456789 (product.md 5.2). */

/** The nine digits; null where what was typed has another form. */
export function readTaxId(typed: string): string | null {
  const compact = typed.replaceAll(/\s/g, '');
  return /^\d{2}-?\d{7}$/.test(compact) ? compact.replace('-', '') : null;
}

export const formatTaxId = (digits: string): string => `${digits.slice(0, 2)}-${digits.slice(2)}`;
