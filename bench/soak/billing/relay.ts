/** Takes the provider's events in its place of delivery, so that the soak decides when, in which order and how often each arrives. */
import { createServer } from 'node:http';
import { signatureOf, type ProviderEvent } from './provider.ts';

export interface Relay {
  /** Those that nobody has asked to deliver yet; asking empties it. */
  take(): string[];
  /** Null: no answer, as when the server is gone. */
  deliver(body: string): Promise<number | null>;
  close(): void;
}

export async function startRelay(port: number, targetUrl: string): Promise<Relay> {
  let waiting: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      waiting.push(body);
      response.end('{}');
    });
  });
  await new Promise<void>((settle) => server.listen(port, '127.0.0.1', settle));
  return {
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
    async deliver(body) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(body) };
      const reply = await fetch(targetUrl, { method: 'POST', headers, body, signal: AbortSignal.timeout(30_000) }).catch(() => null);
      await reply?.arrayBuffer().catch(() => undefined);
      return reply?.status ?? null;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Another event that says the same. */
export const renamed = (body: string, suffix: string): string => {
  const event = JSON.parse(body) as ProviderEvent;
  return JSON.stringify({ ...event, id: `${event.id}_${suffix}` });
};
