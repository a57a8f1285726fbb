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
  /** A piece of work for who waits, at once; of the background once it has its turn. */
  run<T>(options: { isInBackground: boolean }, work: () => Promise<T>): Promise<T>;
}

/** One piece of work is held up no longer, and nobody counts as waiting for longer. */
const LONGEST_MS = 250;

export function createPeopleFirst(): PeopleFirst {
  let waiting = 0;
  let areServed = Promise.resolve();
  let serve = (): void => undefined;
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
      if (waiting > 0) await Promise.race([areServed, sleep(LONGEST_MS, undefined, { ref: false })]);
    },
    async run({ isInBackground }, work) {
      if (isInBackground) await people.giveWay();
      const end = isInBackground ? null : people.begin();
      return await work().finally(() => end?.());
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
