/**
 * The end of a server's life in the eyes of who calls it (docs/decisions/091-no-downtime.md). From the stop signal on `/readyz` says that it
 * is not ready, but whatever a proxy still sends is answered. Each answer asks for its connection to be closed, as Fastify does while it
 * closes, so that the next request takes another way.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Without a request for so long nobody sends any more: proxies look every few hundred milliseconds whether a server is ready. */
const QUIET_MS = 700;
/** A request that takes longer than this is cut off: nothing that was acknowledged is lost by it. */
const LONGEST_MS = 1_400;
const LOOK_MS = 50;

export function answerTheLast(app: FastifyInstance, { isStopping }: { isStopping: () => boolean }): void {
  let underWay = 0;
  let lastCameMs = 0;
  app.addHook('onRequest', async (_request, reply) => {
    underWay += 1;
    lastCameMs = Date.now();
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });
  app.addHook('preClose', async () => {
    const startedMs = Date.now();
    const isOver = () => underWay === 0 && Date.now() - Math.max(lastCameMs, startedMs) >= QUIET_MS;
    while (isStopping() && !isOver() && Date.now() - startedMs < LONGEST_MS) await sleep(LOOK_MS);
  });
}
