/** Passkeys through the browser. The library behind it is fetched when somebody uses one. */
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@coverlight/contract/auth/second-factor.schema.ts';

export function hasPasskeySupport(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** Null when the person stopped it or the browser had none to give. */
export async function takePasskey(optionsJSON: PasskeyRequestOptions) {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const credential = await startAuthentication({ optionsJSON }).catch(() => null);
  return credential && { ...credential, clientExtensionResults: { ...credential.clientExtensionResults } };
}

/** Null when the person stopped it or the browser could not make one. */
export async function makePasskey(optionsJSON: PasskeyCreationOptions) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const credential = await startRegistration({ optionsJSON }).catch(() => null);
  return credential && { ...credential, clientExtensionResults: { ...credential.clientExtensionResults } };
}
