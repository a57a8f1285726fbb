/** WebAuthn: what the browser is asked, and what of its answer is true. The site is PUBLIC_URL. */
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@coverlight/contract/auth/second-factor.schema.ts';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { FactorRecord } from './second-factors.repository.ts';

type Transport = NonNullable<RegistrationResponseJSON['response']['transports']>[number];
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const satisfies readonly Transport[];
const known = (transports: readonly string[]): (typeof TRANSPORTS)[number][] => TRANSPORTS.filter((name) => transports.includes(name));

const siteOf = (publicUrl: string) => ({ rpID: new URL(publicUrl).hostname, origin: new URL(publicUrl).origin });

const credentialsOf = (factors: readonly FactorRecord[]) =>
  factors.flatMap(({ credential_id: id, transports }) => (id === null ? [] : [{ id, transports: known(transports) }]));

// The library's types allow what it never makes; the contract drops the rest when the answer leaves.
export async function requestOptions(publicUrl: string, factors: readonly FactorRecord[]): Promise<PasskeyRequestOptions> {
  const options = await generateAuthenticationOptions({
    rpID: siteOf(publicUrl).rpID,
    allowCredentials: credentialsOf(factors),
    userVerification: 'preferred',
    timeout: 300_000,
  });
  return options as PasskeyRequestOptions;
}

export async function creationOptions(
  publicUrl: string,
  user: { id: string; email: string },
  factors: readonly FactorRecord[],
): Promise<PasskeyCreationOptions> {
  const options = await generateRegistrationOptions({
    rpName: 'Coverlight',
    rpID: siteOf(publicUrl).rpID,
    userID: new Uint8Array(new TextEncoder().encode(user.id)),
    userName: user.email,
    userDisplayName: user.email,
    excludeCredentials: credentialsOf(factors),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
    attestationType: 'none',
    timeout: 300_000,
  });
  return options as PasskeyCreationOptions;
}

export interface VerifiedPasskey {
  credentialId: string;
  publicKey: string;
  signatureCount: number;
  transports: string[];
}

/** Null where it is not what was asked for. */
export async function verifyNewPasskey(publicUrl: string, credential: object, challenge: string): Promise<VerifiedPasskey | null> {
  const { rpID, origin } = siteOf(publicUrl);
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      // It is a second factor: the password was given already.
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      signatureCount: counter,
      transports: known(transports),
    };
  } catch {
    // The library throws for everything that does not fit; it is a refusal like any other.
    return null;
  }
}

/** The new count of signatures; null where the passkey did not sign this challenge. */
export async function verifyPasskey(
  publicUrl: string,
  credential: object,
  { challenge, factor }: { challenge: string; factor: FactorRecord },
): Promise<number | null> {
  const { rpID, origin } = siteOf(publicUrl);
  if (factor.credential_id === null || factor.public_key === null) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: credential as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: {
        id: factor.credential_id,
        publicKey: new Uint8Array(Buffer.from(factor.public_key, 'base64url')),
        counter: Number(factor.signature_count),
        transports: known(factor.transports),
      },
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
