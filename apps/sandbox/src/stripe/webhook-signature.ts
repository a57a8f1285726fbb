import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header: HMAC-SHA256 over `t.body`. `seconds` is the moment of sending. */
export function signWebhook(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex');
  return `t=${seconds},v1=${signature}`;
}
