/** A new password: checked by the rules, then hashed (product.md 13.1). */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { passwordFault, type PasswordContext } from '@coverlight/domain/auth/password-rules.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

let common: ReadonlySet<string> | undefined;
const isCommon = (password: string): boolean => (common ??= new Set(COMMON_PASSWORDS.split(' '))).has(password);

/** Words for its field; null where it is taken. */
export const faultOfPassword = (password: string, context: Omit<PasswordContext, 'isCommon'>): string | null =>
  passwordFault(password, { ...context, isCommon });

/** The two fields of a new password typed twice. Empty where nothing is wrong. */
export function faultsOfTypedTwice(
  { new_password1: first, new_password2: second }: { new_password1: string; new_password2: string },
  context: Omit<PasswordContext, 'isCommon'>,
): FieldErrors {
  const errors: FieldErrors = {};
  const fault = faultOfPassword(first, context);
  if (fault !== null) errors.new_password1 = [fault];
  if (first !== second) errors.new_password2 = ['The two passwords do not match.'];
  return errors;
}
