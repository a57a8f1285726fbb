import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { sessionUserSchema } from '../users/user.schema.ts';

const signedIn = z.object({ user: sessionUserSchema });

export const authContract = {
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: z.strictObject({
      email: z.string().check(z.trim(), z.minLength(1, 'This field is required.'), z.maxLength(254)),
      password: z.string().check(z.minLength(1, 'This field is required.'), z.maxLength(1000)),
    }),
    replies: { 200: signedIn },
  }),
  /** The signed-in user anew. Counts as activity unless sent with `X-Background: 1`. */
  refresh: endpoint({ method: 'GET', path: '/auth/refresh', access: 'user', beforeTerms: true, replies: { 200: signedIn } }),
  /** Also fine when signed out. */
  logout: endpoint({ method: 'POST', path: '/auth/logout', access: 'public', beforeSecondFactor: true, replies: { 204: null } }),
};
