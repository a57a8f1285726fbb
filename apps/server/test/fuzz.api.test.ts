/** Nonsense in every place of every call: refused, never a failure of ours (product.md 7.2). The seed is in the message of a failure. */
import { api } from '@coverlight/contract/api.ts';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INTERNAL_ORGANIZATION_ID } from '../src/db/internal-organization.ts';
import type { AccessObjects } from './access-request.ts';
import { createAccessObjects } from './access-objects.ts';
import { accessRequests } from './access-requests.ts';
import { createOrganization, createPayer, createUser, newId } from './factories.ts';
import { startTestApp, type TestApp } from './test-app.ts';

const REQUESTS = 3_000;
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000);

/** mulberry32: small, and the same on every machine. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const random = randomOf(SEED);
const below = (limit: number) => Math.floor(random() * limit);
const oneOf = <T>(values: readonly T[]): T => {
  const value = values[below(values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)]);
const NONSENSE: readonly unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  '😀'.repeat(300),
  'e\u0301'.repeat(100),
  'x'.repeat(70_000),
  "'; DROP TABLE inquiries; --",
  '%',
  '_%\\',
  '../../etc/passwd',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '275760-09-14',
  'NaN',
  '1e309',
  '-0',
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  1e308,
  true,
  false,
  null,
  [],
  [null],
  [[]],
  {},
  { $ne: null },
  { toString: 'x', length: -1 },
  deep(200),
  Array.from({ length: 2_000 }, (_, at) => at),
  newId(),
  '0'.repeat(26),
  'Z'.repeat(26),
];
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '\u0000',
  '',
  '$where',
  'id',
  'organization_id',
  'is_admin',
];
/** Written by hand, since JSON.stringify would leave such a key out. */
const RAW = [
  '{"__proto__": {"is_admin": true}}',
  '{"constructor": {"prototype": {}}}',
  '[]',
  'null',
  '"x"',
  '1',
  '{',
  '\ufeff{}',
  '{"a":1}{"b":2}',
  '',
];
const PIECES = ['%00', '%ff', '%2e%2e%2f', '%', '..', 'x'.repeat(300), '😀', '%F0%9F', "'", '{}', 'null', '-1', newId()];

/** One to three of a body's places hold nonsense, at any depth. */
function spoil(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.2) return oneOf(NONSENSE);
  if (Array.isArray(value)) return value.length === 0 ? oneOf(NONSENSE) : value.with(below(value.length), spoil(value[0]));
  const copy: Record<string, unknown> = { ...value };
  const keys = Object.keys(copy);
  for (let times = 1 + below(3); times > 0; times -= 1) {
    const key = keys.length === 0 || random() < 0.15 ? oneOf(KEYS) : oneOf(keys);
    if (random() < 0.15) delete copy[key];
    else Object.defineProperty(copy, key, { value: spoil(copy[key]), enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

const QUERIES = [
  'page',
  'limit',
  'sort',
  'q',
  'status',
  'member_id',
  'patient_dob',
  'patient_last_name',
  'payer_name',
  'user_id',
  'is_hidden',
  'zone',
  'from',
  'until',
];
const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4_000).replaceAll(/\p{Cs}/gu, '?');

function spoilUrl(url: string): string {
  const [path = '', query] = url.split('?');
  const parts = path.split('/');
  // The base path stays, and so what answers.
  if (parts.length > 4 && random() < 0.4) parts[4 + below(parts.length - 4)] = oneOf(PIECES);
  const pairs = query === undefined ? [] : [query];
  for (let times = below(4); times > 0; times -= 1)
    pairs.push(`${oneOf(QUERIES)}=${random() < 0.2 ? oneOf(PIECES) : encodeURIComponent(text(oneOf(NONSENSE)))}`);
  return pairs.length === 0 ? parts.join('/') : `${parts.join('/')}?${pairs.join('&')}`;
}

function spoilRequest(request: InjectOptions): InjectOptions {
  const spoilt: InjectOptions = { ...request };
  const hasBody = typeof request.payload === 'object' && request.payload !== null && !Buffer.isBuffer(request.payload);
  if (!hasBody || random() < 0.35) spoilt.url = spoilUrl(typeof request.url === 'string' ? request.url : '');
  if (!hasBody) return spoilt;
  if (random() < 0.15) return { ...spoilt, payload: oneOf(RAW), headers: { ...request.headers, 'content-type': 'application/json' } };
  return { ...spoilt, payload: spoil(request.payload) as object };
}

let t: TestApp;
let tokens: string[];
let objects: AccessObjects;

beforeAll(async () => {
  t = await startTestApp({ env: { INQUIRY_WAIT_SECONDS: '1' } });
  const { id: organization_id } = await createOrganization(t.store);
  const manager = await createUser(t.store, { organization_id, is_manager: true });
  const admin = await createUser(t.store, { organization_id: INTERNAL_ORGANIZATION_ID, is_admin: true });
  tokens = [await t.signIn(manager), await t.signIn(manager), await t.signIn(admin)];
  objects = await createAccessObjects(t.store, { owner: manager, payer: (await createPayer(t.store)).id });
});
afterAll(async () => await t.close());

/** They ask a vendor, whose failure is theirs to tell; would sign the caller out; or fail on purpose. */
const LEFT_OUT =
  /^(adminAccounts\.failOnPurpose$|auth\.(logout|endSessions|passwordChange)|adminPayers\.sync|billing\.(checkout|portal|change|preview))/;

test('no nonsense in any place makes the server fail', async () => {
  const names = Object.entries(api)
    .flatMap(([feature, contract]) => Object.keys(contract).map((name) => `${feature}.${name}`))
    .filter((name) => !LEFT_OUT.test(name));
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  for (let at = 0; at < REQUESTS; at += 1) {
    const name = names[at % names.length] ?? '';
    const request = accessRequests[name]?.(objects);
    if (request === undefined) throw new Error(`no request for ${name}`);
    const spoilt = spoilRequest(request);
    const reply = await t.call(oneOf(tokens), spoilt);
    statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1);
    if (reply.statusCode >= 500) failures.push(`${name} ${reply.statusCode} ${JSON.stringify(spoilt).slice(0, 500)}`);
  }

  expect(failures, `FUZZ_SEED=${SEED}`).toEqual([]);
  // Most of it must have come as far as a rule of ours.
  expect(statuses.get(422) ?? 0, JSON.stringify([...statuses])).toBeGreaterThan(REQUESTS / 5);
  expect(({} as Record<string, unknown>)['is_admin']).toBeUndefined();
}, 180_000);
