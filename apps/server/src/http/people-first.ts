/**
 * Whoever waits at a screen goes before lists and plans, which share this process with them (docs/product.md 19.4). A piece of work in the
 * background asks for its turn here: it has it at once while nobody waits, and after a moment at the latest, so that it never stands still.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

export interface PeopleFirst {
  /** Somebody waits for this process, until what it answers is called: for a payer they wait much longer, and hold nobody up by that. */
  begin(): () => void;
  /** Resolves when nobody waits, or this has lasted long enough. */
  giveWay(): Promise<void>;
  /** The same between the steps of work that holds rows of the database meanwhile: so long in all, and no longer. */
  givingWay(mostMs: number): () => Promise<void>;
  /** A piece of work for who waits, at once; of the background once it has its turn, a few at a time. */
  run<T>(options: { isInBackground: boolean }, work: () => Promise<T>): Promise<T>;
}

/** One piece of work is held up no longer, and nobody counts as waiting for longer. */
const LONGEST_MS = 250;
/** Whoever comes next finds little under way, and connections to the database that are free. */
const IN_BACKGROUND_AT_ONCE = 3;

export function createPeopleFirst(): PeopleFirst {
  let waiting = 0;
  let areServed = Promise.resolve();
  let serve = (): void => undefined;
  let inBackground = 0;
  const queue: (() => void)[] = [];
  /** Resolves when this piece may begin. Its place goes on to the next one in the queue. */
  const takePlace = async (): Promise<() => void> => {
    if (inBackground < IN_BACKGROUND_AT_ONCE) inBackground += 1;
    else await new Promise<void>((settle) => queue.push(settle));
    return () => {
      const next = queue.shift();
      if (next === undefined) inBackground -= 1;
      else next();
    };
  };
  const giveWayFor = async (ms: number): Promise<void> => {
    if (waiting > 0) await Promise.race([areServed, sleep(ms, undefined, { ref: false })]);
  };
  const people: PeopleFirst = {
    begin() {
      if (waiting === 0) {
        areServed = new Promise((settle) => {
          serve = settle;
        });
      }
      waiting += 1;
      let isWaiting = true;
      const end = () => {
        if (!isWaiting) return;
        isWaiting = false;
        clearTimeout(longest);
        waiting -= 1;
        if (waiting === 0) serve();
      };
      const longest = setTimeout(end, LONGEST_MS).unref();
      return end;
    },
    async giveWay() {
      await giveWayFor(LONGEST_MS);
    },
    givingWay(mostMs) {
      let leftMs = mostMs;
      return async () => {
        if (waiting === 0 || leftMs <= 0) return;
        const started = performance.now();
        await giveWayFor(Math.min(leftMs, LONGEST_MS));
        leftMs -= performance.now() - started;
      };
    },
    async run({ isInBackground }, work) {
      const end = isInBackground ? await takePlace() : people.begin();
      if (isInBackground) await people.giveWay();
      return await work().finally(end);
    },
  };
  return people;
}

/** Every request is somebody who waits. */
export function servePeopleFirst(app: FastifyInstance, people: PeopleFirst): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.raw.once('close', people.begin());
  });
}
