/** What the platform gives case work: payers' phone numbers, and whether counsel has read the estimates' text (product.md 20.2, 20.7). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { id, idParams, instant, pageQuery, phone, text } from '../scalars.ts';

export const PAYER_PHONE_KINDS = ['eligibility', 'authorization', 'claims'] as const;
export const payerPhoneSchema = z.object({
  id,
  payer_id: id,
  payer_name: z.string(),
  kind: z.enum(PAYER_PHONE_KINDS),
  phone: z.string(),
  note: z.nullable(z.string()),
  updated_at: instant,
});
export type PayerPhone = z.infer<typeof payerPhoneSchema>;

export const estimateNoticeSchema = z.object({
  /** Counsel has read the text of the estimates: they print without the words that it has to. */
  is_confirmed: z.boolean(),
  confirmed_by: z.nullable(z.string()),
  confirmed_at: z.nullable(instant),
});
export type EstimateNotice = z.infer<typeof estimateNoticeSchema>;

const one = z.object({ payer_phone: payerPhoneSchema });
const kind = z.enum(PAYER_PHONE_KINDS);
const note = z.optional(z.nullable(text(200)));

export const adminCasesContract = {
  /** By payer and kind. */
  listPhones: endpoint({
    method: 'GET',
    path: '/admin/payer-phones',
    access: 'admin',
    query: z.strictObject({ ...pageQuery, payer_id: z.optional(id) }),
    replies: { 200: z.object({ payer_phones: z.array(payerPhoneSchema) }) },
  }),
  /** One of each kind a payer: 409 where there is one. */
  createPhone: endpoint({
    method: 'POST',
    path: '/admin/payer-phones',
    access: 'admin',
    body: z.strictObject({ payer_id: id, kind, phone, note }),
    replies: { 201: one },
  }),
  updatePhone: endpoint({
    method: 'PUT',
    path: '/admin/payer-phones/:id',
    access: 'admin',
    params: idParams,
    body: z.strictObject({ phone: z.optional(phone), note }),
    replies: { 200: one },
  }),
  removePhone: endpoint({ method: 'DELETE', path: '/admin/payer-phones/:id', access: 'admin', params: idParams, replies: { 204: null } }),
  estimateNotice: endpoint({
    method: 'GET',
    path: '/admin/estimate-notice',
    access: 'admin',
    replies: { 200: z.object({ estimate_notice: estimateNoticeSchema }) },
  }),
  confirmEstimateNotice: endpoint({
    method: 'PUT',
    path: '/admin/estimate-notice',
    access: 'admin',
    body: z.strictObject({ is_confirmed: z.boolean() }),
    replies: { 200: z.object({ estimate_notice: estimateNoticeSchema }) },
  }),
};
