/** Talks to a sandbox over real HTTP, as the tests need it. */

import type { Sandbox } from '../sandbox.ts';

export interface Answer {
  status: number;
  // Vendors' bodies are read freely in tests: what they hold is what is being tested.
  body: Json;
}

/** A JSON value whose parts are reached by name or index; reaching for what is not there gives undefined. */
export class Json {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }

  at(...path: (string | number)[]): unknown {
    return path.reduce<unknown>((held, step) => {
      if (typeof held !== 'object' || held === null) return undefined;
      return Object.entries(held).find(([name]) => name === String(step))?.[1];
    }, this.value);
  }

  list(...path: (string | number)[]): Json[] {
    const held = this.at(...path);
    return Array.isArray(held) ? held.map((item) => new Json(item)) : [];
  }

  text(...path: (string | number)[]): string {
    const held = this.at(...path);
    return typeof held === 'string' || typeof held === 'number' ? String(held) : '';
  }
}

export interface Client {
  send(
    method: string,
    path: string,
    options?: { form?: Record<string, string | string[]>; json?: unknown; headers?: Record<string, string> },
  ): Promise<Answer>;
  availityToken(): Promise<Record<string, string>>;
  pverifyToken(): Promise<Record<string, string>>;
}

export function clientOf(sandbox: Sandbox): Client {
  const send: Client['send'] = async (method, path, { form, json, headers = {} } = {}) => {
    const body = form ? formBody(form) : json === undefined ? undefined : JSON.stringify(json);
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
    const response = await fetch(`http://127.0.0.1:${sandbox.port}${path}`, {
      method,
      ...(body === undefined ? { headers } : { body, headers: { 'content-type': type, ...headers } }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return { status: response.status, body: new Json(isJson ? JSON.parse(text) : text) };
  };
  const credentials = { grant_type: 'client_credentials', client_id: 'sandbox', client_secret: 'sandbox' };
  return {
    send,
    async availityToken() {
      const { body } = await send('POST', '/availity/v1/token', { form: { ...credentials, scope: 'healthcare-hipaa-transactions' } });
      return { authorization: `Bearer ${body.text('access_token')}` };
    },
    async pverifyToken() {
      const { body } = await send('POST', '/pverify/Token', { form: credentials });
      return { authorization: `Bearer ${body.text('access_token')}`, 'Client-API-Id': 'sandbox' };
    },
  };
}

function formBody(form: Record<string, string | string[]>): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, values] of Object.entries(form)) for (const value of [values].flat()) body.append(name, value);
  return body;
}
