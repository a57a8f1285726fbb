/** Delivery of events: signed, in order, tried again when refused; or badly on purpose. */
import { setTimeout as wait } from 'node:timers/promises';
import { daySeconds, hourSeconds } from './calendar.ts';
import { signWebhook } from './webhook-signature.ts';
import type { Event } from './wire-types.ts';

/** `duplicate`: each event three times. `shuffle`: in random order. `delay`: seconds late. `lose`: never. */
export type WebhookMode = 'normal' | 'duplicate' | 'shuffle' | 'delay' | 'lose';
export type Webhooks = {
  send: (event: Event) => void;
  setMode: (mode: WebhookMode) => void;
  /** Sends again what is due by the sandbox's clock. */
  retryDue: () => void;
  /** True once nothing waits to be sent, false if that takes longer than `limitMs`. Retries and delayed events are not waited for. */
  settled: (limitMs: number) => Promise<boolean>;
  stop: () => void;
};
/** The body is written once: every copy and every retry is the same to the byte. */
type Outgoing = { event: Event; body: string };
type Deps = { url: () => string | undefined; secret: string; now: () => number };

const timeoutMs = 10_000;
const delayMs = 2_000;
const shuffleMs = 150;
const copies = 3;
/** Seconds by the sandbox's clock from one failed try to the next, about three days in all. */
const backoffSeconds = [5, 60, 600, hourSeconds, 3 * hourSeconds, 6 * hourSeconds, 12 * hourSeconds, daySeconds, daySeconds] as const;

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

async function post(deps: Deps, url: string, body: string, stopped: AbortSignal): Promise<boolean> {
  // The receiver refuses old stamps by its own clock, which may be the real one or follow the sandbox's: the later of both is never old.
  const seconds = Math.max(Math.floor(Date.now() / 1000), deps.now());
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signWebhook(body, deps.secret, seconds),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
      },
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]),
    });
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    // Nobody there, or no answer in time: the same as a refusal.
    return false;
  }
}

export function createWebhooks(deps: Deps): Webhooks {
  let mode: WebhookMode = 'normal';
  let held: Outgoing[] = [];
  let line: Promise<void> = Promise.resolve();
  let waiting = 0;
  const retries = new Set<{ outgoing: Outgoing; at: number; tries: number }>();
  const stopped = new AbortController();

  function isBusy(): boolean {
    return waiting > 0 || (held.length > 0 && mode === 'shuffle');
  }

  async function deliver(outgoing: Outgoing, tries: number): Promise<void> {
    const url = deps.url();
    if (url === undefined || stopped.signal.aborted) return;
    if (await post(deps, url, outgoing.body, stopped.signal)) {
      outgoing.event.pending_webhooks = 0;
      return;
    }
    const delay = backoffSeconds[tries];
    if (delay !== undefined) retries.add({ outgoing, at: deps.now() + delay, tries: tries + 1 });
  }

  function enqueue(outgoing: Outgoing, tries = 0): void {
    waiting += 1;
    line = line.then(async () => {
      await deliver(outgoing, tries);
      waiting -= 1;
    });
  }

  function releaseAfter(ms: number, order: (events: readonly Outgoing[]) => readonly Outgoing[]): void {
    const timer = setTimeout(() => release(order), ms);
    timer.unref();
  }

  function release(order: (events: readonly Outgoing[]) => readonly Outgoing[]): void {
    const events = held;
    held = [];
    for (const event of order(events)) enqueue(event);
  }

  return {
    send: (event) => {
      const outgoing = { event, body: JSON.stringify(event, null, 2) };
      if (mode === 'normal') enqueue(outgoing);
      if (mode === 'duplicate') for (let copy = 0; copy < copies; copy += 1) enqueue(outgoing);
      if (mode === 'shuffle' || mode === 'delay') {
        held.push(outgoing);
        if (held.length === 1) releaseAfter(mode === 'shuffle' ? shuffleMs : delayMs, mode === 'shuffle' ? shuffled : (events) => events);
      }
    },
    setMode: (next) => {
      release(mode === 'shuffle' ? shuffled : (events) => events);
      mode = next;
    },
    retryDue: () => {
      for (const retry of [...retries].filter((one) => one.at <= deps.now())) {
        retries.delete(retry);
        enqueue(retry.outgoing, retry.tries);
      }
    },
    settled: async (limitMs) => {
      const until = Date.now() + limitMs;
      while (isBusy()) {
        if (Date.now() > until || stopped.signal.aborted) return false;
        await wait(5);
      }
      return true;
    },
    stop: () => {
      stopped.abort();
      held = [];
      retries.clear();
    },
  };
}
