/** What the columns of a practice's own list may hold, and what is kept of a row (product.md 19.1). */
import * as z from 'zod/mini';
import { text } from '../scalars.ts';

/** Of a cell; longer ones are refused when a file is read. */
export const CELL_LENGTH = 500;
export const COLUMNS_AT_MOST = 200;

/** What a row says once it was read; days are YYYY-MM-DD, all else is text as it stood. */
export const CONTENT_FIELDS = [
  'external_id',
  'first',
  'last',
  'suffix',
  'birth_date',
  'gender',
  'member_id',
  'payer_name',
  'payer_id',
  'group_number',
  'relationship',
  'subscriber_first',
  'subscriber_last',
  'subscriber_birth_date',
  'subscriber_member_id',
  /** A day, or a day with a time of the practice's clock: YYYY-MM-DD or YYYY-MM-DDTHH:MM. */
  'appointment_at',
  'provider_name',
  'provider_npi',
  /** X12 codes with commas between them. */
  'service_type',
  /** Codes of levels of care with commas between them. */
  'level_of_care',
  'tag',
] as const;
export type ContentField = (typeof CONTENT_FIELDS)[number];

/** What a column may be said to hold; whole names are taken apart when a row is read. */
export const BATCH_COLUMNS = [...CONTENT_FIELDS, 'full_name', 'subscriber_full_name'] as const;
export const batchColumnSchema = z.enum(BATCH_COLUMNS);
export type BatchColumn = z.infer<typeof batchColumnSchema>;

export const DATE_COLUMNS = ['birth_date', 'subscriber_birth_date', 'appointment_at'] as const;
export type DateColumn = (typeof DATE_COLUMNS)[number];
/** Month, day and year in the order in which a column has them. */
export const DATE_ORDERS = ['mdy', 'dmy', 'ymd'] as const;
export const dateOrderSchema = z.enum(DATE_ORDERS);
export type DateOrder = z.infer<typeof dateOrderSchema>;

export const batchMappingSchema = z.strictObject({
  /** What each column holds, from the left; null: it is not used. */
  columns: z.array(z.nullable(batchColumnSchema)).check(z.maxLength(COLUMNS_AT_MOST)),
  /** Of the columns that hold days; one that is not named has the American order. */
  date_orders: z.strictObject({
    birth_date: z.optional(dateOrderSchema),
    subscriber_birth_date: z.optional(dateOrderSchema),
    appointment_at: z.optional(dateOrderSchema),
  }),
});
export type BatchMapping = z.infer<typeof batchMappingSchema>;

/** A field is absent where its cell was empty. What could not be read stands as it was typed, with a problem beside it. */
export const batchContentSchema = z.strictObject(
  Object.fromEntries(CONTENT_FIELDS.map((field) => [field, z.optional(text(CELL_LENGTH))])) as Record<
    ContentField,
    z.ZodMiniOptional<ReturnType<typeof text>>
  >,
);
export type BatchContent = z.infer<typeof batchContentSchema>;

/** What is to be mended, or looked at, in one field of a row; in words that name no patient. */
export const rowRemarkSchema = z.object({ field: z.enum(CONTENT_FIELDS), words: z.string() });
export type RowRemark = z.infer<typeof rowRemarkSchema>;
