/** Curating payers: switches, groups, schemas, merging, syncing, uploads and their health (product.md 15). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { payerFieldSchema, payerFormSchema } from '../payers/payer.schema.ts';
import { id, idParams, instant, pageQuery, queryBoolean, requiredText, sortQuery, text } from '../scalars.ts';

const payerHead = {
  id,
  name: z.string(),
  name_internal: z.string(),
  code: z.nullable(z.string()),
  is_available: z.boolean(),
  is_active: z.boolean(),
  pverify_name: z.nullable(z.string()),
  pverify_code: z.nullable(z.string()),
  pverify_is_active: z.boolean(),
  pverify_is_available: z.boolean(),
  is_blue: z.boolean(),
  is_group: z.boolean(),
  split_service_type: z.boolean(),
  /** Null for a top-level payer. */
  payer_group_id: z.nullable(id),
  payer_group: z.nullable(z.object({ id, name: z.string() })),
  /** The payer it was merged into. */
  parent_id: z.nullable(id),
  deleted_at: z.nullable(instant),
  /** Its schema was edited by an admin, which a sync of all schemas leaves alone. */
  is_schema_edited: z.boolean(),
  created_at: instant,
  updated_at: instant,
};
export const adminPayerRowSchema = z.object({
  ...payerHead,
  /** Members of a group, or the two a payer was merged from. */
  children: z.array(z.object({ id, name: z.string(), code: z.nullable(z.string()), pverify_code: z.nullable(z.string()) })),
});
export type AdminPayerRow = z.infer<typeof adminPayerRowSchema>;
export const adminPayerSchema = z.object({
  ...adminPayerRowSchema.shape,
  schema: z.object({ ...payerFormSchema.shape, source: z.enum(['availity', 'admin', 'default']) }),
  /** Combos that the payer's own refusal named, to be taken over on wish; null where there was none. */
  suggested_combos: z.nullable(z.array(z.array(z.string()))),
});
export type AdminPayer = z.infer<typeof adminPayerSchema>;

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
export const syncCountsSchema = z.object({
  availity_new_payers: z.number(),
  availity_updated_payers: z.number(),
  pverify_new_payers: z.number(),
  pverify_updated_payers: z.number(),
});

const one = z.object({ payer: adminPayerSchema });
const code = z.optional(z.nullable(text(40)));

export const healthRowSchema = z.object({
  payer: z.object({ id, name: z.string() }),
  source: z.enum(['availity', 'pVerify']),
  /** Questions of the period and how many were answered or refused by the payer. */
  asked: z.number(),
  answered: z.number(),
  /** Seconds from question to answer; null without answers. */
  median_seconds: z.nullable(z.number()),
  p95_seconds: z.nullable(z.number()),
  last_failure_at: z.nullable(instant),
  circuit: z.enum(['closed', 'open']),
});
export type HealthRow = z.infer<typeof healthRowSchema>;

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
      /** Only payers of this source alone, as merging needs them. */
      only: z.optional(z.enum(['availity', 'pverify'])),
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
    query: z.strictObject({ service: z.optional(z.enum(['all', 'availity', 'pverify'])) }),
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
    body: z.strictObject({ availity_payer_id: id, pverify_payer_id: id, name: requiredText(200) }),
    replies: { 201: one },
  }),
  split: endpoint({
    method: 'POST',
    path: '/admin/payers/split',
    access: 'admin',
    body: z.strictObject({ payer_id: id }),
    replies: { 200: z.object({ children: z.array(adminPayerRowSchema) }) },
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
