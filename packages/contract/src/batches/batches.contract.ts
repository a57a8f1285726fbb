import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { filledList, id, idParams, pageQuery, text } from '../scalars.ts';
import {
  batchPayerSchema,
  batchRowSchema,
  batchSchema,
  ceilingSchema,
  MOST_ROWS,
  reuseDaysSchema,
  ROW_NEEDS,
  ROW_STATES,
  rowChangesSchema,
} from './batch.schema.ts';
import { batchMappingSchema } from './columns.schema.ts';

const one = z.object({ batch: batchSchema });
const rowParams = z.object({ id, row: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_000_000)) });
/** Characters of a paste, 5 MB at most. */
const MOST_PASTED = 5 * 1024 * 1024;
const PASTE_TOO_LARGE = 'This is larger than 5 MB. Please leave out columns that are not needed, or bring the list in in parts.';
/** In JSON a tab, a line end and a quotation mark are two characters each, and some is beside the text. */
const BYTES_OF_PASTE = 2 * MOST_PASTED + 1024;

export const batchesContract = {
  /** The newest first. A restricted user's own. */
  list: endpoint({
    method: 'GET',
    path: '/batches',
    access: 'user',
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ batches: z.array(batchSchema) }) },
  }),
  /** A form with `provider_id`, then `file`; or this body, cells separated by tabs. 422 under `file` or `text` where it cannot be read. */
  create: endpoint({
    method: 'POST',
    path: '/batches',
    access: 'user',
    consumes: 'multipart',
    body: z.strictObject({
      source: z.literal(['paste', 'api']),
      text: z.string().check(z.minLength(1, 'This field is required.'), z.maxLength(MOST_PASTED, PASTE_TOO_LARGE)),
      provider_id: id,
    }),
    largestBody: { bytes: BYTES_OF_PASTE, field: 'text', words: PASTE_TOO_LARGE },
    replies: { 201: one },
  }),
  get: endpoint({ method: 'GET', path: '/batches/:id', access: 'user', params: idParams, replies: { 200: one } }),
  /**
   * Exactly one of: the sheet; what the columns mean; payers by name; the bounds. `sheet` beside a mapping says whose columns these are.
   * 409 where the batch is past it, or another sheet is chosen.
   */
  update: endpoint({
    method: 'PUT',
    path: '/batches/:id',
    access: 'user',
    params: idParams,
    body: z.union([
      z.strictObject({ sheet: text(200, 1) }),
      z.strictObject({ mapping: batchMappingSchema, sheet: z.optional(z.nullable(text(200, 1))) }),
      z.strictObject({
        payers: z.array(z.strictObject({ name: z.string().check(z.maxLength(500)), payer_id: id })).check(z.maxLength(MOST_ROWS)),
      }),
      z.strictObject({ ceiling: z.optional(ceilingSchema), reuse_days: z.optional(reuseDaysSchema) }),
    ]),
    replies: { 200: one },
  }),
  /** The different payer names, undecided ones first, then by how many rows have them. */
  payers: endpoint({
    method: 'GET',
    path: '/batches/:id/payers',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ payers: z.array(batchPayerSchema) }) },
  }),
  /** By row before it is sent; after that what needs somebody first. */
  rows: endpoint({
    method: 'GET',
    path: '/batches/:id/rows',
    access: 'user',
    params: idParams,
    query: z.strictObject({
      ...pageQuery,
      state: z.optional(filledList(ROW_STATES)),
      needs: z.optional(filledList(ROW_NEEDS)),
      /** `-needs` is not taken: what needs somebody is first. */
      sort: z.optional(z.enum(['row', 'needs'])),
    }),
    replies: { 200: z.object({ rows: z.array(batchRowSchema) }) },
  }),
  /**
   * Mends a row and checks it again. `payer`: of this row alone. A refused or failed row is asked again with it at once; 409 where it is
   * being asked or has an answer.
   */
  updateRow: endpoint({
    method: 'PATCH',
    path: '/batches/:id/rows/:row',
    access: 'user',
    needsSubscription: true,
    params: rowParams,
    body: z.strictObject({
      content: z.optional(rowChangesSchema),
      payer: z.optional(z.nullable(id)),
      left_out: z.optional(z.boolean()),
      is_done: z.optional(z.boolean()),
    }),
    replies: { 200: z.object({ row: batchRowSchema }) },
  }),
  /** Sends what is ready. 409 unless in state `review`. */
  start: endpoint({
    method: 'POST',
    path: '/batches/:id/start',
    access: 'user',
    needsSubscription: true,
    params: idParams,
    body: z.strictObject({ reuse_days: z.optional(reuseDaysSchema), ceiling: z.optional(ceilingSchema) }),
    replies: { 200: one },
  }),
  /** Nothing new is asked; what is asked already comes back. */
  pause: endpoint({ method: 'POST', path: '/batches/:id/pause', access: 'user', params: idParams, replies: { 200: one } }),
  /** Goes on, also with rows that the ceiling held back, where it has been raised. */
  resume: endpoint({
    method: 'POST',
    path: '/batches/:id/resume',
    access: 'user',
    needsSubscription: true,
    params: idParams,
    replies: { 200: one },
  }),
  /** For good; what is asked already comes back. */
  stop: endpoint({ method: 'POST', path: '/batches/:id/stop', access: 'user', params: idParams, replies: { 200: one } }),
  /** With the file's contents and those of its rows; the inquiries stay. 409 while it is sending. */
  remove: endpoint({ method: 'DELETE', path: '/batches/:id', access: 'user', params: idParams, replies: { 204: null } }),
  export: endpoint({
    method: 'GET',
    path: '/batches/:id/export',
    access: 'user',
    params: idParams,
    produces: 'stream',
    query: z.strictObject({
      format: z.enum(['csv', 'xlsx', 'pdf']),
      /** IANA zone; America/Los_Angeles if absent. */
      zone: z.optional(text(64)),
    }),
    replies: { 200: null },
  }),
};
