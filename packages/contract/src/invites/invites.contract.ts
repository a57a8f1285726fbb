import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email, idParams, linkCode, pageQuery, sortQuery } from '../scalars.ts';
import { inviteSchema, publicInviteSchema } from './invite.schema.ts';

export const invitesContract = {
  /** By the code of the mailed link. Every code that does not work, for whatever reason, is the same 404. */
  get: endpoint({
    method: 'GET',
    path: '/invites/:id',
    access: 'public',
    params: z.object({ id: linkCode }),
    replies: { 200: z.object({ invite: publicInviteSchema }) },
  }),
  list: endpoint({
    method: 'GET',
    path: '/invites',
    access: 'manager',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['email', 'created_at', 'accepted_at', 'revoked_at']) }),
    replies: { 200: z.object({ invites: z.array(inviteSchema) }) },
  }),
  create: endpoint({
    method: 'POST',
    path: '/invites',
    access: 'manager',
    body: z.strictObject({
      email,
      is_manager: z.optional(z.boolean()),
      is_restricted: z.optional(z.boolean()),
      perm_reimbursements: z.optional(z.boolean()),
    }),
    replies: { 201: z.object({ invite: inviteSchema }) },
  }),
  /** By id. Either revokes or sends a new link, which ends the old one. 409 once accepted or revoked. */
  change: endpoint({
    method: 'PUT',
    path: '/invites/:id',
    access: 'manager',
    params: idParams,
    body: z.union(
      [z.strictObject({ revoke: z.literal(true) }), z.strictObject({ resend: z.literal(true) })],
      'Please choose to revoke or to resend.',
    ),
    replies: { 200: z.object({ invite: inviteSchema }) },
  }),
};
