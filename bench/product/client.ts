/** A signed-in caller of the product's API. Takes no part in retries: whoever calls decides what a failure means. */

export interface ApiReply {
  /** Null: no answer came, as when the server was killed. */
  status: number | null;
  body: Record<string, unknown>;
  headers: Headers;
}

export interface ApiRequest {
  method?: 'GET' | 'POST' | 'PUT';
  body?: object;
  headers?: Record<string, string>;
}

export interface ApiClient {
  /** As sent with each call. */
  readonly cookie: string;
  call(baseUrl: string, path: string, request?: ApiRequest): Promise<ApiReply>;
}

const TIMEOUT_MS = 60_000;

/** Waits for the demo accounts, which a first start is still making when it first listens. */
export async function signIn(baseUrl: string, account: { email: string; password: string }, deadlineMs: number): Promise<ApiClient> {
  for (;;) {
    const reply = await send(`${baseUrl}/api/v1/auth/login`, { method: 'POST', body: account });
    if (reply.status === 200) {
      const cookie = reply.headers
        .getSetCookie()
        .map((line) => line.split(';')[0] ?? '')
        .join('; ');
      return {
        cookie,
        call: async (base, path, request = {}) =>
          await send(`${base}/api/v1${path}`, { ...request, headers: { cookie, ...request.headers } }),
      };
    }
    if (Date.now() > deadlineMs) throw new Error(`Signing in answered ${reply.status ?? 'nothing'}.`);
    await new Promise((settle) => setTimeout(settle, 1_000));
  }
}

async function send(url: string, { method = 'GET', body, headers = {} }: ApiRequest): Promise<ApiReply> {
  try {
    const reply = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json') === true;
    return { status: reply.status, body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {}, headers: reply.headers };
  } catch {
    // Refused, reset in the middle, or cut off half-way through the body.
    return { status: null, body: {}, headers: new Headers() };
  }
}
