/** What the registration form starts from and what it sends (docs/product.md 2.4). */
import type { RegistrationInfo } from '@coverlight/contract/auth/auth.contract.ts';
import { type DigitMask, npiMask, phoneMask, taxIdMask } from '#ui/digit-mask.ts';

export interface RegistrationValues {
  organization_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  password: string;
  provider_name: string;
  provider_npi: string;
  provider_tax_id: string;
  agree: boolean;
}

/** In the order of the screen. */
export const REGISTRATION_FIELDS = [
  'organization_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'password',
  'provider_name',
  'provider_npi',
  'provider_tax_id',
  'agree',
] as const satisfies ReadonlyArray<keyof RegistrationValues>;

const digits = (mask: DigitMask, text: string | null | undefined) => mask.fromPaste(text ?? '') ?? '';

/** `info` null: nothing was saved for this practice. */
export function registrationStart(info: RegistrationInfo | null): RegistrationValues {
  return {
    organization_name: info?.organization_name ?? '',
    first_name: info?.first_name ?? '',
    last_name: info?.last_name ?? '',
    email: info?.email ?? '',
    phone: digits(phoneMask, info?.phone),
    password: '',
    provider_name: info?.provider_name ?? '',
    provider_npi: digits(npiMask, info?.provider_npi),
    provider_tax_id: digits(taxIdMask, info?.provider_tax_id),
    agree: false,
  };
}
