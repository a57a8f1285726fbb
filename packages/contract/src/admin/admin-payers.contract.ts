/** Curating payers: switches, groups, schemas, merging, syncing, uploads and their health (product.md 15). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import {
  adminPayerRowSchema,
  adminPayerSchema,
  clearinghouseSchema,
  healthRowSchema,
  mergeablePayerSchema,
  syncCountsSchema,
} from './admin-payer.schema.ts';
import { payerFieldSchema } from '../payers/payer.schema.ts';
import { id, idParams, instant, pageQuery, queryBoolean, requiredText, sortQuery, text } from '../scalars.ts';

/** Long work under way; asked for until it ends with its own answer. */
export const jobProgressSchema = z.object({ job: z.object({ id, done: z.number(), total: z.nullable(z.number()) }) });
/** Work that a list shows the progress of. */
export const JOB_KINDS = [
  'sync-payers',
  'sync-schemas',
  'upload-payers',
  'upload-prefixes',
  'upload-reimbursements',
  'upload-la-prefixes',
] as const;
export type JobKind = (typeof JOB_KINDS)[number];
const one = z.object({ payer: adminPayerSchema });
const code = z.optional(z.nullable(text(40)));
/** A clearinghouse's id in any case. */
const clearinghouseWord = z.optional(text(60));

export const adminPayersContract = {
  list: endpoint({
    method: 'GET',
    path: '/admin/payers',
    access: 'admin',
    query: z.strictObject({
      ...pageQuery,
      ...sortQuery(['name', 'code', 'pverify_code', 'is_active', 'pverify_is_active', 'updated_at']),
      is_group: z.optional(queryBoolean),
      is_available: z.optional(queryBoolean),
      /** 'none': top-level payers only. */
      payer_group_id: z.optional(z.union([id, z.literal('none')])),
      /** Only payers of this clearinghouse alone, as merging needs them. */
      only: clearinghouseWord,
    }),
    replies: { 200: z.object({ payers: z.array(adminPayerRowSchema) }) },
  }),
  get: endpoint({ method: 'GET', path: '/admin/payers/:id', access: 'admin', params: idParams, replies: { 200: one } }),
  create: endpoint({
    method: 'POST',
    path: '/admin/payers',
    access: 'admin',
    body: z.strictObject({ name: requiredText(200), code, is_blue: z.optional(z.boolean()), is_group: z.optional(z.boolean()) }),
    replies: { 201: one },
  }),
  /** `updated_at` as read: 409 where somebody else changed it meanwhile. `payer_group_id` 0 or null leaves the group. */
  update: endpoint({
    method: 'PUT',
    path: '/admin/payers/:id',
    access: 'admin',
    params: idParams,
    body: z.strictObject({
      name: z.optional(requiredText(200)),
      name_internal: z.optional(text(200)),
      code,
      pverify_code: code,
      pverify_name: z.optional(z.nullable(text(200))),
      is_active: z.optional(z.boolean()),
      pverify_is_active: z.optional(z.boolean()),
      is_blue: z.optional(z.boolean()),
      is_group: z.optional(z.boolean()),
      split_service_type: z.optional(z.boolean()),
      payer_group_id: z.optional(z.nullable(z.union([id, z.literal(0)]))),
      sources: z.optional(
        z
          .array(
            z.strictObject({
              clearinghouse: text(60),
              code,
              typed_name: z.optional(z.nullable(text(200))),
              is_active: z.optional(z.boolean()),
            }),
          )
          .check(z.maxLength(50)),
      ),
      route_order: z.optional(z.nullable(z.array(text(60)).check(z.maxLength(50)))),
      schema: z.optional(
        z.strictObject({
          fields: z.optional(z.array(payerFieldSchema).check(z.maxLength(40))),
          combos: z.optional(z.array(z.array(text(40)).check(z.minLength(1), z.maxLength(10))).check(z.maxLength(30))),
        }),
      ),
      updated_at: z.optional(instant),
    }),
    replies: { 200: one },
  }),
  /** All of them join this group and take its blue flag. `updated_at` by id, as read: 409 where somebody else changed one meanwhile. */
  bulkGroup: endpoint({
    method: 'PUT',
    path: '/admin/payers/:id/bulk',
    access: 'admin',
    params: idParams,
    body: z.strictObject({
      payer_ids: z.array(id).check(z.minLength(1), z.maxLength(1000)),
      updated_at: z.optional(z.record(id, instant)),
    }),
    replies: { 204: null },
  }),
  syncOne: endpoint({
    method: 'POST',
    path: '/admin/payers/:id/sync',
    access: 'admin',
    params: idParams,
    replies: { 200: z.object({ message: z.string() }), 202: jobProgressSchema },
  }),
  syncAll: endpoint({
    method: 'POST',
    path: '/admin/payers/sync',
    access: 'admin',
    /** 'all', or one clearinghouse. */
    query: z.strictObject({ service: clearinghouseWord }),
    replies: { 200: syncCountsSchema, 202: jobProgressSchema },
  }),
  syncSchema: endpoint({
    method: 'POST',
    path: '/admin/payers/:id/schema',
    access: 'admin',
    params: idParams,
    replies: { 204: null, 202: jobProgressSchema },
  }),
  syncSchemas: endpoint({ method: 'POST', path: '/admin/payers/schemas', access: 'admin', replies: { 204: null, 202: jobProgressSchema } }),
  /** 202 with its progress while it runs, then the answer of the work itself: counts of a sync, or 204. */
  job: endpoint({
    method: 'GET',
    path: '/admin/jobs/:id',
    access: 'admin',
    params: idParams,
    replies: { 200: z.union([syncCountsSchema, z.object({ message: z.string() })]), 202: jobProgressSchema, 204: null },
  }),
  /** Work on all payers and uploads that are under way, whoever began them. */
  runningJobs: endpoint({
    method: 'GET',
    path: '/admin/jobs',
    access: 'admin',
    replies: {
      200: z.object({
        jobs: z.array(z.object({ id, kind: z.enum(JOB_KINDS), done: z.number(), total: z.nullable(z.number()) })),
      }),
    },
  }),
  merge: endpoint({
    method: 'POST',
    path: '/admin/payers/merge',
    access: 'admin',
    /** Either the two that Availity and pVerify alone know, or any whose clearinghouses differ. */
    body: z.union([
      z.strictObject({ availity_payer_id: id, pverify_payer_id: id, name: requiredText(200) }),
      z.strictObject({ payer_ids: z.array(id).check(z.minLength(2), z.maxLength(20)), name: requiredText(200) }),
    ]),
    replies: { 201: one },
  }),
  /** Payers of one name at different clearinghouses, the first 50 groups of them. */
  mergeProposals: endpoint({
    method: 'GET',
    path: '/admin/payers/merge-proposals',
    access: 'admin',
    replies: { 200: z.object({ proposals: z.array(z.array(mergeablePayerSchema)) }) },
  }),
  split: endpoint({
    method: 'POST',
    path: '/admin/payers/split',
    access: 'admin',
    body: z.strictObject({ payer_id: id }),
    replies: { 200: z.object({ children: z.array(adminPayerRowSchema) }) },
  }),
  /** Those that are configured, in the order in which they are asked. */
  clearinghouses: endpoint({
    method: 'GET',
    path: '/admin/clearinghouses',
    access: 'admin',
    replies: { 200: z.object({ clearinghouses: z.array(clearinghouseSchema) }) },
  }),
  /** CSV without header: CODE, NAME. */
  upload: endpoint({
    method: 'POST',
    path: '/admin/payers/upload',
    access: 'admin',
    consumes: 'multipart',
    replies: { 204: null, 202: jobProgressSchema },
  }),
  /** CSV without header: PREFIX, PAYER NAME, PAYER ID (the payer's code). */
  uploadPrefixes: endpoint({
    method: 'POST',
    path: '/admin/payers/prefix/upload',
    access: 'admin',
    consumes: 'multipart',
    replies: { 204: null, 202: jobProgressSchema },
  }),
  /** Of the last 7 days, the most asked first. */
  health: endpoint({
    method: 'GET',
    path: '/admin/health',
    access: 'admin',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['name', 'asked', 'answered', 'last_failure_at']) }),
    replies: { 200: z.object({ payers: z.array(healthRowSchema) }) },
  }),
};
