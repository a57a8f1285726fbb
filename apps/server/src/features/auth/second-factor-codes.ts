/** Codes of authenticator apps and recovery codes. */
import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from '#http/session.ts';

const PERIOD_SECONDS = 30;
const RECOVERY_CODES = 10;
/** 32, so that each stands for five bits; without letters that are mistaken for digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Coverlight', label, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) });

export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What the app reads from the picture. */
export const totpUrl = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The step a code belongs to, one before or after now at most; null for a wrong one. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totpOf(secret, '').validate({ token, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

/** Ten of 80 random bits each, as people copy them: XXXX-XXXX-XXXX-XXXX. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(16)]
      .map((byte) => LETTERS[byte % LETTERS.length])
      .join('')
      .replaceAll(/(.{4})(?=.)/g, '$1-'),
  );

/** Blanks, hyphens and case do not matter. */
export const hashRecoveryCode = (code: string): Buffer => hashToken(code.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''));
