import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { email, id, linkCode, phone, requiredText } from '../scalars.ts';
import { sessionUserSchema } from '../users/user.schema.ts';
import { authenticationResponse, passkeyRequestOptions, secondFactorDueSchema } from './second-factor.schema.ts';

const signedIn = z.object({ user: sessionUserSchema });
const signedInOrDue = z.union([signedIn, z.object({ second_factor: secondFactorDueSchema })]);
/** What a person types as a new password; the rules that need more than its length are the server's (product.md 13.1). */
const newPassword = z.string().check(z.minLength(1, 'This field is required.'), z.maxLength(1000, 'Please use at most 128 characters.'));
const typedPassword = z.string().check(z.minLength(1, 'This field is required.'), z.maxLength(1000));
const codeParams = z.object({ id: linkCode });

/** What was saved of a practice before it registers; null where nothing was (product.md 13.8). */
export const registrationInfoSchema = z.object({
  first_name: z.nullable(z.string()),
  last_name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  organization_name: z.nullable(z.string()),
  provider_name: z.nullable(z.string()),
  provider_npi: z.nullable(z.string()),
  provider_tax_id: z.nullable(z.string()),
});
export type RegistrationInfo = z.infer<typeof registrationInfoSchema>;

export const authContract = {
  /** `second_factor` instead of `user` where a factor is due; the session then opens only the calls that give it (product.md 13.2). */
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    access: 'public',
    body: z.strictObject({
      email: requiredText(254),
      password: typedPassword,
    }),
    replies: { 200: signedInOrDue },
  }),
  /** 422 under `code` for a wrong, used or outdated factor of whichever method. */
  secondFactor: endpoint({
    method: 'POST',
    path: '/auth/second-factor',
    access: 'user',
    beforeTerms: true,
    beforeSecondFactor: true,
    body: z.union(
      [
        z.strictObject({
          method: z.enum(['totp', 'recovery_code']),
          code: z.string().check(z.trim(), z.minLength(1, 'This field is required.'), z.maxLength(50)),
        }),
        z.strictObject({ method: z.literal('passkey'), credential: authenticationResponse }),
      ],
      'Please choose a method and give its code.',
    ),
    replies: { 200: signedIn },
  }),
  /** The signed-in user anew. Counts as activity unless sent with `X-Background: 1`. */
  refresh: endpoint({ method: 'GET', path: '/auth/refresh', access: 'user', beforeTerms: true, replies: { 200: signedIn } }),
  /** Also fine when signed out. */
  logout: endpoint({ method: 'POST', path: '/auth/logout', access: 'public', beforeSecondFactor: true, replies: { 204: null } }),
  registerInfo: endpoint({
    method: 'GET',
    path: '/auth/register/info/:id',
    access: 'public',
    params: codeParams,
    replies: { 200: z.object({ registration_info: registrationInfoSchema }) },
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    access: 'public',
    body: z.strictObject({
      organization_name: requiredText(100),
      first_name: requiredText(50),
      last_name: requiredText(50),
      email,
      phone,
      password: newPassword,
      provider_name: requiredText(100),
      provider_npi: requiredText(20),
      provider_tax_id: requiredText(20),
      agree: z.boolean(),
      /** Code of the saved info that filled the form in; a dead or unknown one is ignored. */
      registration_id: z.optional(z.string().check(z.maxLength(100))),
    }),
    replies: { 201: signedIn },
  }),
  /** `id` is the code of the mailed link; `invite_id` repeats it. `second_factor` as at the login, where the organization demands one. */
  registerByInvite: endpoint({
    method: 'POST',
    path: '/auth/register/:id',
    access: 'public',
    params: codeParams,
    body: z.strictObject({
      first_name: requiredText(50),
      last_name: requiredText(50),
      password: newPassword,
      phone,
      invite_id: z.string().check(z.maxLength(100)),
      agree: z.boolean(),
    }),
    replies: { 201: signedInOrDue },
  }),
  passwordReset: endpoint({
    method: 'POST',
    path: '/auth/password/reset',
    access: 'public',
    body: z.strictObject({ email }),
    replies: { 204: null },
  }),
  /** Signs nobody in. A bad, used or old link is 422 under NOFIELD. */
  passwordResetConfirm: endpoint({
    method: 'POST',
    path: '/auth/password/reset/confirm',
    access: 'public',
    body: z.strictObject({
      user_id: z.string().check(z.maxLength(100)),
      token: z.string().check(z.maxLength(200)),
      new_password1: newPassword,
      new_password2: newPassword,
    }),
    replies: { 204: null },
  }),
  /** Ends the user's other sessions and gives this one a new token. */
  passwordChange: endpoint({
    method: 'POST',
    path: '/auth/password/change',
    access: 'user',
    beforeTerms: true,
    body: z.strictObject({ old_password: typedPassword, new_password1: newPassword, new_password2: newPassword }),
    replies: { 204: null },
  }),
  /** What the browser asks a passkey, for a call that takes one beside the password; null for somebody without. */
  identityOptions: endpoint({
    method: 'POST',
    path: '/auth/identity/options',
    access: 'user',
    replies: { 200: z.object({ passkey_options: z.nullable(passkeyRequestOptions) }) },
  }),
  /** The button behind the link that was mailed to the old address, where a manager asked for a new one. */
  emailApprove: endpoint({
    method: 'POST',
    path: '/auth/email/approve',
    access: 'public',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    replies: { 204: null },
  }),
  /** The button behind the link that was mailed to a new address. 422 under NOFIELD where the link does not work. */
  emailConfirm: endpoint({
    method: 'POST',
    path: '/auth/email/confirm',
    access: 'public',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    replies: { 204: null },
  }),
  /** The button behind the link that was mailed to the old address. */
  emailUndo: endpoint({
    method: 'POST',
    path: '/auth/email/undo',
    access: 'public',
    body: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
    replies: { 204: null },
  }),
  /** The caller's living sessions, the newest activity first. */
  sessions: endpoint({
    method: 'GET',
    path: '/auth/sessions',
    access: 'user',
    beforeTerms: true,
    replies: {
      200: z.object({
        sessions: z.array(
          z.object({
            id,
            is_current: z.boolean(),
            user_agent: z.nullable(z.string()),
            address: z.nullable(z.string()),
            created_at: z.iso.datetime(),
            last_seen_at: z.iso.datetime(),
            ends_at: z.iso.datetime(),
          }),
        ),
      }),
    },
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/sessions/:id',
    access: 'user',
    beforeTerms: true,
    params: z.object({ id }),
    replies: { 204: null },
  }),
  /** Signs the caller out everywhere, here too. */
  endSessions: endpoint({ method: 'DELETE', path: '/auth/sessions', access: 'user', beforeTerms: true, replies: { 204: null } }),
};
