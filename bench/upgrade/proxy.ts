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
          const reply = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
          await reply?.body?.cancel();
          servers.set(baseUrl, reply?.status === 200);
        }),
      );
      await sleep(LOOK_MS);
    }
  };
  const looking = look();
  return {
    add: (baseUrl) => void servers.set(baseUrl, false),
    async call(client, path, request) {
      const ready = [...servers].flatMap(([baseUrl, isReady]) => (isReady ? [baseUrl] : []));
      turn += 1;
      const baseUrl = ready[turn % ready.length];
      if (baseUrl === undefined) throw new Error('No server is ready.');
      return await client.call(baseUrl, path, request);
    },
    async close() {
      over.abort();
      await looking;
    },
  };
}
