/** Availity's OAuth tokens: client credentials in the form body, five minutes by the sandbox's clock, no refresh. */

import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { AvailityRefusal } from './errors.ts';

const TOKEN_SECONDS = 300;
const SCOPES = /^(hipaa|(healthcare-hipaa-transactions|rcm-coverages)(-[a-z]+)*)$/;

export interface Tokens {
  /** The answer to a token request: 200 with a token, else 400 or 401 in OAuth's form. */
  grant(form: URLSearchParams): { status: number; body: Record<string, unknown> };
  /** Throws a 401 unless the header holds a token that is known and not expired. */
  check(authorization: string | undefined): void;
}

export function createTokens(clock: Clock, clientId: string, clientSecret: string): Tokens {
  const expiryMs = new Map<string, number>();

  function dropExpired(): void {
    for (const [token, atMs] of expiryMs) if (atMs <= clock.nowMs()) expiryMs.delete(token);
  }

  return {
    grant(form) {
      if (form.get('grant_type') !== 'client_credentials') {
        return denied(400, 'unsupported_grant_type', 'The grant type must be client_credentials.');
      }
      if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret) {
        return denied(401, 'invalid_client', 'The client id or secret is wrong.');
      }
      const scope = form.get('scope') ?? '';
      if (scope === '' || !scope.split(' ').every((word) => SCOPES.test(word))) {
        return denied(400, 'invalid_scope', 'The requested scope is invalid, unknown or malformed.');
      }
      dropExpired();
      const token = randomBytes(24).toString('base64url');
      expiryMs.set(token, clock.nowMs() + TOKEN_SECONDS * 1000);
      const consentedOn = Math.floor(clock.nowMs() / 1000);
      return {
        status: 200,
        body: { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS, scope, consented_on: consentedOn },
      };
    },
    check(authorization) {
      const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
      if (!token) throw new AvailityRefusal(401, 'no bearer token');
      const atMs = expiryMs.get(token);
      if (atMs === undefined) throw new AvailityRefusal(401, 'unknown token');
      if (atMs <= clock.nowMs()) throw new AvailityRefusal(401, 'expired token');
    },
  };
}

function denied(status: number, error: string, description: string): { status: number; body: Record<string, unknown> } {
  return { status, body: { error, error_description: description } };
}
