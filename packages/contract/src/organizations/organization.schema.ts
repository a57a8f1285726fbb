import * as z from 'zod/mini';
import { id, instant } from '../scalars.ts';

/** The caller's own organization, as its managers see it. */
export const ownOrganizationSchema = z.object({
  id,
  name: z.string(),
  /** Every member must have a second factor. */
  require_second_factor: z.boolean(),
  has_active_subscription: z.boolean(),
  has_past_due_subscription: z.boolean(),
  /** The running subscription, else the last that ran; null where there never was one. */
  subscription: z.nullable(
    z.object({
      plan_name: z.string(),
      status: z.string(),
      current_period_ends_at: z.nullable(instant),
      has_feature_reimbursement: z.boolean(),
    }),
  ),
  created_at: instant,
  updated_at: instant,
});
export type OwnOrganization = z.infer<typeof ownOrganizationSchema>;
