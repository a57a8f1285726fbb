/** Stands between the application and the payment provider and keeps what passes, as it was on the wire. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { portOf } from '../../sandbox/src/listening.ts';

export interface Exchange {
  method: string;
  /** Without query. */
  path: string;
  /** The form as it was sent: of the body, or of the query. */
  form: URLSearchParams;
  version: string | undefined;
  idempotencyKey: string | undefined;
  /** Everything that was sent, for a search. */
  sent: string;
  status: number;
  answer: unknown;
}

export interface StripeRecorder {
  url: string;
  exchanges: Exchange[];
  /** Where requests go on to. */
  towards(target: string): void;
  close(): Promise<void>;
}

export async function startStripeRecorder(): Promise<StripeRecorder> {
  const exchanges: Exchange[] = [];
  let target = '';
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    const body = Buffer.concat(chunks).toString();
    const { method = '', url = '' } = request;
    const { host: _host, connection: _connection, 'content-length': _length, 'transfer-encoding': _coding, ...headers } = request.headers;
    const sentHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    const reply = await fetch(`${target}${url}`, { method, headers: sentHeaders, ...(body === '' ? {} : { body }) });
    const text = await reply.text();
    const [path = '', query = ''] = url.split('?');
    exchanges.push({
      method,
      path,
      form: new URLSearchParams(body === '' ? query : body),
      version: sentHeaders['stripe-version'],
      idempotencyKey: sentHeaders['idempotency-key'],
      sent: decodeURIComponent(`${url} ${JSON.stringify(sentHeaders)} ${body}`.replaceAll('+', ' ')),
      status: reply.status,
      answer: JSON.parse(text),
    });
    response.writeHead(reply.status, { 'content-type': 'application/json', 'request-id': reply.headers.get('request-id') ?? '' }).end(text);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    exchanges,
    towards: (next) => {
      target = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
    },
  };
}
