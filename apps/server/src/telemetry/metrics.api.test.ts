/** The figures, the alerts and the dashboard that rest on them, against the sandbox's faults (docs/product.md 16.3). */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROW_STATES } from '@coverlight/contract/batches/batch.schema.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPractice, asManager, customerOf, post, STARTER, startBillingApp, type BillingApp, type Practice } from '../../test/billing.ts';
import { createOrganization, createProvider, createUser, newId } from '../../test/factories.ts';
import { syncSubscription } from '../features/billing/sync-subscription.ts';
import { queueMail } from '../features/mail/queue-mail.ts';
import { sendMail } from '../features/mail/send-mail.ts';
import { startMetricsServer } from './serve-metrics.ts';

const TOKEN = 'a token for figures';
const MINUTE_MS = 60_000;
const deployed = (name: string) => readFileSync(new URL(`../../../../deploy/${name}`, import.meta.url), 'utf8');
let t: BillingApp;

beforeAll(async () => {
  // Nothing runs in the background: what is due stays so until a test does it.
  t = await startBillingApp({ workers: false, env: { METRICS_TOKEN: TOKEN, INQUIRY_WAIT_SECONDS: '2' } });
});
afterAll(async () => await t.close());

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function scrape(): Promise<Sample[]> {
  const reply = await t.app.inject({ method: 'GET', url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } });
  expect(reply.statusCode).toBe(200);
  return reply.body
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });
}

const fault = async (vendor: string, kind: string, times = 500) =>
  await fetch(`${t.sandboxUrl}/__fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor, kind, times }),
  });
const allWell = async () => await fetch(`${t.sandboxUrl}/__fault`, { method: 'DELETE' });

/** Each name with the labels it may have, and what may stand in them; null: a route's pattern. */
const OUTCOMES = [
  'sent pending answered rejected refused no-answer unreachable unavailable uncertain stale lost circuit-open withdrawn',
].flatMap((words) => words.split(' '));
const CLEARINGHOUSES = ['availity', 'pVerify'];
const REQUEST = {
  route: null,
  method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
  status: Array.from({ length: 500 }, (_each, index) => String(100 + index)),
};
const LISTED: Record<string, Record<string, readonly string[] | null>> = {
  coverlight_request_seconds_bucket: { ...REQUEST, le: '0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 30 60 +Inf'.split(' ') },
  coverlight_request_seconds_sum: REQUEST,
  coverlight_request_seconds_count: REQUEST,
  coverlight_failures_total: {},
  coverlight_asks_total: { clearinghouse: CLEARINGHOUSES, outcome: OUTCOMES },
  coverlight_open_circuits: { clearinghouse: CLEARINGHOUSES },
  coverlight_batch_rows: { state: ROW_STATES },
  coverlight_pool_connections: { state: ['used', 'idle', 'waiting'] },
  coverlight_database_up: {},
  coverlight_due_turns: {},
  coverlight_taken_turns: {},
  coverlight_oldest_due_turn_seconds: {},
  coverlight_audit_unsealed_seconds: {},
  coverlight_stranded_mails: {},
  coverlight_payment_events_waiting: {},
  coverlight_pdf_waiting: {},
  coverlight_event_loop_delay_seconds: {},
  coverlight_memory_bytes: {},
};

/** Who may ask: it has a subscription. */
async function aCustomer(): Promise<{ practice: Practice; form: Record<string, unknown> }> {
  const organization = await createOrganization(t.store);
  const practice = { organization, manager: await createUser(t.store, { organization_id: organization.id, is_manager: true }) };
  const { payers } = (await t.call(await t.signIn(practice.manager), { method: 'GET', url: '/api/v1/payers' })).json<{
    payers: { id: string }[];
  }>();
  const provider = await createProvider(t.store, { organization_id: practice.organization.id });
  const person = { memberId: 'ZQFIGURE77', patientFirstName: 'Zqfirst', patientLastName: 'Zqlast', patientBirthDate: '1931-05-17' };
  return {
    practice,
    form: { provider_id: provider.id, payer_id: payers[0]?.id, subscriberRelationship: '18', serviceType: ['30'], ...person },
  };
}

const ask = async (practice: Practice, form: object) =>
  await asManager<{ inquiry?: { id: string } }>(t, practice, { method: 'POST', url: '/api/v1/inquiries', payload: form });

test('figures are for whoever has the token, and nobody else learns that they are there', async () => {
  for (const authorization of [undefined, 'Bearer', 'Bearer another', `Basic ${TOKEN}`]) {
    const reply = await t.app.inject({ method: 'GET', url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    expect(reply.statusCode).toBe(404);
  }
});

test('on a port of their own the figures need no token unless one is set', async () => {
  for (const [token, status] of [
    [null, 200],
    [TOKEN, 401],
  ] as const) {
    const server = await startMetricsServer(t.deps.metrics, { host: '127.0.0.1', port: 0, token });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(status);
    expect((await fetch(`http://127.0.0.1:${port}/else`)).status).toBe(404);
    await new Promise((settle) => void server.close(settle));
  }
});

test('every name and every label is one of the list, whatever was asked, typed or reached for', async () => {
  const { practice, form } = await aCustomer();
  await ask(practice, form);
  const places = [
    '/api/v1/inquiries?patient_last_name=Zqlast',
    '/api/v1/inquiries/ZQFIGURE77',
    '/Zqlast',
    '/api/v1/zq/lists',
    '/api/v1/users/%00',
  ];
  for (const url of places) await asManager(t, practice, { method: 'GET', url }).catch(() => undefined);
  await t.app.inject({ method: 'PROPFIND' as 'GET', url: '/api/v1/inquiries' });

  const samples = await scrape();

  expect([...new Set(samples.map(({ name }) => name))].filter((name) => !(name in LISTED))).toEqual([]);
  const isListed = ({ name, labels }: Sample) =>
    Object.entries(labels).every(([label, value]) => {
      const values = LISTED[name]?.[label];
      if (values !== null) return values?.includes(value) ?? false;
      return value === 'none' || t.app.hasRoute({ method: labels['method'] as 'GET', url: value });
    });
  expect(samples.filter((sample) => !isListed(sample))).toEqual([]);
  expect(samples.some(({ name, labels }) => name === 'coverlight_asks_total' && labels['clearinghouse'] === 'availity')).toBe(true);
  expect(JSON.stringify(samples)).not.toMatch(/zqlast|zqfirst|zqfigure/i);
});

interface Alert {
  name: string;
  holds: (now: readonly Sample[], before: readonly Sample[]) => boolean;
}

/** The few forms that the rules keep to: a figure, or its increase, compared with a number. */
function readAlerts(): Alert[] {
  const rules = [...deployed('alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)];
  return rules.map(([, name = '', expression = '']) => {
    const form = /^(?:(increase)\()?(\w+)(?:\{(\w+)=~"([^"]+)"\})?(?:\[\d+m\]\))? (>|==) (\d+)$/.exec(expression);
    if (form === null) throw new Error(`${name} is of a form that this test does not know: ${expression}`);
    const [, increase, metric = '', label, pattern, sign, number] = form;
    if (!(metric in LISTED)) throw new Error(`${name} rests on a figure that does not exist: ${metric}`);
    const fits = (sample: Sample) =>
      sample.name === metric && (label === undefined || new RegExp(`^(?:${pattern ?? ''})$`).test(sample.labels[label] ?? ''));
    const same = (a: Sample, b: Sample) => a.name === b.name && JSON.stringify(a.labels) === JSON.stringify(b.labels);
    return {
      name,
      holds: (now, before) =>
        now.filter(fits).some((sample) => {
          // As Prometheus counts: what was not there at the first reading has not grown since.
          const value =
            increase === undefined ? sample.value : sample.value - (before.find((one) => same(one, sample))?.value ?? sample.value);
          return sign === '>' ? value > Number(number) : value === Number(number);
        }),
    };
  });
}

test('each of the six alerts fires on the fault it is for, and none before', async () => {
  const alerts = readAlerts();
  expect(alerts).toHaveLength(6);
  const { practice: customer, form } = await aCustomer();
  const practice = await aPractice(t);
  const before = await scrape();
  const firing = async () => {
    const now = await scrape();
    return alerts.filter(({ holds }) => holds(now, before)).map(({ name }) => name);
  };
  expect(await firing()).toEqual([]);

  await fault('availity', '503');
  await Promise.all(Array.from({ length: 8 }, async (_each, index) => await ask(customer, { ...form, memberId: `ZQDOWN${index}` })));
  expect(await firing()).toEqual(['CoverlightClearinghouseFails']);
  await allWell();

  await openCheckout(practice);
  await fault('stripe', '503');
  for (let times = 0; times < 5; times += 1) {
    expect((await asManager(t, practice, post('portal-session'))).status).toBe(502);
  }
  expect(await firing()).toContain('CoverlightErrors');

  await receiveEvent(practice);
  await expect(syncSubscription(t.deps, practice.organization.id)).rejects.toThrow();
  expect(await firing()).toContain('CoverlightPaymentEventsWait');
  await allWell();

  await fault('smtp', 'lost', 1);
  await sendOneMail(practice);
  expect(await firing()).toContain('CoverlightMailStranded');

  t.turnClock(11 * MINUTE_MS);
  expect((await firing()).toSorted()).toEqual(alerts.map(({ name }) => name).toSorted());
}, 90_000);

async function openCheckout(practice: Practice): Promise<void> {
  const { status } = await asManager(t, practice, post('checkout-session', { plan_id: STARTER }));
  if (status !== 200) throw new Error(`no checkout: ${status}`);
}

/** As the provider tells it, signed. */
async function receiveEvent(practice: Practice): Promise<void> {
  const customer = await customerOf(t, practice);
  const created = Math.floor(t.deps.clock().getTime() / 1000);
  const payload = JSON.stringify({
    id: `evt_${newId()}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type: 'customer.updated',
    created,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    data: { object: { id: customer, object: 'customer' } },
  });
  const signature = t.stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_sandbox', timestamp: created });
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  const reply = await t.app.inject({ method: 'POST', url: '/api/v1/webhooks/stripe', payload, headers });
  expect(reply.statusCode).toBe(200);
}

async function sendOneMail({ organization: { id: organizationId } }: Practice): Promise<void> {
  const keys = await t.deps.keys.keysOf(organizationId);
  const to = `${newId().toLowerCase()}@mail.test`;
  await t.deps.db.asOrganization(
    organizationId,
    async (tx) => await queueMail(t.deps, tx, { kind: 'welcome', to, secret: { value: 'CODE', keys } }),
  );
  const [row] = await t.deps.db.asAdmin(
    async (tx) => await tx.queryOnce<{ id: string }>('SELECT id FROM outgoing_mails WHERE recipient = $1', [to]),
  );
  await sendMail({ ...t.deps, restartLinkLife: async () => undefined }, { organizationId, mailId: row?.id ?? '' });
}

test('the dashboard shows every figure, and none that does not exist', () => {
  const shown = new Set(deployed('dashboard.json').match(/coverlight_\w+/g));
  const families = (names: Iterable<string>) => new Set([...names].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect([...families(shown)].toSorted()).toEqual([...families(Object.keys(LISTED))].toSorted());
});

test('while the database is away the other figures are still there, and say so', async () => {
  const metrics = t.deps.metrics;
  const readAsAdmin = t.deps.db.asAdmin;
  try {
    Object.assign(t.deps.db, { asAdmin: async () => await Promise.reject(new Error('away')) });
    const text = await metrics.read();
    expect(text).toMatch(/^coverlight_database_up 0$/m);
    expect(text).toMatch(/^coverlight_memory_bytes \d+$/m);
    expect(text).not.toMatch(/^coverlight_due_turns \d/m);
  } finally {
    Object.assign(t.deps.db, { asAdmin: readAsAdmin });
  }
  await sleep(0);
  expect(await metrics.read()).toMatch(/^coverlight_database_up 1$/m);
});
