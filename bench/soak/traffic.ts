/** People who send inquiries without a pause, press twice, and try again with the same key when the server is gone. */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../product/client.ts';
import type { Order, OrderBook } from './orders.ts';

export interface Traffic {
  readonly orders: readonly Order[];
  /** Ids that any list has ever shown: whoever saw an inquiry must find it again. */
  readonly seen: ReadonlySet<string>;
  /** No new orders; resolves when each is acknowledged or was tried for two minutes more. */
  finish(): Promise<void>;
}

export interface TrafficOptions {
  client: ApiClient;
  book: OrderBook;
  baseUrls: readonly string[];
  senders: number;
}

const GIVE_UP_MS = 120_000;
const PATIENCE_MS = 2_000;

export function startTraffic({ client, book, baseUrls, senders }: TrafficOptions): Traffic {
  const orders: Order[] = [];
  const seen = new Set<string>();
  const over = new AbortController();
  let lastTryMs = Number.POSITIVE_INFINITY;
  const anyServer = () => baseUrls[randomInt(baseUrls.length)] ?? '';

  const tryOnce = async (order: Order): Promise<boolean> => {
    order.tries += 1;
    const headers = { 'idempotency-key': order.key };
    const reply = await client.call(anyServer(), '/inquiries', { method: 'POST', body: order.form, headers });
    if (reply.status === 201) {
      order.acknowledged.add((reply.body.inquiry as { id: string }).id);
      return true;
    }
    // 503: stopping or the database is away. No answer: killed.
    if (reply.status !== null && reply.status !== 503) order.refusals.push(`${reply.status} ${JSON.stringify(reply.body.errors)}`);
    return false;
  };
  const untilAcknowledged = async (order: Order): Promise<void> => {
    while (Date.now() < lastTryMs) {
      if (await tryOnce(order)) return;
      if (order.refusals.length > 2) return;
      await sleep(200);
    }
  };
  const send = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const order = book.next();
      orders.push(order);
      const isPressedTwice = randomInt(4) === 0;
      const tries = isPressedTwice ? [untilAcknowledged(order), untilAcknowledged(order)] : [untilAcknowledged(order)];
      open.push(...tries);
      // Whoever waits longer than this has a colleague who sends meanwhile.
      await Promise.race([Promise.all(tries), sleep(PATIENCE_MS)]);
    }
  };
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const reply = await client.call(anyServer(), '/inquiries?limit=100', { headers: { 'x-background': '1' } });
      if (reply.status === 200) for (const row of reply.body.inquiries as { id: string }[]) seen.add(row.id);
      await sleep(150);
    }
  };
  const open: Promise<void>[] = [];
  const running = [watch(), ...Array.from({ length: senders }, send)];
  return {
    orders,
    seen,
    async finish() {
      over.abort();
      lastTryMs = Date.now() + GIVE_UP_MS;
      await Promise.all(running);
      await Promise.all(open);
    },
  };
}
