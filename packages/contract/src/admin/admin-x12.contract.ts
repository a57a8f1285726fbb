/** What the product reads of an X12 file, shown beside its segments; nothing of it is kept (product.md 15.9). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { coverageSchema } from '../inquiries/coverage.schema.ts';
import { requiredText } from '../scalars.ts';

const problemSchema = z.object({
  code: z.string(),
  text: z.string(),
  /** Characters before it; null where it is about the file as a whole. */
  position: z.nullable(z.number()),
});
/** Where a segment ended: in a field or fact, among what is kept as sent, nowhere, or it holds no fact of its own. */
const placeSchema = z.enum(['answer', 'also-said', 'problem', 'structure']);

export const x12TransactionSchema = z.object({
  /** '271', '270', '999' ... */
  code: z.string(),
  control_number: z.nullable(z.string()),
  version: z.nullable(z.string()),
  segments: z.array(
    z.object({
      text: z.string(),
      position: z.number(),
      /** Null in transactions other than a 271. */
      place: z.nullable(placeSchema),
      loop: z.nullable(z.string()),
      /** The line of the answer that it belongs to. */
      line: z.nullable(z.string()),
    }),
  ),
  counts: z.nullable(
    z.object({ segments: z.number(), answer: z.number(), also_said: z.number(), problem: z.number(), structure: z.number() }),
  ),
  problems: z.array(problemSchema),
  /** One for each patient of a 271. */
  coverages: z.array(coverageSchema),
  rejections: z.array(z.object({ loop: z.string(), code: z.string(), text: z.string() })),
  /** What a 270 asks, and what an acknowledgement says, in words. */
  words: z.array(z.string()),
});
export type X12Transaction = z.infer<typeof x12TransactionSchema>;

export const x12ReadingSchema = z.object({
  /** What is wrong with the file and its envelopes. */
  problems: z.array(problemSchema),
  /** Of the envelope around it and of interchanges that were acknowledged. */
  words: z.array(z.string()),
  transactions: z.array(x12TransactionSchema),
});
export type X12Reading = z.infer<typeof x12ReadingSchema>;

export const adminX12Contract = {
  /** The file in base64, so that its bytes arrive as they are. 413 above 1 MB. */
  read: endpoint({
    method: 'POST',
    path: '/admin/x12',
    access: 'admin',
    body: z.strictObject({ content: requiredText(1_400_000).check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/)) }),
    replies: { 200: z.object({ reading: x12ReadingSchema }) },
  }),
};
