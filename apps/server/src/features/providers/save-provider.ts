/** Creating and changing a facility, with the checks of its numbers (product.md 5.2). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { isNpi } from '@coverlight/domain/providers/npi.ts';
import { readTaxId } from '@coverlight/domain/providers/tax-id.ts';
import { invalid } from '#http/app-error.ts';

export interface ProviderInput {
  name?: string | undefined;
  npi?: string | undefined;
  tax_id?: string | undefined;
  is_active?: boolean | undefined;
}

export interface ProviderChange {
  name?: string;
  npi?: string;
  tax_id?: string;
  is_active?: boolean;
}

/** Digits only; throws 422 by field. A key left out stays. */
export function checkedProvider(input: ProviderInput): ProviderChange {
  const errors: FieldErrors = {};
  const change: ProviderChange = {};
  if (input.name !== undefined) change.name = input.name;
  if (input.is_active !== undefined) change.is_active = input.is_active;
  if (input.npi !== undefined) {
    const npi = input.npi.replaceAll(/[\s-]/g, '');
    if (isNpi(npi)) change.npi = npi;
    else errors.npi = ['Please enter a valid 10-digit NPI.'];
  }
  if (input.tax_id !== undefined) {
    const taxId = readTaxId(input.tax_id);
    if (taxId !== null) change.tax_id = taxId;
    else errors.tax_id = ['Please enter a tax id with 9 digits, such as 12-3456789.'];
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return change;
}
