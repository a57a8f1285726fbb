import { authContract } from '@coverlight/contract/auth/auth.contract.ts';
import { inquiriesContract } from '@coverlight/contract/inquiries/inquiries.contract.ts';
import { payersContract } from '@coverlight/contract/payers/payers.contract.ts';
import { providersContract } from '@coverlight/contract/providers/providers.contract.ts';
import { usersContract } from '@coverlight/contract/users/users.contract.ts';
import { expect, test, vi } from 'vitest';
import { ApiFailure, call, callList, urlOf } from './api.ts';
import { onSessionEnded, setCurrentUser } from './session.ts';
import { aUser } from '../samples.test-kit.ts';

function answerWith(status: number, body: unknown, headers: Record<string, string> = {}) {
  const fetch = vi.fn<typeof globalThis.fetch>(async () => new Response(body === null ? null : JSON.stringify(body), { status, headers }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
const ID = '01JB0000000000000000000001';

test('a url holds parameters and only the query terms that are given', () => {
  expect(urlOf(inquiriesContract.get, { params: { id: ID } })).toBe(`/api/v1/inquiries/${ID}`);
  expect(urlOf(inquiriesContract.list, { query: { page: 2, payer_name: 'A & B', member_id: '', user_id: undefined } })).toBe(
    '/api/v1/inquiries?page=2&payer_name=A+%26+B',
  );
});

test('a successful call answers the parsed body and sends credentials', async () => {
  const fetch = answerWith(200, { user: aUser() });

  const reply = await call(authContract.refresh, { background: true });

  expect(reply.user.email).toBe(aUser().email);
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ credentials: 'include', headers: { 'x-background': '1' } });
});

test('a list call reads the total of all pages from the header', async () => {
  answerWith(200, { providers: [] }, { 'x-total-count': '31' });

  await expect(callList(providersContract.compact, { query: {} })).resolves.toEqual({ reply: { providers: [] }, total: 31 });
});

test('a refusal becomes an ApiFailure with the words by field', async () => {
  answerWith(422, { errors: { memberId: ['Too short.'] } });

  await expect(call(authContract.refresh, {})).rejects.toMatchObject({ status: 422, errors: { memberId: ['Too short.'] } });
});

test.each([
  [413, 'This is too large to send. Please send less, or a smaller file.'],
  [502, 'The server cannot be reached right now. Please try again in a minute.'],
  [504, 'The server took too long to answer. Please look whether it was done before you try again.'],
])('a page of the proxy itself with status %i is told in our words', async (status, words) => {
  vi.stubGlobal('fetch', async () => new Response('<html><body>nginx</body></html>', { status, headers: { 'content-type': 'text/html' } }));

  await expect(call(authContract.refresh, {})).rejects.toMatchObject({ status, errors: { NOFIELD: [words] } });
});

test('the server’s own words about the same status stay', async () => {
  answerWith(502, { errors: { NOFIELD: ['The payment provider cannot be reached.'] } });

  await expect(call(authContract.refresh, {})).rejects.toMatchObject({ errors: { NOFIELD: ['The payment provider cannot be reached.'] } });
});

test('a call without any answer is a failure of status 0', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });

  await expect(call(authContract.refresh, {})).rejects.toMatchObject({ status: 0, errors: {} });
});

test('an answer of another shape than the contract says is refused', async () => {
  answerWith(200, { user: { id: 'short' } });

  await expect(call(authContract.refresh, {})).rejects.not.toBeInstanceOf(ApiFailure);
});

test('several 401 answers announce the end of the session once', async () => {
  const ended = vi.fn<() => void>();
  const stop = onSessionEnded(ended);
  setCurrentUser(aUser());
  answerWith(401, { errors: {} });

  await Promise.allSettled([call(usersContract.list, { query: {} }), call(payersContract.list, { query: {} })]);
  stop();

  expect(ended).toHaveBeenCalledTimes(1);
});

/** Refused under the cookie that was, answered under the one that another tab's change of password brought. */
function answerUnderANewCookie(reply: Response) {
  const fetch = vi
    .fn<typeof globalThis.fetch>()
    .mockResolvedValueOnce(Response.json({ errors: {} }, { status: 401 }))
    .mockResolvedValueOnce(reply);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('a read that another tab’s new cookie overtook is asked again, and the session goes on', async () => {
  const ended = vi.fn<() => void>();
  const stop = onSessionEnded(ended);
  setCurrentUser(aUser());
  answerUnderANewCookie(Response.json({ providers: [] }));

  await expect(call(providersContract.compact, { query: {} })).resolves.toEqual({ providers: [] });
  stop();

  expect(ended).not.toHaveBeenCalled();
});

test('what changes something is never sent twice by itself', async () => {
  setCurrentUser(aUser());
  const fetch = answerUnderANewCookie(new Response(null, { status: 204 }));

  await expect(call(authContract.logout, {})).rejects.toMatchObject({ status: 401 });

  expect(fetch).toHaveBeenCalledTimes(1);
});
