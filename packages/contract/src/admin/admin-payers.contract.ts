/** Curating payers: switches, groups, schemas, merging, syncing, uploads and their health (product.md 15). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { payerFieldSchema, payerFormSchema } from '../payers/payer.schema.ts';
import { id, idParams, instant, pageQuery, queryBoolean, requiredText, sortQuery, text } from '../scalars.ts';

/** What a clearinghouse has of a payer. One that it never heard of has neither code nor name. */
export const payerSourceSchema = z.object({
  clearinghouse: z.string(),
  clearinghouse_name: z.string(),
  code: z.nullable(z.string()),
  /** Its own name for the payer; and what an admin put in its place. */
  name: z.nullable(z.string()),
  typed_name: z.nullable(z.string()),
  is_active: z.boolean(),
  is_available: z.boolean(),
  /** False: people ask there, by phone. */
  is_electronic: z.boolean(),
  /** Null: no list of it was seen to name the payer. */
  first_listed_at: z.nullable(instant),
  last_listed_at: z.nullable(instant),
});
export type PayerSource = z.infer<typeof payerSourceSchema>;

const payerHead = {
  id,
  name: z.string(),
  /** Of clearinghouses other than these two `sources` alone tells. */
  name_internal: z.string(),
  code: z.nullable(z.string()),
  is_available: z.boolean(),
  is_active: z.boolean(),
  pverify_name: z.nullable(z.string()),
  pverify_code: z.nullable(z.string()),
  pverify_is_active: z.boolean(),
  pverify_is_available: z.boolean(),
  /** Every clearinghouse that is configured or has the payer, in the order in which they are asked. */
  sources: z.array(payerSourceSchema),
  /** The order that an admin gave them; null: as configured. */
  route_order: z.nullable(z.array(z.string())),
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
  /** Members of a group, or those a payer was merged from. */
  children: z.array(z.object({ id, name: z.string(), code: z.nullable(z.string()), pverify_code: z.nullable(z.string()) })),
});
export type AdminPayerRow = z.infer<typeof adminPayerRowSchema>;
export const adminPayerSchema = z.object({
  ...adminPayerRowSchema.shape,
  /** `source`: the clearinghouse that says so, 'admin' who edited it, or 'default'. */
  schema: z.object({ ...payerFormSchema.shape, source: z.string() }),
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
  /** Listed before, but not any more. */
  withdrawn: z.number(),
  /** The same of each clearinghouse that was read, in that order. */
  sources: z.array(
    z.object({ clearinghouse: z.string(), name: z.string(), new_payers: z.number(), updated_payers: z.number(), withdrawn: z.number() }),
  ),
});
export type SyncCounts = z.infer<typeof syncCountsSchema>;

/** How a clearinghouse describes itself to admins. */
export const clearinghouseSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** False: its payers' codes are entered by hand. */
  lists_payers: z.boolean(),
  /** By which the list of payers is sorted by its codes; null where it cannot be. */
  sort: z.nullable(z.string()),
});
export type ClearinghouseFacts = z.infer<typeof clearinghouseSchema>;

/** `known_at`: the clearinghouses that have a code for it. */
export const mergeablePayerSchema = z.object({ id, name: z.string(), known_at: z.array(z.string()) });
export type MergeablePayer = z.infer<typeof mergeablePayerSchema>;

const one = z.object({ payer: adminPayerSchema });
const code = z.optional(z.nullable(text(40)));
/** A clearinghouse's id in any case. */
const clearinghouseWord = z.optional(text(60));

export const healthRowSchema = z.object({
  payer: z.object({ id, name: z.string() }),
  source: z.string(),
  source_name: z.string(),
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
