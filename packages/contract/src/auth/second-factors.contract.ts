/** A person's own second factors. The calls that make one are open too while one is demanded and none is there (product.md 13.2). */
import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { idParams, requiredText } from '../scalars.ts';
import { sessionUserSchema } from '../users/user.schema.ts';
import { passkeyCreationOptions, registrationResponse, secondFactorSchema } from './second-factor.schema.ts';

const code = z.string().check(z.trim(), z.minLength(1, 'This field is required.'), z.maxLength(50));
const password = z.string().check(z.minLength(1, 'This field is required.'), z.maxLength(1000));
const enrolling = { access: 'user', beforeTerms: true, whileEnrolling: true } as const;

/** The new factor, and the signed-in user: where the factor was demanded, the session is a full one from here on. */
const enrolled = z.object({
  enrolled: z.object({
    factor: secondFactorSchema,
    /** Ten codes, shown this once, where it is the first factor; else null. */
    recovery_codes: z.nullable(z.array(z.string())),
    user: sessionUserSchema,
  }),
});

export const secondFactorsContract = {
  list: endpoint({
    method: 'GET',
    path: '/auth/second-factors',
    ...enrolling,
    replies: {
      200: z.object({
        second_factors: z.array(secondFactorSchema),
        recovery_codes_left: z.number(),
        /** The organization or the platform demands one: the last cannot be removed. */
        is_demanded: z.boolean(),
      }),
    },
  }),
  /** Starts an authenticator app; it counts once its first code was confirmed. A second start replaces the first. */
  totpStart: endpoint({
    method: 'POST',
    path: '/auth/second-factors/totp',
    ...enrolling,
    replies: { 201: z.object({ totp: z.object({ secret: z.string(), otpauth_url: z.string() }) }) },
  }),
  /** 422 under `code` for a wrong one. */
  totpConfirm: endpoint({
    method: 'POST',
    path: '/auth/second-factors/totp/confirm',
    ...enrolling,
    body: z.strictObject({ code }),
    replies: { 201: enrolled },
  }),
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/auth/second-factors/passkey/options',
    ...enrolling,
    replies: { 200: z.object({ passkey_options: passkeyCreationOptions }) },
  }),
  /** 422 under NOFIELD where the passkey cannot be verified. */
  passkeyCreate: endpoint({
    method: 'POST',
    path: '/auth/second-factors/passkey',
    ...enrolling,
    body: z.strictObject({ name: requiredText(50), credential: registrationResponse }),
    replies: { 201: enrolled },
  }),
  /** Ten new codes; the old ones are dead. 422 under `password` for a wrong one, under NOFIELD without a factor. */
  recoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/second-factors/recovery-codes',
    access: 'user',
    beforeTerms: true,
    body: z.strictObject({ password }),
    replies: { 201: z.object({ recovery_codes: z.array(z.string()) }) },
  }),
  /**
   * 422 under `password` for a wrong one. Of the last factor a password under 15 characters has to be replaced in the same step:
   * 422 under `new_password1` asks for it. 409 for the last one where a factor is demanded.
   */
  remove: endpoint({
    method: 'POST',
    path: '/auth/second-factors/:id/remove',
    access: 'user',
    beforeTerms: true,
    params: idParams,
    body: z.strictObject({
      password,
      new_password1: z.optional(z.string().check(z.maxLength(1000))),
      new_password2: z.optional(z.string().check(z.maxLength(1000))),
    }),
    replies: { 204: null },
  }),
};
