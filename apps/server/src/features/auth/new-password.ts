/** A new password: checked by the rules, then hashed (product.md 13.1). */
import { readFileSync } from 'node:fs';
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { passwordFault, type PasswordContext } from '@coverlight/domain/auth/password-rules.ts';

/**
 * The common passwords of 8 characters and more, lower case, one a line, from zxcvbn-ts (package @zxcvbn-ts/language-common 4.1.3).
 * Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., (c) 2021 @zxcvbn-ts; MIT license.
 * The build copies the file beside its bundle, so the same address serves both. Read at once: a server without it must not start.
 */
const COMMON = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);
const isCommon = (password: string): boolean => COMMON.has(password);

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
