import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, text, workDay } from '../scalars.ts';
import { careLevelSchema } from './case.schema.ts';
import {
  actualSchema,
  apartSchema,
  DELIVERY_WAYS,
  ESTIMATE_KINDS,
  ESTIMATE_STATES,
  estimateBasisSchema,
  estimateLineSchema,
  estimateSchema,
  rangeSchema,
} from './estimate.schema.ts';
import { remittanceReadingSchema } from './remittance.schema.ts';

const one = z.object({ estimate: estimateSchema });
const lines = z.array(estimateLineSchema).check(z.maxLength(100));

export const estimatesContract = {
  /** Newest first. */
  list: endpoint({
    method: 'GET',
    path: '/cases/:id/estimates',
    access: 'user',
    params: idParams,
    replies: { 200: z.object({ estimates: z.array(estimateSchema) }) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/cases/:id/estimates',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      kind: z.enum(ESTIMATE_KINDS),
      /** A Good Faith Estimate needs at least one. */
      lines: z.optional(lines),
      apart: z.optional(apartSchema),
      /** What the arithmetic starts from; an 'estimate' needs it. */
      basis: z.optional(z.nullable(estimateBasisSchema)),
      /** The day on which the service was scheduled; today where a service day is named and this is not. */
      scheduled_on: z.optional(z.nullable(workDay)),
      service_on: z.optional(z.nullable(workDay)),
      /** The day on which the patient asked for it. */
      requested_on: z.optional(z.nullable(workDay)),
      /** IANA zone; America/Los_Angeles if absent. */
      zone: z.optional(text(64)),
      replaces: z.optional(z.nullable(id)),
    }),
    replies: { 201: one },
  }),
  get: endpoint({ method: 'GET', path: '/estimates/:id', access: 'user', params: idParams, replies: { 200: one } }),
  update: endpoint({
    method: 'PUT',
    path: '/estimates/:id',
    access: 'user',
    params: idParams,
    body: z.strictObject({
      /** `delivered` needs `how`; `settled` needs what was billed. */
      state: z.optional(z.enum(ESTIMATE_STATES)),
      how: z.optional(z.enum(DELIVERY_WAYS)),
      /** Of a draft only, as the days are. */
      lines: z.optional(lines),
      apart: z.optional(apartSchema),
      basis: z.optional(z.nullable(estimateBasisSchema)),
      scheduled_on: z.optional(z.nullable(workDay)),
      service_on: z.optional(z.nullable(workDay)),
      requested_on: z.optional(z.nullable(workDay)),
      actuals: z.optional(z.array(actualSchema).check(z.maxLength(50))),
      version: z.optional(z.int()),
    }),
    replies: { 200: one },
  }),
  /** For the patient. Says that it is a draft for counsel until an admin has confirmed that the text was read. */
  pdf: endpoint({
    method: 'GET',
    path: '/estimates/:id/pdf',
    access: 'user',
    params: idParams,
    produces: 'stream',
    query: z.strictObject({ language: z.optional(z.enum(['en', 'es'])) }),
    replies: { 200: null },
  }),
  /** A form with `file`, an X12 835 of at most 2 MB. What storing it would do; nothing of it is kept. 422 under `file` where it is none. */
  readRemittance: endpoint({
    method: 'POST',
    path: '/estimates/:id/remittance/preview',
    access: 'user',
    params: idParams,
    consumes: 'multipart',
    replies: { 200: z.object({ reading: remittanceReadingSchema }) },
  }),
  /**
   * The same file again with `digest` as it was told, `claims` (their keys, a comma between), `level` (or absent: they count for no range) and
   * `provider_id` for those whose facility is not told. 409 unless the estimate was handed over and is not settled.
   */
  storeRemittance: endpoint({
    method: 'POST',
    path: '/estimates/:id/remittance',
    access: 'user',
    params: idParams,
    consumes: 'multipart',
    replies: { 200: one },
  }),
  /** Takes a claim away that a remittance told, and its amounts with it. */
  removeClaim: endpoint({ method: 'DELETE', path: '/estimate-claims/:id', access: 'user', params: idParams, replies: { 200: one } }),
  /** 403 as the reimbursement card. */
  range: endpoint({
    method: 'GET',
    path: '/cases/:id/range',
    access: 'user',
    params: idParams,
    query: z.strictObject({ level: careLevelSchema }),
    replies: { 200: rangeSchema },
  }),
};
