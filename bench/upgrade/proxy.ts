/** What a proxy before several servers does: it looks which of them are ready, and goes to the next where nobody answers the door. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ApiReply, ApiRequest } from '../product/client.ts';

const LOOK_MS = 200;

export interface Proxy {
  /** From then on requests go there, too, as soon as it is ready. */
  add(baseUrl: string): void;
  call(client: ApiClient, path: string, request?: ApiRequest): Promise<ApiReply>;
  close(): Promise<void>;
}

export function startProxy(): Proxy {
  const servers = new Map<string, boolean>();
  const over = new AbortController();
  let turn = 0;
  const look = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await Promise.all(
        [...servers.keys()].map(async (baseUrl) => {
          servers.set(baseUrl, await isReady(baseUrl, servers.get(baseUrl) === true));
        }),
      );
      await sleep(LOOK_MS);
    }
  };
  const looking = look();
  return {
    add: (baseUrl) => void servers.set(baseUrl, false),
    async call(client, path, request) {
      const ready = [...servers].flatMap(([baseUrl, answers]) => (answers ? [baseUrl] : []));
      turn += 1;
      const baseUrl = ready[turn % ready.length];
      // As a proxy would: the caller has no answer, and counts it.
      if (baseUrl === undefined) return { status: null, body: {}, headers: new Headers() };
      return await client.call(baseUrl, path, request);
    },
    async close() {
      over.abort();
      await looking;
    },
  };
}

/** Who refuses or says no is not ready. Who is slow, as everything is on a busy machine, stays as it was. */
async function isReady(baseUrl: string, before: boolean): Promise<boolean> {
  try {
    const reply = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(1_000) });
    await reply.body?.cancel();
    return reply.status === 200;
  } catch (error) {
    return before && error instanceof Error && error.name === 'TimeoutError';
  }
}
