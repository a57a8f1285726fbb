/** How far checking gets a practice; no patient in it (product.md 20.8). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { decimal, id, isoDate, workDay } from '../scalars.ts';

/** Percent; null where there is nothing to count. */
const percent = z.nullable(decimal);

export const verificationReportSchema = z.object({
  since: isoDate,
  /** Today. */
  until: isoDate,
  checks: z.object({ sent: z.int(), answered: z.int(), refused: z.int(), failed: z.int(), open: z.int() }),
  /** Seconds from sending to the answer; null where none was answered. */
  answer_seconds: z.object({ median: z.nullable(z.number()), p95: z.nullable(z.number()) }),
  cases: z.object({ opened: z.int(), ended: z.int() }),
  /** Share of the sought levels' cells that is known, over all cases opened in these days. */
  known: z.object({ first_answer: percent, after_asking: percent, after_calls: percent }),
  phone: z.object({ calls: z.int(), minutes: decimal, on_hold_minutes: decimal, minutes_per_call: z.nullable(decimal) }),
  /** Checks sent by patient; null where none was sent. */
  checks_per_person: z.nullable(decimal),
  by_user: z.array(z.object({ user: z.object({ id, name: z.string() }), checks: z.int(), calls: z.int(), call_minutes: decimal })),
  /** Counted checks, and what they cost beyond the plan's own; dollars. */
  spend: z.object({ counted: z.int(), dollars: z.nullable(decimal) }),
});
export type VerificationReport = z.infer<typeof verificationReportSchema>;

const query = z.strictObject({ since: workDay });

export const reportsContract = {
  verification: endpoint({
    method: 'GET',
    path: '/reports/verification',
    access: 'manager',
    query,
    replies: { 200: z.object({ report: verificationReportSchema }) },
  }),
  /** The same as CSV. */
  export: endpoint({
    method: 'GET',
    path: '/reports/verification/export',
    access: 'manager',
    query,
    produces: 'stream',
    replies: { 200: null },
  }),
};
