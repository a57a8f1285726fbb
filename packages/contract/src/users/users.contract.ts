import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, pageQuery, sortQuery } from '../scalars.ts';
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
