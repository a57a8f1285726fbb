import type { RegistrationInfo } from '@coverlight/contract/auth/auth.contract.ts';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { email as emailShape, phone as phoneShape } from '@coverlight/contract/scalars.ts';
import { isNpi } from '@coverlight/domain/providers/npi.ts';
import { readTaxId } from '@coverlight/domain/providers/tax-id.ts';
import { invalid } from '#http/app-error.ts';

const FIELDS = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'organization_name',
  'provider_name',
  'provider_npi',
  'provider_tax_id',
] as const satisfies readonly (keyof RegistrationInfo)[];

/** What is given must be well formed, or the practice would be refused for what it never typed. Throws 422 by field. */
export function checkRegistrationInfo(input: { [K in keyof RegistrationInfo]?: string | null | undefined }): RegistrationInfo {
  const info = Object.fromEntries(FIELDS.map((field) => [field, input[field] || null])) as RegistrationInfo;
  const errors: FieldErrors = {};
  if (FIELDS.every((field) => info[field] === null)) throw invalid({ organization_name: ['Please fill in at least one field.'] });
  if (info.email !== null && !emailShape.safeParse(info.email).success) errors.email = ['Please enter a valid email address.'];
  if (info.phone !== null) {
    const phone = phoneShape.safeParse(info.phone);
    if (phone.success) info.phone = phone.data;
    else errors.phone = ['Please enter a phone number with 10 digits.'];
  }
  const npi = info.provider_npi?.replaceAll(/[\s-]/g, '') ?? null;
  if (npi !== null && !isNpi(npi)) errors.provider_npi = ['Please enter a valid 10-digit NPI.'];
  info.provider_npi = npi;
  if (info.provider_tax_id !== null && readTaxId(info.provider_tax_id) === null)
    errors.provider_tax_id = ['Please enter a tax id with 9 digits, such as 12-3456789.'];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return info;
}
