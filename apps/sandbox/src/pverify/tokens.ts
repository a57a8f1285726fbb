/** pVerify's tokens: form-encoded, an hour by the sandbox's clock; every later call repeats the client id in a header. */

import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from '../clock.ts';

const TOKEN_SECONDS = 3599;

export interface Tokens {
  /** A token, or null where the credentials are wrong. Form keys are read in any case. */
  grant(form: URLSearchParams): Record<string, unknown> | null;
  /** Why the call is refused; null where it may pass. */
  problem(headers: IncomingHttpHeaders): string | null;
}

export function createTokens(clock: Clock, clientId: string, clientSecret: string): Tokens {
  const expiryMs = new Map<string, number>();
  return {
    grant(form) {
      const fields = new Map([...form].map(([name, value]) => [name.toLowerCase(), value]));
      const isRight = fields.get('client_id') === clientId && fields.get('client_secret') === clientSecret;
      if (!isRight || fields.get('grant_type') !== 'client_credentials') return null;
      for (const [token, atMs] of expiryMs) if (atMs <= clock.nowMs()) expiryMs.delete(token);
      const token = randomBytes(32).toString('base64url');
      expiryMs.set(token, clock.nowMs() + TOKEN_SECONDS * 1000);
      return { access_token: token, token_type: 'bearer', expires_in: TOKEN_SECONDS, ClientUserID: '46', ClientID: '12' };
    },
    problem(headers) {
      if (headers['client-api-id'] !== clientId) return 'header Client-API-Id missing or wrong';
      const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
      const atMs = expiryMs.get(token ?? '');
      if (atMs === undefined) return token ? 'unknown token' : 'no bearer token';
      return atMs <= clock.nowMs() ? 'expired token' : null;
    },
  };
}
