import { expect, test } from 'vitest';
import { directoryFailure } from './directory-failure.ts';
import { requestToken } from './token-request.ts';
import { callVendor } from './vendor-client.ts';

/** What is said of a directory whose requests for a token and for payers are answered so. */
async function failureOf(answers: { token: Response; payers: Response }) {
  const common = { sleep: () => Promise.resolve(), random: () => 0 };
  const order = { url: 'https://vendor.invalid/token', form: {}, headers: {}, defaultSeconds: 300, timeoutMs: 500 };
  const get = async () => await requestToken({ ...common, fetch: () => Promise.resolve(answers.token.clone()) }, order);
  const reply = await callVendor(
    {
      ...common,
      fetch: () => Promise.resolve(answers.payers.clone()),
      tokens: { get, drop: () => undefined },
      now: () => new Date(),
      headers: {},
      vendorCodeOf: () => null,
    },
    {
      operation: 'fetch',
      method: 'GET',
      url: 'https://vendor.invalid/payers',
      repeatable: true,
      timeoutMs: 500,
      signal: new AbortController().signal,
    },
  );
  return directoryFailure(reply).failure;
}

const TOKEN = Response.json({ access_token: 't', expires_in: 300 });
const NONE = Response.json({});

test.each([
  [
    'a token service that is down and says when to come back',
    { token: new Response('', { status: 503, headers: { 'Retry-After': '90' } }), payers: NONE },
    'error',
  ],
  ['a token service that is down', { token: new Response('', { status: 503 }), payers: NONE }, 'error'],
  ['a token service that refuses our account', { token: new Response('', { status: 401 }), payers: NONE }, 'refused'],
  [
    'a token service with too much to do',
    { token: new Response('', { status: 429, headers: { 'Retry-After': '90' } }), payers: NONE },
    'refused',
  ],
  ['a page elsewhere in place of payers', { token: TOKEN, payers: new Response('', { status: 302 }) }, 'unreadable'],
  ['an error in place of payers', { token: TOKEN, payers: new Response('', { status: 500 }) }, 'error'],
  ['a refusal in place of payers', { token: TOKEN, payers: new Response('', { status: 403 }) }, 'refused'],
] as const)('%s', async (_case, answers, failure) => {
  expect(await failureOf(answers)).toBe(failure);
});
