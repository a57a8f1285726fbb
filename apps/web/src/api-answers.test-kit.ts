/** Answers the browser's calls in tests. A call nobody answers fails the test. */
import { API_BASE } from '@coverlight/contract/endpoint.ts';
import { vi } from 'vitest';

export interface Answer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}
/** By 'METHOD /path', `*` for one part of the path. Gets the parsed body. */
export type Answers = Record<string, (body: unknown) => Answer>;

export function answerCalls(answers: Answers): void {
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const path = new URL(input, 'http://localhost').pathname.replace(API_BASE, '');
    const wanted = `${init.method ?? 'GET'} ${path}`;
    const key = Object.keys(answers).find((pattern) => new RegExp(`^${pattern.replaceAll('*', '[^/]+')}$`).test(wanted));
    if (key === undefined) throw new Error(`No answer for ${wanted}.`);
    const { status = 200, body = null, headers = {} } = answers[key]?.(typeof init.body === 'string' ? JSON.parse(init.body) : null) ?? {};
    return new Response(body === null ? null : JSON.stringify(body), { status, headers });
  });
}

/** A list's answer with the total of all pages. */
export function page(body: Record<string, readonly unknown[]>): Answer {
  const total = Object.values(body).reduce((sum, rows) => sum + rows.length, 0);
  return { body, headers: { 'x-total-count': String(total) } };
}
