/** Data behind the reimbursement estimates (product.md 17). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { jobProgressSchema } from './admin-payers.contract.ts';
import { decimal, id, idParams, instant, pageQuery, sortQuery, text } from '../scalars.ts';

export const reimbursementRowSchema = z.object({
  id,
  claim_id: z.string(),
  payer_id: id,
  payer: z.object({ id, name: z.string() }),
  employer_name: z.nullable(z.string()),
  group_number: z.nullable(z.string()),
  alpha_prefix: z.nullable(z.string()),
  dtx: z.nullable(decimal),
  rtc: z.nullable(decimal),
  php: z.nullable(decimal),
  iop: z.nullable(decimal),
  op: z.nullable(decimal),
  created_at: instant,
});
export type ReimbursementRow = z.infer<typeof reimbursementRowSchema>;

export const laPrefixSchema = z.object({ id, alpha_prefix: z.string(), member_id: z.string(), is_active: z.boolean() });
export type LaPrefix = z.infer<typeof laPrefixSchema>;

export const adminReimbursementsContract = {
  list: endpoint({
    method: 'GET',
    path: '/admin/reimbursements',
    access: 'admin',
    query: z.strictObject({
      ...pageQuery,
      ...sortQuery(['dtx', 'rtc', 'php', 'iop', 'op']),
      payer_id: z.optional(id),
      employer_name: z.optional(text(100)),
      group_number: z.optional(text(50)),
      alpha_prefix: z.optional(text(3)),
    }),
    replies: { 200: z.object({ reimbursements: z.array(reimbursementRowSchema) }) },
  }),
  upload: endpoint({
    method: 'POST',
    path: '/admin/reimbursements/upload',
    access: 'admin',
    consumes: 'multipart',
    replies: { 204: null, 202: jobProgressSchema },
  }),
  listLaPrefixes: endpoint({
    method: 'GET',
    path: '/admin/la-prefixes',
    access: 'admin',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['alpha_prefix', 'is_active']) }),
    replies: { 200: z.object({ la_prefixes: z.array(laPrefixSchema) }) },
  }),
  updateLaPrefix: endpoint({
    method: 'PUT',
    path: '/admin/la-prefixes/:id',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ is_active: z.boolean() }),
    replies: { 200: z.object({ la_prefix: laPrefixSchema }) },
  }),
  uploadLaPrefixes: endpoint({
    method: 'POST',
    path: '/admin/la-prefixes/upload',
    access: 'admin',
    consumes: 'multipart',
    replies: { 204: null, 202: jobProgressSchema },
  }),
};
