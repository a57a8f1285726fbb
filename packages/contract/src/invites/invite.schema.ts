import * as z from 'zod/mini';
import { id, instant } from '../scalars.ts';

/** What the holder of a link may read of an invite. */
export const publicInviteSchema = z.object({
  email: z.string(),
  /** Who invited. */
  user: z.object({ first_name: z.string(), last_name: z.string() }),
  created_at: instant,
  revoked_at: z.nullable(instant),
  accepted_at: z.nullable(instant),
});
export type PublicInvite = z.infer<typeof publicInviteSchema>;

/** Pending while neither accepted nor revoked, also once its newest link has run out at `expires_at` (product.md 4.4). */
export const inviteSchema = z.extend(publicInviteSchema, { id, expires_at: instant });
export type Invite = z.infer<typeof inviteSchema>;
