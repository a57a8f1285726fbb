/** The contract is what is served, and all that is served: routes, reply shapes, headers. */
import { api } from '@coverlight/contract/api.ts';
import { API_BASE, type Endpoint } from '@coverlight/contract/endpoint.ts';
import { errorBodySchema } from '@coverlight/contract/errors.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { AccessObjects } from './access-request.ts';
import { createAccessObjects } from './access-objects.ts';
import { accessRequests } from './access-requests.ts';
import { createOrganization, createPayer, createUser, newId, type User } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const endpoints = Object.entries(api).flatMap(([feature, contract]) =>
  Object.entries(contract as Record<string, Endpoint>).map(([name, endpoint]) => ({ name: `${feature}.${name}`, endpoint })),
);

let t: TestApp;
let manager: User;

beforeAll(async () => {
  t = await startTestApp();
  const organization = await createOrganization(t.store);
  manager = await createUser(t.store, { organization_id: organization.id, is_manager: true });
});
afterAll(async () => await t.close());

const objects = async (): Promise<AccessObjects> =>
  await createAccessObjects(t.store, { owner: manager, payer: (await createPayer(t.store)).id });

/** Lines of Fastify's route tree, joined to whole paths. */
function registeredRoutes(): string[] {
  const routes: string[] = [];
  const path: string[] = [];
  for (const line of t.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const match = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (match === null) continue;
    const [, indent = '', part = '', methods] = match;
    path.splice(indent.length / 4 - 1);
    path.push(part);
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${path.join('')}`);
  }
  return routes;
}

test('every endpoint of the contract is served, and no path under /api that is not in it', () => {
  const served = registeredRoutes().filter((route) => route.includes('/api/'));
  const declared = endpoints.map(({ endpoint }) => `${endpoint.method} ${API_BASE}${endpoint.path}`);

  expect(new Set(served)).toEqual(new Set(declared));
});

test('every answer has the shape that the contract gives its status, or that of a refusal', async () => {
  const token = await t.signIn(manager);
  const own = await objects();
  const misfits: string[] = [];
  for (const { name, endpoint } of endpoints) {
    const request = accessRequests[name]?.(own);
    if (request === undefined) throw new Error(`no request for ${name}`);
    // Signing the caller out would leave nothing to ask with.
    const isEnd = ['auth.logout', 'auth.endSessions', 'auth.passwordChange'].includes(name);
    const reply = await t.call(isEnd ? await t.signIn(manager) : token, request);
    const shape = reply.statusCode < 300 ? endpoint.replies[reply.statusCode as keyof Endpoint['replies']] : errorBodySchema;
    if (shape === undefined) misfits.push(`${name}: ${reply.statusCode} is not in the contract`);
    else if (shape === null) {
      if (reply.statusCode === 204 && reply.body !== '') misfits.push(`${name}: a body with 204`);
    } else if (!z.safeParse(shape, reply.json()).success) misfits.push(`${name}: ${reply.statusCode} has another shape`);
  }

  expect(misfits).toEqual([]);
}, 60_000);

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as unknown,
  'x-request-id': expect.stringMatching(/^[0-9A-Z]{26}$/) as unknown,
};

const FORM = {
  payload: '--x\r\ncontent-disposition: form-data; name="is_hidden"\r\n\r\ntrue\r\n--x--\r\n',
  headers: { 'content-type': 'multipart/form-data; boundary=x' },
};

test('every kind of answer carries the security headers, and none under /api is stored', async () => {
  const token = await t.signIn(manager);
  const { complete, payer } = await objects();
  const kinds: [number, string | null, Parameters<TestApp['call']>[1]][] = [
    [200, token, { method: 'GET', url: `/api/v1/inquiries/${complete}` }],
    [200, token, { method: 'GET', url: `/api/v1/inquiries/${complete}/pdf` }],
    [204, token, { method: 'POST', url: '/api/v1/auth/logout' }],
    [400, token, { method: 'POST', url: '/api/v1/inquiries', payload: '{', headers: { 'content-type': 'application/json' } }],
    [401, null, { method: 'GET', url: '/api/v1/inquiries' }],
    [403, token, { method: 'POST', url: '/api/v1/inquiries', payload: {}, headers: { origin: 'https://elsewhere.example' } }],
    [404, token, { method: 'GET', url: `/api/v1/payers/${newId()}/schema` }],
    [404, token, { method: 'GET', url: '/api/v1/nothing' }],
    [404, token, { method: 'GET', url: '/api/v1/users/%E0%A4%A' }],
    [404, token, { method: 'PUT', url: `/api/v1/users/${'A'.repeat(300)}`, payload: {} }],
    [413, token, { method: 'POST', url: '/api/v1/inquiries', payload: { memberId: 'x'.repeat(2_000_000) } }],
    [415, token, { method: 'POST', url: '/api/v1/inquiries', payload: '<a/>', headers: { 'content-type': 'application/xml' } }],
    [415, token, { method: 'POST', url: '/api/v1/inquiries', payload: '{}', headers: { 'content-type': 'text/plain' } }],
    [415, token, { method: 'POST', url: '/api/v1/inquiries', ...FORM }],
    [422, token, { method: 'POST', url: '/api/v1/inquiries/recent', payload: { payer_id: payer } }],
  ];
  for (const [status, who, request] of kinds) {
    const fresh = who === null ? null : await t.signIn(manager);
    const reply = await t.call(fresh, request);
    expect([request.url, reply.statusCode]).toEqual([request.url, status]);
    expect(reply.headers).toMatchObject({ ...HEADERS, 'cache-control': 'no-store' });
    // A refusal has the one shape of errors, whoever refuses.
    expect(status >= 400 ? Object.keys(reply.json<object>()) : ['errors']).toEqual(['errors']);
  }
  expect((await t.call(null, { method: 'GET', url: '/healthz' })).headers).toMatchObject(HEADERS);
});

test('a sixth wrong password is told to wait, whether or not the account exists', async () => {
  const wrong = async (email: string) => {
    const payload = { email, password: 'not the password at all' };
    const reply = await t.call(null, { method: 'POST', url: '/api/v1/auth/login', payload });
    return [reply.statusCode, Number(reply.headers['retry-after'] ?? 0)] as const;
  };
  for (const email of [manager.email, `nobody-${newId().toLowerCase()}@practice.test`]) {
    const answers = [];
    for (let guess = 0; guess < 6; guess += 1) answers.push(await wrong(email));
    expect(answers.map(([status]) => status)).toEqual([422, 422, 422, 422, 422, 429]);
    expect(answers.at(-1)?.[1]).toBeGreaterThanOrEqual(1);
  }
});
