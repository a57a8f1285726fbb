/** Numbers that several forms about people and facilities ask for, each with its check (docs/product.md 5.2). */
import { isNpi } from '@coverlight/domain/providers/npi.ts';
import type { FieldValues } from 'react-hook-form';
import { npiMask, phoneMask, taxIdMask } from './digit-mask.ts';
import { DigitsField } from './digits-field.tsx';
import type { Tied } from './tied-field.ts';

/** (123) 456-7890 */
const PHONE_LENGTH = 14;

export function PhoneField<Values extends FieldValues>(props: Tied<Values> & { autoComplete?: string }) {
  const check = (digits: string) => (digits.length === 10 ? null : 'Please enter a phone number with 10 digits.');
  return <DigitsField autoComplete="tel-national" {...props} mask={phoneMask} maxLength={PHONE_LENGTH} label="Phone" check={check} />;
}

export function NpiField<Values extends FieldValues>(props: Tied<Values> & { isRequired?: boolean }) {
  const check = (digits: string) => (isNpi(digits) ? null : 'Please enter a valid 10-digit NPI.');
  return <DigitsField {...props} mask={npiMask} label="NPI" description="10 digits" check={check} />;
}

export function TaxIdField<Values extends FieldValues>(props: Tied<Values> & { isRequired?: boolean }) {
  const check = (digits: string) => (digits.length === 9 ? null : 'Please enter a tax id with 9 digits, such as 12-3456789.');
  return <DigitsField {...props} mask={taxIdMask} label="Tax ID" description="9 digits" check={check} />;
}
