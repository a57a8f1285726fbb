/** Small shapes that several features share. */
import * as z from 'zod/mini';

/** A ULID. An identifier, never a secret. */
export const id = z.string().check(z.regex(/^[0-9A-Z]{26}$/, 'This id is not valid.'));
export type Id = z.infer<typeof id>;
/** A secret of an e-mailed or handed-over link: 26 random characters, stored hashed. Looks like an id on purpose (product.md 2.1). */
export const linkCode = z.string().check(z.regex(/^[0-9A-Z]{26}$/, 'This link is not valid.'));
export const idParams = z.object({ id });
/** A calendar day `YYYY-MM-DD`; never passes through a time zone. */
export const isoDate = z.iso.date('Please enter a valid date.');
/** A day that people plan by: counting from it must not leave the years that have four digits. */
export const workDay = isoDate.check(
  z.refine((day) => day >= '1900-01-01' && day < '2200-01-01', 'Please enter a day between 1900 and 2199.'),
);
/** ISO 8601 in UTC. */
export const instant = z.iso.datetime();
/** Decimal digits with an optional fraction, as text so that nothing is rounded. */
export const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));
/**
 * Control characters and halves of a character cannot be stored or passed on; characters that change the direction of writing make a name
 * read as another.
 */
export const INVISIBLE = /[\p{Cc}\p{Cs}\u{61C}\u{200E}\u{200F}\u{2028}-\u{202E}\u{2066}-\u{2069}]/u;

/** A line of text as people type it: trimmed, without what cannot be seen. */
export function text(maxLength: number, minLength = 0) {
  return z.string().check(
    z.trim(),
    z.minLength(minLength, 'This field is required.'),
    z.maxLength(maxLength, `Please use at most ${maxLength} characters.`),
    z.refine((value) => !INVISIBLE.test(value), 'Please remove invisible characters.'),
  );
}
export const requiredText = (maxLength: number) => text(maxLength, 1);
export const email = z
  .string()
  .check(z.trim(), z.maxLength(254, 'Please use at most 254 characters.'), z.email('Please enter a valid email address.'));
/** Ten US digits, stored as digits; what was typed may hold brackets, blanks, hyphens and a leading +1. */
export const phone = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')),
  ),
  z.string().check(z.regex(/^\d{10}$/, 'Please enter a phone number with 10 digits.')),
);
/** A whole number that arrives as text in a query. */
export const queryNumber = z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Please send a whole number.')), z.transform(Number));
export const queryBoolean = z.pipe(
  z.enum(['true', 'false']),
  z.transform((value) => value === 'true'),
);
/** A comma list in a query, each entry one of `values`. */
export function commaList<const T extends readonly [string, ...string[]]>(values: T) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((list) => list.split(',').filter((entry) => entry !== '')),
    ),
    z.array(z.enum(values)),
  );
}
/** The same; an empty list, which would ask for nothing, is refused. */
export function filledList<const T extends readonly [string, ...string[]]>(values: T) {
  return commaList(values).check(z.refine((list) => list.length > 0, 'Please name at least one.'));
}
const page = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Pages count from 1.')), z.transform(Number));
const limit = z.pipe(
  z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Please send a whole number.')), z.transform(Number)),
  z.number().check(z.minimum(1, 'A page holds at least 1 row.'), z.maximum(100, 'A page holds at most 100 rows.')),
);
/** Paging, sorting and search of a list. `sort` is a column, or `-column` for descending. Without columns neither `sort` nor `q` is taken. */
export const pageQuery = { page: z.optional(page), limit: z.optional(limit) };
export function sortQuery<const T extends readonly [string, ...string[]]>(columns: T) {
  type Sort = T[number] | `-${T[number]}`;
  return {
    sort: z.optional(
      z.custom<Sort>(
        (value) => typeof value === 'string' && (columns as readonly string[]).includes(value.replace(/^-/, '')),
        'This list cannot be sorted by that.',
      ),
    ),
    q: z.optional(text(100)),
  };
}
