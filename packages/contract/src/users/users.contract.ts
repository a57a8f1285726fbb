import * as z from 'zod/mini';
import { identityFields } from '../auth/second-factor.schema.ts';
import { endpoint } from '../endpoint.ts';
import { email, idParams, instant, pageQuery, phone, requiredText, sortQuery } from '../scalars.ts';
import { memberSchema, sessionUserSchema } from './user.schema.ts';

export const usersContract = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: 'user',
    query: z.strictObject({ ...pageQuery, ...sortQuery(['name', 'email', 'is_active', 'last_login']) }),
    replies: { 200: z.object({ users: z.array(memberSchema) }) },
  }),
  managers: endpoint({
    method: 'GET',
    path: '/users/managers',
    access: 'user',
    beforeTerms: true,
    query: z.strictObject(pageQuery),
    replies: { 200: z.object({ managers: z.array(z.object({ first_name: z.string(), last_name: z.string(), email: z.string() })) }) },
  }),
  /** Oneself, or as a manager anybody of the organization. */
  get: endpoint({
    method: 'GET',
    path: '/users/:id',
    access: 'self',
    params: idParams,
    replies: { 200: z.object({ user: memberSchema }) },
  }),
  /** As `get`. A new email is only asked for here: it counts once the link mailed to it was confirmed, and needs the caller's
   * password or passkey (product.md 13.7). */
  update: endpoint({
    method: 'PUT',
    path: '/users/:id',
    access: 'self',
    params: idParams,
    body: z.strictObject({
      first_name: z.optional(requiredText(50)),
      last_name: z.optional(requiredText(50)),
      email: z.optional(email),
      phone: z.optional(phone),
      is_active: z.optional(z.boolean()),
      is_manager: z.optional(z.boolean()),
      is_restricted: z.optional(z.boolean()),
      perm_reimbursements: z.optional(z.boolean()),
      ...identityFields,
      /** As read: 409 where somebody changed the person since. Not sent: no such check. */
      updated_at: z.optional(instant),
    }),
    replies: { 200: z.object({ user: memberSchema }) },
  }),
  /** Removes every second factor of a member; the owner is told by mail. */
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/users/:id/second-factor/reset',
    access: 'manager',
    params: idParams,
    replies: { 204: null },
  }),
  acceptTerms: endpoint({
    method: 'PUT',
    path: '/users/:id/terms',
    access: 'user',
    beforeTerms: true,
    params: idParams,
    body: z.strictObject({ agree: z.boolean() }),
    replies: { 200: z.object({ user: sessionUserSchema }) },
  }),
};
