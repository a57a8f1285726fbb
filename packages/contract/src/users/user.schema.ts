import * as z from 'zod/mini';
import { id, instant } from '../scalars.ts';

/** The signed-in person, as the session answers it (product.md 3). */
export const sessionUserSchema = z.object({
  id,
  email: z.string(),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  is_admin: z.boolean(),
  is_organization_manager: z.boolean(),
  is_restricted: z.boolean(),
  perm_reimbursements: z.boolean(),
  has_current_tos: z.boolean(),
  has_active_subscription: z.boolean(),
  has_past_due_subscription: z.boolean(),
  has_feature_reimbursement: z.boolean(),
  has_override_reimbursement: z.boolean(),
  organization: z.object({ id, name: z.string() }),
  /** Seconds without activity after which the session ends, how many of them are left, and when it ends at the latest. */
  session: z.object({ idle_seconds: z.number(), idle_seconds_left: z.number(), ends_at: instant }),
});
export type SessionUser = z.infer<typeof sessionUserSchema>;

/** A member of an organization, as managers see it. Others see id and names only. */
export const memberSchema = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  /** The address that still has to be confirmed; null where none is. Told by GET and PUT of one user only. */
  pending_email: z.optional(z.nullable(z.string())),
  /** Whose turn it is: the owner's, to agree at the old address, or the new address's, to be confirmed. Null where no change is pending. */
  pending_email_waits_for: z.optional(z.nullable(z.enum(['owner', 'new_address']))),
  /** Told by GET and PUT of one user only. */
  has_second_factor: z.optional(z.boolean()),
  is_active: z.optional(z.boolean()),
  is_admin: z.optional(z.boolean()),
  last_login: z.optional(z.nullable(instant)),
  tos_accepted_at: z.optional(z.nullable(instant)),
  /** When something that the form about the person shows was last changed; goes back with a PUT. */
  updated_at: z.optional(instant),
  organization: z.optional(z.object({ id, name: z.string() })),
  membership: z.optional(z.object({ is_manager: z.boolean(), is_restricted: z.boolean(), perm_reimbursements: z.boolean() })),
});
export type Member = z.infer<typeof memberSchema>;
