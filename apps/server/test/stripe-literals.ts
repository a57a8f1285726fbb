/** Holds what passed on the wire against the types that the payment provider's package publishes, by compiling it as literals. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Exchange } from './stripe-recorder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** By method and path: the type of what is sent, and of what is answered. */
const ENDPOINTS: readonly [method: string, path: RegExp, sent: string, answered: string][] = [
  ['POST', /^\/v1\/customers$/, 'CustomerCreateParams', 'Customer'],
  ['GET', /^\/v1\/customers\/\w+$/, 'CustomerRetrieveParams', 'Customer'],
  ['POST', /^\/v1\/payment_methods\/\w+\/attach$/, 'PaymentMethodAttachParams', 'PaymentMethod'],
  ['POST', /^\/v1\/prices$/, 'PriceCreateParams', 'Price'],
  ['POST', /^\/v1\/prices\/\w+$/, 'PriceUpdateParams', 'Price'],
  ['GET', /^\/v1\/prices$/, 'PriceListParams', 'ApiList<Stripe.Price>'],
  ['POST', /^\/v1\/billing\/meters$/, 'Billing.MeterCreateParams', 'Billing.Meter'],
  ['GET', /^\/v1\/billing\/meters$/, 'Billing.MeterListParams', 'ApiList<Stripe.Billing.Meter>'],
  [
    'GET',
    /^\/v1\/billing\/meters\/\w+\/event_summaries$/,
    'Billing.MeterListEventSummariesParams',
    'ApiList<Stripe.Billing.MeterEventSummary>',
  ],
  ['POST', /^\/v1\/billing\/meter_events$/, 'Billing.MeterEventCreateParams', 'Billing.MeterEvent'],
  ['POST', /^\/v1\/billing_portal\/configurations$/, 'BillingPortal.ConfigurationCreateParams', 'BillingPortal.Configuration'],
  ['GET', /^\/v1\/billing_portal\/configurations$/, 'BillingPortal.ConfigurationListParams', 'ApiList<Stripe.BillingPortal.Configuration>'],
  ['POST', /^\/v1\/billing_portal\/sessions$/, 'BillingPortal.SessionCreateParams', 'BillingPortal.Session'],
  ['POST', /^\/v1\/checkout\/sessions$/, 'Checkout.SessionCreateParams', 'Checkout.Session'],
  ['GET', /^\/v1\/checkout\/sessions$/, 'Checkout.SessionListParams', 'ApiList<Stripe.Checkout.Session>'],
  ['POST', /^\/v1\/checkout\/sessions\/\w+\/expire$/, 'Checkout.SessionExpireParams', 'Checkout.Session'],
  ['POST', /^\/v1\/subscriptions$/, 'SubscriptionCreateParams', 'Subscription'],
  ['POST', /^\/v1\/subscriptions\/\w+$/, 'SubscriptionUpdateParams', 'Subscription'],
  ['GET', /^\/v1\/subscriptions$/, 'SubscriptionListParams', 'ApiList<Stripe.Subscription>'],
  ['POST', /^\/v1\/invoices\/create_preview$/, 'InvoiceCreatePreviewParams', 'Invoice'],
  ['POST', /^\/v1\/invoices\/\w+\/pay$/, 'InvoicePayParams', 'Invoice'],
  ['GET', /^\/v1\/invoices$/, 'InvoiceListParams', 'ApiList<Stripe.Invoice>'],
  ['GET', /^\/v1\/promotion_codes$/, 'PromotionCodeListParams', 'ApiList<Stripe.PromotionCode>'],
  ['GET', /^\/v1\/coupons\/[^/]+$/, 'CouponRetrieveParams', 'Coupon'],
];

/**
 * The package leaves its enums open and writes answers as they are with every reference opened; on the wire, and in a request of ours,
 * a value is one that is listed, a reference is an id, and a decimal is text.
 */
const PREAMBLE = `import type { Stripe } from 'stripe';
type Is<A, B> = (<G>() => G extends A ? 1 : 2) extends <G>() => G extends B ? 1 : 2 ? true : false;
type Listed<V> = V extends string ? (string extends V ? (Is<V, string> extends true ? V : never) : V) : V;
type Sent<T> = T extends string | number | boolean | null | undefined ? T
  : T extends (infer I)[] ? Sent<Listed<I>>[]
  : T extends Stripe.Decimal ? string
  : T extends object ? { [K in keyof T]: Sent<Listed<T[K]>> } : T;
type Thing = { id: string; object: string };
type Closed<V> = Listed<string extends V ? Exclude<V, Thing> : V>;
type Wire<T> = T extends Stripe.Decimal ? string
  : T extends string | number | boolean | null | undefined ? T
  : T extends (infer I)[] ? Wire<Closed<I>>[]
  : T extends object ? { [K in keyof T]: Wire<Closed<T[K]>> } : T;
type Told<K extends Stripe.Event['type']> = Wire<Extract<Stripe.Event, { type: K }>>;
`;

interface Literal {
  /** Shown where it does not fit. */
  from: string;
  text: string;
}

/** What does not fit, in the compiler's words; empty where all does. */
export function misfits(exchanges: readonly Exchange[], events: readonly { type: string }[]): string[] {
  const literals: Literal[] = [];
  const unknown: string[] = [];
  for (const { method, path, form, status, answer } of exchanges) {
    const endpoint = ENDPOINTS.find(([verb, pattern]) => verb === method && pattern.test(path));
    if (endpoint === undefined) {
      unknown.push(`${method} ${path} is an endpoint without a type`);
      continue;
    }
    const [, , sent, answered] = endpoint;
    literals.push({ from: `${method} ${path}, sent`, text: `(${JSON.stringify(valuesOf(form))}) satisfies Sent<Stripe.${sent}>` });
    if (status === 200)
      literals.push({ from: `${method} ${path}, answered`, text: `(${JSON.stringify(answer)}) satisfies Wire<Stripe.${answered}>` });
  }
  for (const event of events) {
    literals.push({ from: `event ${event.type}`, text: `(${JSON.stringify(event)}) satisfies Told<${JSON.stringify(event.type)}>` });
  }
  return [...new Set([...unknown, ...compile(literals)])];
}

/** Endpoints that are known here and were not used. */
export const unused = (exchanges: readonly Exchange[]): string[] =>
  ENDPOINTS.filter(([verb, pattern]) => !exchanges.some(({ method, path }) => method === verb && pattern.test(path))).map(
    ([verb, pattern]) => `${verb} ${pattern.source}`,
  );

function compile(literals: readonly Literal[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'coverlight-stripe-types-'));
  try {
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const lines = literals.map(({ text }) => `void (${text});`).join('\n');
    writeFileSync(join(folder, 'literals.ts'), `${PREAMBLE}${lines}\n`);
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2023',
      types: [],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['literals.ts'] }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '--project', folder, '--pretty', 'false'], { encoding: 'utf8' });
    if (status === 0) return [];
    const first = PREAMBLE.split('\n').length;
    const told = stdout.split('\n').filter((line) => line.trim() !== '');
    return told.map((line) => {
      const at = /literals\.ts\((\d+),\d+\): error (.*)$/.exec(line);
      return at === null ? line : `${literals[Number(at[1]) - first]?.from ?? 'preamble'}: ${at[2]}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Values {
  [key: string]: string | number | boolean | Values;
}

/** `a[b][0]=1` as the value it stands for; free text below `metadata` and `payload` stays text. */
function valuesOf(form: URLSearchParams): unknown {
  const values: Values = {};
  for (const [name, text] of form) {
    const path = name.replaceAll(']', '').split('[');
    let at = values;
    for (const part of path.slice(0, -1)) {
      const next = at[part] ?? {};
      if (typeof next !== 'object') throw new Error(`${name} is both a value and an object`);
      at[part] = next;
      at = next;
    }
    at[path.at(-1) ?? ''] = path.some((part) => part === 'metadata' || part === 'payload') ? text : valueOf(text);
  }
  return withLists(values);
}

function valueOf(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

function withLists(value: Values | string | number | boolean): unknown {
  if (typeof value !== 'object') return value;
  const keys = Object.keys(value);
  const isList = keys.length > 0 && keys.every((key) => /^\d+$/.test(key));
  if (isList) return Object.values(value).map(withLists);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLists(inner)]));
}
