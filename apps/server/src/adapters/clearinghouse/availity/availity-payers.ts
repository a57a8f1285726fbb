/** Availity's payer list and configurations, page by page. */
import type { AskOptions, ListedPayer, PayerConfiguration, PayerDirectory } from '#ports/clearinghouse.ts';
import { callVendor } from '../vendor-client.ts';
import type { VendorClientDeps } from '../vendor-client.ts';
import { DirectoryFailure, directoryFailure } from '../directory-failure.ts';
import { mapAvailityConfiguration } from './availity-configuration.mapper.ts';
import { configurationSchema, listedPayerSchema, pageSchema } from './availity.schema.ts';
import type { AvailityConfiguration, AvailityPayer } from './availity.schema.ts';

const PAGE_SIZE = 50;
/** 50,000 entries: an end for a server that pages in circles. */
const MAX_PAGES = 1000;
const ELIGIBILITY = 'Eligibility and Benefits Inquiry';

interface DirectoryDeps {
  client: VendorClientDeps;
  baseUrl: string;
  timeoutMs: number;
}

export function createAvailityDirectory(deps: DirectoryDeps): Required<PayerDirectory> {
  return {
    listPayers: (options) => listPayers(deps, options),
    fetchSchema: (payerCode, options) => fetchSchema(deps, payerCode, options),
    listSchemas: (options) => listSchemas(deps, options),
  };
}

async function* listPayers(deps: DirectoryDeps, options: AskOptions): AsyncIterable<ListedPayer[]> {
  const seen = new Set<string>();
  const query = { transactionType: '270', submissionMode: 'API' };
  for await (const items of pages(deps, { path: '/availity-payer-list', key: 'payers', query, isWhole: true }, options)) {
    const payers = new Map<string, ListedPayer>();
    for (const item of items) {
      const payer = listedPayer(item);
      if (payer === null || seen.has(payer.code)) continue;
      // A payer may be listed once per route: one usable route is enough.
      const isAvailable = payer.isAvailable || (payers.get(payer.code)?.isAvailable ?? false);
      payers.set(payer.code, { ...(payers.get(payer.code) ?? payer), isAvailable });
    }
    for (const code of payers.keys()) seen.add(code);
    if (payers.size > 0) yield [...payers.values()];
  }
}

function listedPayer(item: unknown): ListedPayer | null {
  const parsed = listedPayerSchema.safeParse(item);
  const code = parsed.data?.payerId?.trim() ?? '';
  if (!parsed.success || code === '') return null;
  const { displayName, name, shortName } = parsed.data;
  const words = [displayName, name, shortName].map((text) => text?.trim() ?? '').find((text) => text !== '');
  return { code, name: words ?? code, isAvailable: hasUsableRoute(parsed.data), isElectronic: true };
}

/** Usable where one route for eligibility is; a payer listed without routes was listed for eligibility by the query. */
function hasUsableRoute(payer: AvailityPayer): boolean {
  const routes = payer.processingRoutes ?? [];
  if (routes.length === 0) return true;
  return routes.some(
    (route) =>
      (route.transactionDescription ?? ELIGIBILITY) === ELIGIBILITY &&
      ['API', 'RealTime'].includes(route.submissionMode ?? 'API') &&
      route.availability !== false &&
      !/contract required|false/i.test(String(route.availability ?? '')),
  );
}

async function fetchSchema(deps: DirectoryDeps, payerCode: string, options: AskOptions): Promise<PayerConfiguration | null> {
  const body = await getJson(deps, { path: '/configurations', query: { type: '270', payerId: payerCode } }, options);
  if (body === null) return null;
  const configurations = itemsOf(body, 'configurations').flatMap(configurationOf);
  const own = configurations.filter((item) => item.payerId === undefined || item.payerId === payerCode);
  return firstSchema(own);
}

/** Configurations of a subtype are for other uses of the same transaction. */
function firstSchema(configurations: AvailityConfiguration[]): PayerConfiguration | null {
  const ordered = configurations.toSorted((a, b) => Number(a.subtypeId !== undefined) - Number(b.subtypeId !== undefined));
  for (const configuration of ordered) {
    const schema = mapAvailityConfiguration(configuration);
    if (schema !== null) return schema;
  }
  return null;
}

function configurationOf(item: unknown): AvailityConfiguration[] {
  const parsed = configurationSchema.safeParse(item);
  return parsed.success && (parsed.data.type ?? '270') === '270' ? [parsed.data] : [];
}

type SchemaPage = { payerCode: string; schema: PayerConfiguration }[];

async function* listSchemas(deps: DirectoryDeps, options: AskOptions): AsyncIterable<SchemaPage> {
  const seen = new Set<string>();
  for await (const items of pages(deps, { path: '/configurations', key: 'configurations', query: { type: '270' } }, options)) {
    const byPayer = groupByPayer(items.flatMap(configurationOf));
    const page: SchemaPage = [];
    for (const [payerCode, configurations] of byPayer) {
      const schema = payerCode === '' || seen.has(payerCode) ? null : firstSchema(configurations);
      if (schema === null) continue;
      seen.add(payerCode);
      page.push({ payerCode, schema });
    }
    if (page.length > 0) yield page;
  }
}

function groupByPayer(configurations: AvailityConfiguration[]): Map<string, AvailityConfiguration[]> {
  const groups = new Map<string, AvailityConfiguration[]>();
  for (const item of configurations) groups.set(item.payerId ?? '', [...(groups.get(item.payerId ?? '') ?? []), item]);
  return groups;
}

/**
 * Both published shapes: an object with the items and page facts, or a bare list. With `isWhole` a list that ends before the total it
 * tells itself is a failure: what it leaves out would count as withdrawn.
 */
async function* pages(
  deps: DirectoryDeps,
  list: { path: string; key: string; query: Record<string, string>; isWhole?: boolean },
  options: AskOptions,
): AsyncIterable<unknown[]> {
  let offset = 0;
  let total = 0;
  let previous = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { ...list.query, limit: String(PAGE_SIZE), offset: String(offset) };
    const body = await getJson(deps, { path: list.path, query }, options);
    const items = itemsOf(body, list.key);
    const fingerprint = JSON.stringify(items.at(-1) ?? null);
    const facts = pageSchema.safeParse(body).data;
    total = facts?.totalCount ?? total;
    // The same page again: this server does not page.
    if (items.length === 0 || fingerprint === previous) break;
    previous = fingerprint;
    yield items;
    offset += items.length;
    const isLast =
      facts?.totalCount === undefined ? items.length !== PAGE_SIZE && (facts?.links?.next ?? null) === null : offset >= facts.totalCount;
    if (isLast) break;
  }
  if (list.isWhole === true && offset < total) throw new DirectoryFailure('unreadable', `The list ends after ${offset} of ${total}.`);
}

function itemsOf(body: unknown, key: string): unknown[] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [];
  const items: unknown = Reflect.get(body, key);
  if (Array.isArray(items)) return items;
  return key === 'configurations' && 'elements' in body ? [body] : [];
}

/** Null for 404: the source has no such thing. */
async function getJson(
  deps: DirectoryDeps,
  target: { path: string; query: Record<string, string> },
  options: AskOptions,
): Promise<unknown> {
  const reply = await callVendor(deps.client, {
    operation: 'find',
    method: 'GET',
    url: `${deps.baseUrl}${target.path}?${new URLSearchParams(target.query).toString()}`,
    repeatable: true,
    timeoutMs: deps.timeoutMs,
    signal: options.signal,
    onExchange: options.onExchange,
  });
  if (reply.kind === 'reply' && reply.status === 404) return null;
  if (reply.kind === 'reply' && reply.status === 200) return reply.body;
  throw directoryFailure(reply);
}
