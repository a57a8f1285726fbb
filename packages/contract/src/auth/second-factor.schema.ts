/** Shapes of the second factor (product.md 13.2). WebAuthn's own objects keep their camelCase names. */
import * as z from 'zod/mini';
import { id, instant } from '../scalars.ts';

const base64url = z.string().check(z.regex(/^[\w-]*$/), z.maxLength(20_000));
const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);
const descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.optional(z.array(transport)) });

/** What navigator.credentials.get() needs (PublicKeyCredentialRequestOptionsJSON). */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  timeout: z.optional(z.number()),
  rpId: z.optional(z.string()),
  allowCredentials: z.optional(z.array(descriptor)),
  userVerification: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
});
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>;

/** What navigator.credentials.create() needs (PublicKeyCredentialCreationOptionsJSON). */
export const passkeyCreationOptions = z.object({
  rp: z.object({ id: z.optional(z.string()), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.optional(z.number()),
  excludeCredentials: z.optional(z.array(descriptor)),
  authenticatorSelection: z.optional(
    z.object({
      authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
      requireResidentKey: z.optional(z.boolean()),
      residentKey: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
      userVerification: z.optional(z.enum(['discouraged', 'preferred', 'required'])),
    }),
  ),
  attestation: z.optional(z.enum(['direct', 'enterprise', 'indirect', 'none'])),
});
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>;

// What a browser puts beside these is not looked at, and browsers differ in it: so neither shape is strict.
const credentialParts = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.optional(z.nullable(z.string())),
  clientExtensionResults: z.optional(z.record(z.string(), z.unknown())),
};

/** What navigator.credentials.get() gave (AuthenticationResponseJSON). */
export const authenticationResponse = z.object({
  ...credentialParts,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(z.nullable(base64url)),
  }),
});

/** Given once more by whoever asks for a new email address; either does (product.md 13.7). */
export const identityFields = {
  current_password: z.optional(z.string().check(z.minLength(1, 'Please enter your current password.'), z.maxLength(1000))),
  passkey: z.optional(authenticationResponse),
};

/** What navigator.credentials.create() gave (RegistrationResponseJSON). */
export const registrationResponse = z.object({
  ...credentialParts,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.optional(z.array(z.string().check(z.maxLength(50)))),
  }),
});

export const SECOND_FACTOR_METHODS = ['totp', 'passkey', 'recovery_code'] as const;

/** What a login answers where a factor is due. Empty `methods` with `enrol`: one is demanded and has to be made first. */
export const secondFactorDueSchema = z.object({
  methods: z.array(z.enum(SECOND_FACTOR_METHODS)),
  /** Present where `methods` has 'passkey'. */
  passkey_options: z.optional(passkeyRequestOptions),
  enrol: z.optional(z.literal(true)),
});
export type SecondFactorDue = z.infer<typeof secondFactorDueSchema>;

export const secondFactorSchema = z.object({
  id,
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  created_at: instant,
  last_used_at: z.nullable(instant),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;
