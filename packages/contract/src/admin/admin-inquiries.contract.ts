/** Inquiries of every organization, each view of which is audited with a reason (product.md 2.14, 12.4). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { coverageSchema } from '../inquiries/coverage.schema.ts';
import { inquirySearch } from '../inquiries/inquiries.contract.ts';
import { INQUIRY_STATUSES, inquiryRowSchema, inquirySchema } from '../inquiries/inquiry.schema.ts';
import { filledList, id, idParams, instant, pageQuery, queryNumber, sortQuery, text } from '../scalars.ts';

const organization = z.object({ id, name: z.string() });

export const adminInquiryRowSchema = z.object({
  ...inquiryRowSchema.shape,
  /** The clearinghouse's id of the question; null before it was accepted. */
  remote_id: z.nullable(z.string()),
  organization,
  patient_first_name: z.string(),
  patient_last_name: z.string(),
  /** Whether the payer returned coverage; null before an answer. */
  eiv: z.nullable(z.boolean()),
});
export type AdminInquiryRow = z.infer<typeof adminInquiryRowSchema>;

/** One question put to a clearinghouse, without patient data. */
export const attemptSchema = z.object({
  part: z.number(),
  number: z.number(),
  source: z.string(),
  source_name: z.string(),
  outcome: z.string(),
  remote_id: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  started_at: instant,
  ended_at: z.nullable(instant),
  looks: z.number(),
  /** Of the last exchange that told a code, else of the last. */
  http_status: z.nullable(z.number()),
  /** What the clearinghouse calls the state of its answer, in its own codes; and the same with its words. */
  vendor_code: z.nullable(z.string()),
  state: z.nullable(z.string()),
  /** X12: the interchange that was sent, and the one that came back. Null elsewhere, and where none came. */
  control_number: z.nullable(z.string()),
  answer_control_number: z.nullable(z.string()),
});
export type Attempt = z.infer<typeof attemptSchema>;

export const adminInquirySchema = z.object({
  ...inquirySchema.shape,
  remote_id: z.nullable(z.string()),
  organization,
  patient_first_name: z.string(),
  patient_last_name: z.string(),
  attempts: z.array(attemptSchema),
  /** With what the clearinghouses sent, unchanged; of a refusal that alone. Null before an answer. */
  coverage: z.nullable(z.object({ ...z.partial(coverageSchema).shape, raw_response: z.unknown() })),
});
export type AdminInquiry = z.infer<typeof adminInquirySchema>;

const { sort } = sortQuery(['created_at']);

export const adminInquiriesContract = {
  /** Hidden ones too. `since`: days, 0 for all time. A reason may travel in the header X-Access-Reason. */
  list: endpoint({
    method: 'GET',
    path: '/admin/inquiries',
    access: 'admin',
    query: z.strictObject({
      ...pageQuery,
      sort,
      ...inquirySearch,
      status: z.optional(filledList(INQUIRY_STATUSES)),
      organization_id: z.optional(id),
      since: z.optional(queryNumber.check(z.maximum(36_500, 'Please ask for at most 100 years.'))),
    }),
    replies: { 200: z.object({ inquiries: z.array(adminInquiryRowSchema) }) },
  }),
  get: endpoint({
    method: 'GET',
    path: '/admin/inquiries/:id',
    access: 'admin',
    params: idParams,
    replies: { 200: z.object({ inquiry: adminInquirySchema }) },
  }),
  /** What the clearinghouse sent for one line of the answer: a part of its body, or the segments of X12. Null where it cannot be told. */
  rawLine: endpoint({
    method: 'GET',
    path: '/admin/inquiries/:id/raw-line',
    access: 'admin',
    params: idParams,
    /** One of a line's `line_ids`. */
    query: z.strictObject({ line: text(1000, 1) }),
    replies: { 200: z.object({ piece: z.unknown() }) },
  }),
};
