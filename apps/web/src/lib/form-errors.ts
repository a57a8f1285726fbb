/** Where the server's words go: under a field, or into the banner (docs/product.md 8). Screens never read status codes. */
import type { FieldErrors } from '@coverlight/contract/errors.ts';
import { ApiFailure } from './api.ts';

export const REQUIRED = 'This field is required.';
export const UNKNOWN_ERROR = 'An unknown error occured. Please try again.';
export const TRY_LATER = 'There seems to be an issue. Please try again later.';
export const LIST_ERROR = 'An error occurred. Please try again later.';

export interface PlacedErrors {
  /** One text per field the form has. */
  fields: Record<string, string>;
  /** What belongs to no field of the form; null when there is nothing to say. */
  banner: string | null;
}

/** `fallback` is said when the server gave no words at all. */
export function placeErrors(error: unknown, fieldNames: readonly string[], fallback: string): PlacedErrors {
  const errors = error instanceof ApiFailure ? error.errors : {};
  return placeFieldErrors(errors, fieldNames) ?? { fields: {}, banner: fallback };
}

/** NOFIELD and what the form has no field for go into the banner. Null when there is nothing to place. */
export function placeFieldErrors(errors: FieldErrors, fieldNames: readonly string[]): PlacedErrors | null {
  const fields: Record<string, string> = {};
  const general: string[] = [];
  for (const [name, messages] of Object.entries(errors)) {
    if (messages.length === 0) continue;
    if (fieldNames.includes(name)) fields[name] = messages.join(' ');
    else general.push(...messages);
  }
  if (Object.keys(fields).length === 0 && general.length === 0) return null;
  return { fields, banner: general.length > 0 ? general.join(' ') : null };
}

/** What was asked for is not there, or not any more. */
export function isNotThere(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

/** What it is about has changed meanwhile, or forbids it as it stands. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 409;
}

/** The session is over, or was not yet a whole one. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 401;
}
