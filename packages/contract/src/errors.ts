/** The one shape of every refusal: words by field, NOFIELD for what belongs to none (product.md 7.2). */
import * as z from 'zod/mini';

export const NOFIELD = 'NOFIELD';
export const fieldErrorsSchema = z.record(z.string(), z.array(z.string()));
export type FieldErrors = z.infer<typeof fieldErrorsSchema>;
export const errorBodySchema = z.object({ errors: fieldErrorsSchema });
export type ErrorBody = z.infer<typeof errorBodySchema>;
