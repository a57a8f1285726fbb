/** The first steps of a practice (product.md 2.15). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { inquirySchema } from '../inquiries/inquiry.schema.ts';

/** What is done of them. */
export const onboardingSchema = z.object({
  has_facility: z.boolean(),
  /** Somebody was invited or is there beside the first manager. */
  has_colleagues: z.boolean(),
  /** The sample was opened, or a real check was sent. */
  has_first_check: z.boolean(),
  has_plan: z.boolean(),
  is_dismissed: z.boolean(),
});
export type Onboarding = z.infer<typeof onboardingSchema>;

export const onboardingContract = {
  current: endpoint({
    method: 'GET',
    path: '/onboarding',
    access: 'manager',
    replies: { 200: z.object({ onboarding: onboardingSchema }) },
  }),
  /** An invented patient's answer as it is read and shown. Asks nobody, stores no inquiry, costs nothing. */
  sample: endpoint({
    method: 'POST',
    path: '/onboarding/sample',
    access: 'manager',
    replies: { 200: z.object({ inquiry: inquirySchema }) },
  }),
  dismiss: endpoint({ method: 'POST', path: '/onboarding/dismiss', access: 'manager', replies: { 204: null } }),
};
