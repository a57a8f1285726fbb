/** Payers as admins see them, their clearinghouses, and how those have answered (product.md 3.2, 15.6). */
import * as z from 'zod/mini';
import { payerFormSchema } from '../payers/payer.schema.ts';
import { id, instant } from '../scalars.ts';

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
