import type { FastifyRequest } from 'fastify';

const NO_REASON = 'no reason given';
const MAX_LENGTH = 200;

/** Why an admin looks at a practice's patients, as the screen asked for it, for the audit trail (docs/product.md 15.5). */
export function accessReason(request: Pick<FastifyRequest, 'headers'>): string {
  const header = request.headers['x-access-reason'];
  if (typeof header !== 'string') return NO_REASON;
  const reason = decoded(header)
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH);
  return reason === '' ? NO_REASON : reason;
}

/** Headers hold ASCII, so the screen encodes what people type; others may send it as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
