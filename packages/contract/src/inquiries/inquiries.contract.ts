import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { commaList, filledList, id, idParams, instant, isoDate, pageQuery, queryBoolean, sortQuery, text } from '../scalars.ts';
import { NETWORK_CODES, PAYMENT_TYPES } from './coverage.schema.ts';
import {
  COVERAGE_FILTERS,
  createdInquirySchema,
  INQUIRY_STATUSES,
  inquiryFormSchema,
  inquiryRowSchema,
  inquirySchema,
  recentAnswerSchema,
  refusedInquirySchema,
  reimbursementReportSchema,
} from './inquiry.schema.ts';

/** Search terms of a list; several must all hold (product.md 7.4). Never logged, never in the browser's address bar. */
export const inquirySearch = {
  patient_first_name: z.optional(text(60)),
  patient_last_name: z.optional(text(60)),
  member_id: z.optional(text(80)),
  patient_dob: z.optional(isoDate),
  payer_name: z.optional(text(100)),
};
const { sort, q } = sortQuery(['created_at']);
const one = z.object({ inquiry: inquirySchema });

export const inquiriesContract = {
  list: endpoint({
    method: 'GET',
    path: '/inquiries',
    access: 'user',
    query: z.strictObject({
      ...pageQuery,
      sort,
      /** Name, member id, birth date in any common form, payer. */
      q,
      ...inquirySearch,
      user_id: z.optional(id),
      provider_id: z.optional(id),
      status: z.optional(filledList(INQUIRY_STATUSES)),
      /** Any of them holds. */
      coverage: z.optional(filledList(COVERAGE_FILTERS)),
      /** Created at or after, and before. */
      created_from: z.optional(instant),
      created_before: z.optional(instant),
      is_hidden: z.optional(queryBoolean),
    }),
    replies: { 200: z.object({ inquiries: z.array(inquiryRowSchema) }) },
  }),
  /** Refused and failed checks of the last 30 days that nobody dismissed or sent again. */
  attention: endpoint({
    method: 'GET',
    path: '/inquiries/attention',
    access: 'user',
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ inquiries: z.array(inquiryRowSchema) }) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/inquiries',
    access: 'user',
    needsSubscription: true,
    body: inquiryFormSchema,
    replies: { 201: createdInquirySchema, 422: refusedInquirySchema },
  }),
  /** An answer of the last 24 hours to the same payer, member id and date, if there is one. Asks nobody. */
  recent: endpoint({
    method: 'POST',
    path: '/inquiries/recent',
    access: 'user',
    body: z.strictObject({ payer_id: id, memberId: text(80, 1), asOfDate: z.optional(z.nullable(isoDate)) }),
    replies: { 200: z.object({ recent: z.nullable(recentAnswerSchema) }) },
  }),
  /** With what a browser encrypts a form that is being filled in, for a reload: 32 bytes in base64, the same as long as the session lasts. */
  formKey: endpoint({ method: 'GET', path: '/inquiries/form-key', access: 'user', replies: { 200: z.object({ form_key: z.string() }) } }),
  createDraft: endpoint({ method: 'POST', path: '/inquiries/draft', access: 'user', body: inquiryFormSchema, replies: { 201: one } }),
  updateDraft: endpoint({
    method: 'PATCH',
    path: '/inquiries/:id/draft',
    access: 'user',
    params: idParams,
    body: inquiryFormSchema,
    replies: { 200: one },
  }),
  get: endpoint({ method: 'GET', path: '/inquiries/:id', access: 'user', params: idParams, replies: { 200: one } }),
  hide: endpoint({
    method: 'PUT',
    path: '/inquiries',
    access: 'manager',
    body: z.strictObject({ inquiry_ids: z.array(id).check(z.minLength(1), z.maxLength(1000)), is_hidden: z.boolean() }),
    replies: { 204: null },
  }),
  cancel: endpoint({ method: 'POST', path: '/inquiries/:id/cancel', access: 'user', params: idParams, replies: { 200: one } }),
  dismiss: endpoint({ method: 'POST', path: '/inquiries/:id/dismiss', access: 'user', params: idParams, replies: { 204: null } }),
  /** Says that the returned person is the patient, though name and birth date differ, or takes that back. */
  confirmPerson: endpoint({
    method: 'PUT',
    path: '/inquiries/:id/person',
    access: 'user',
    params: idParams,
    body: z.strictObject({ is_confirmed: z.boolean() }),
    replies: { 200: one },
  }),
  reimbursements: endpoint({
    method: 'GET',
    path: '/inquiries/:id/reimbursements',
    access: 'user',
    params: idParams,
    /** `or_null`: no estimate is an answer, in place of a 404, which a browser reports as a failure of the page. */
    query: z.strictObject({ or_null: z.optional(queryBoolean) }),
    replies: { 200: z.object({ report: z.nullable(reimbursementReportSchema) }) },
  }),
  /** A4 or letter PDF of a complete or expired inquiry under the same filters as the screen. */
  pdf: endpoint({
    method: 'GET',
    path: '/inquiries/:id/pdf',
    access: 'user',
    params: idParams,
    produces: 'stream',
    query: z.strictObject({
      payments: z.optional(commaList(PAYMENT_TYPES)),
      networks: z.optional(commaList(NETWORK_CODES)),
      /** Service type codes. */
      benefits: z.optional(text(2000)),
      level: z.optional(z.enum(['All', 'Family', 'Individual'])),
      /** IANA zone; America/Los_Angeles if absent. */
      zone: z.optional(text(64)),
      /** The first page alone. */
      summary: z.optional(queryBoolean),
    }),
    replies: { 200: null },
  }),
};
