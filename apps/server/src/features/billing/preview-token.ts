/** What was shown, sealed: the change that hands it back counts from the same second, so exactly what was shown is billed. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RemoteSubscription } from '#ports/billing-gateway.ts';
import type { ChangeRequest } from './plan-change.ts';

/** A preview is good for this long; later the rest of the period would have shrunk noticeably. */
const LIFE_MS = 30 * 60_000;

interface Sealed {
  organizationId: string;
  change: ChangeRequest;
  /** As it was when the amounts were shown: after a change from another screen they are no longer what would be billed. */
  remote: RemoteSubscription;
}

/** `proratedFrom` null: nothing was prorated. */
export function sealPreview(secret: Buffer, sealed: Sealed, proratedFrom: Date | null, now: Date): string {
  const times = `${proratedFrom === null ? '' : proratedFrom.getTime()}.${now.getTime()}`;
  return `${times}.${markOf(secret, sealed, times).toString('base64url')}`;
}

/** `false` for a token that is not ours, of another change or another state of the subscription, or too old. */
export function openPreview(secret: Buffer, sealed: Sealed, token: string, now: Date): { proratedFrom: Date | null } | false {
  const [from = '', issued = '', mark = ''] = token.split('.');
  const expected = markOf(secret, sealed, `${from}.${issued}`);
  const given = Buffer.from(mark, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  if (now.getTime() - Number(issued) > LIFE_MS) return false;
  return { proratedFrom: from === '' ? null : new Date(Number(from)) };
}

function markOf(secret: Buffer, { organizationId, change, remote }: Sealed, times: string): Buffer {
  const { planId, hasAddon, promotion } = change;
  const items = remote.items.map(({ id, priceId, periodEndsAt }) => [id, priceId, periodEndsAt.getTime()].join(' ')).toSorted();
  return createHmac('sha256', secret)
    .update(JSON.stringify(['billing preview', organizationId, planId, hasAddon, promotion, remote.id, items, times]))
    .digest();
}
