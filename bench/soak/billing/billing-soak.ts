/**
 * Billing through kills (docs/product.md 14.3): events of the payment provider reach a server that is killed as soon as it has said that it
 * has them, and are delivered again to the next one, thrice in all. Meanwhile inquiries beyond the allowance are sent and reported. In the
 * end every event has had its effect once. The database is a process of its own, so that what a kill left behind can be looked at.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../../apps/server/src/db/embedded-postgres.ts';
import { signIn } from '../../product/client.ts';
import { startProcess, untilReady, type RunningProcess } from '../../product/processes.ts';
import { openOrderBook, SOAK_LAST_NAME } from '../orders.ts';
import { startTraffic } from '../traffic.ts';
import { shuffleEvents } from './any-order.ts';
import { judgeMoney } from './money-verdict.ts';
import { buyIn, difference, type Practice } from './practice.ts';
import { openProvider, WEBHOOK_SECRET } from './provider.ts';
import { startRelay, type Relay } from './relay.ts';
import { countOpen, deliverAll, type Stage } from './stage.ts';
import { UPHEAVALS } from './upheavals.ts';

export interface BillingSoakOptions {
  /** Only those count that fell between an event being stored and its effect. */
  kills: number;
  /** In how many orders fifty events are delivered, each thrice. */
  orders: number;
  port: number;
  folder: string;
}

const DEMO = { email: 'manager@demo.test', password: 'harbor lights at night' };
const SETTLE_MS = 120_000;

/** How many faults were found. */
export async function soakBilling({ kills, orders, port, folder }: BillingSoakOptions): Promise<number> {
  const sandboxUrl = `http://127.0.0.1:${port}`;
  const baseUrl = `http://127.0.0.1:${port + 10}`;
  const postgres = await startEmbeddedPostgres({ dataDir: '', ephemeral: true, log: { info: () => undefined, warn: () => undefined } });
  const relay = await startRelay(port + 5, `${baseUrl}/api/v1/webhooks/stripe`);
  const sandbox = startProcess({
    program: 'sandbox/main.js',
    logFile: join(folder, 'sandbox.log'),
    env: { SANDBOX_PORT: String(port), SERVER_WEBHOOK_URL: `http://127.0.0.1:${port + 5}`, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
  });
  const dataKey = randomBytes(32).toString('base64');
  let server: RunningProcess | null = null;
  const start = async (): Promise<void> => {
    server = startProcess({
      program: 'server/main.js',
      logFile: join(folder, 'server.log'),
      env: {
        PORT: String(port + 10),
        DATA_DIR: join(folder, 'data'),
        DATA_KEY: dataKey,
        DATABASE_URL: postgres.connectionString,
        SANDBOX_PORT: String(port + 12),
        AVAILITY_BASE_URL: `${sandboxUrl}/availity/v1`,
        PVERIFY_BASE_URL: `${sandboxUrl}/pverify`,
        STRIPE_API_BASE: sandboxUrl,
        STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      },
    });
    await untilReady(server, `${baseUrl}/readyz`);
  };
  const database = new Client({ connectionString: postgres.connectionString });
  try {
    await untilReady(sandbox, `${sandboxUrl}/__clock`);
    await start();
    await database.connect();
    const provider = openProvider(sandboxUrl);
    const practices = await openPractices(baseUrl, database, relay);
    const { rows } = await database.query<{ addon_price_id: string }>('SELECT addon_price_id FROM billing_catalog');
    const stage: Stage = { baseUrl, database, provider, relay, practices, addonPriceId: rows[0]?.addon_price_id ?? '' };
    const faults = await shuffleEvents(stage, orders);
    const restart = async (): Promise<void> => {
      await server?.kill();
      await start();
    };
    faults.push(...(await killAgainAndAgain(stage, kills, async () => await server?.kill(), restart)));
    if (readFileSync(join(folder, 'server.log'), 'utf8').includes(SOAK_LAST_NAME)) faults.push('a patient is in the log');
    for (const fault of faults) console.log(`FAULT ${fault}`);
    console.log(faults.length === 0 ? 'billing soak passed' : `billing soak failed: ${faults.length} faults; logs in ${folder}`);
    return faults.length;
  } finally {
    await (server as RunningProcess | null)?.kill();
    relay.close();
    await database.end();
    await postgres.stop();
    await sandbox.kill();
  }
}

/** Signed up once the first data are there, which the plans are part of. */
async function openPractices(baseUrl: string, database: Client, relay: Relay): Promise<Practice[]> {
  await signIn(baseUrl, DEMO, Date.now() + 60_000);
  for (let waited = 0; (await database.query('SELECT FROM billing_catalog')).rows.length === 0; waited += 1) {
    if (waited > 120) throw new Error('Nothing is sold.');
    await sleep(500);
  }
  const practices: Practice[] = [];
  for (let number = 1; number <= 3; number += 1)
    practices.push(await buyIn(baseUrl, number, database, async () => await deliverAll(relay)));
  return practices;
}

/** Delivers what comes until nothing is left to be done; false where that takes too long. */
async function settle({ relay, database }: Stage): Promise<boolean> {
  const until = Date.now() + SETTLE_MS;
  while (Date.now() < until) {
    await deliverAll(relay);
    if ((await countOpen(database)) === 0) {
      // What the effect itself changed at the provider is told, too.
      await sleep(150);
      const more = relay.take();
      if (more.length === 0) return true;
      for (const body of more) await relay.deliver(body);
    }
    await sleep(50);
  }
  return false;
}

async function killAgainAndAgain(stage: Stage, kills: number, kill: () => Promise<void>, restart: () => Promise<void>): Promise<string[]> {
  const { baseUrl, database, provider, practices, addonPriceId } = stage;
  const [worker] = practices;
  if (worker === undefined) throw new Error('no practice');
  // Everything this practice completes is beyond its allowance.
  await database.query(
    `INSERT INTO usage_periods (organization_id, started_at, used, extra, extra_cost)
     SELECT organization_id, current_period_starts_at, 100000, 0, 0 FROM subscriptions WHERE organization_id = $1`,
    [worker.organizationId],
  );
  const book = await openOrderBook(worker.client, baseUrl);
  const traffic = startTraffic({ client: worker.client, book, baseUrls: [baseUrl], senders: 1 });
  const faults: string[] = [];
  const failures = new Map<string, number>();
  let [done, tries] = [0, 0];
  for (; done < kills && tries < 2 * kills; tries += 1) {
    const practice = practices[Math.floor(tries / UPHEAVALS.length) % practices.length];
    const [name, upheave] = UPHEAVALS[tries % UPHEAVALS.length] ?? ['', null];
    if (practice === undefined || upheave === null) throw new Error('nothing to do');
    await upheave(provider, practice, addonPriceId);
    if (name === 'an invoice that fails') failures.set(practice.email, (failures.get(practice.email) ?? 0) + 1);
    const bodies = await untilTold(stage.relay);
    const [first = '', ...others] = bodies;
    if ((await stage.relay.deliver(first)) === 200) {
      await kill();
      if ((await countOpen(database)) > 0) done += 1;
    }
    await restart();
    // Delivered again, and once more in the other direction.
    for (const body of [first, ...others, ...bodies.toReversed(), ...bodies]) await stage.relay.deliver(body);
    if (!(await settle(stage))) faults.push(`after ${name} events were left over`);
    const differs = await difference(practice, database, provider, addonPriceId);
    if (differs !== null) faults.push(`after ${name}: ${differs}`);
    if (tries % 10 === 9) console.log(`${done} of ${kills} kills between an event and its effect, ${tries + 1} in all`);
  }
  await traffic.finish();
  if (done < kills) faults.push(`only ${done} of ${tries} kills fell between an event and its effect`);
  await settle(stage);
  console.log(`${done} kills between an event and its effect of ${tries}, ${traffic.orders.length} inquiries meanwhile`);
  return [...faults, ...(await judgeMoney(stage, worker, failures))];
}

/** What the provider told of an upheaval. */
async function untilTold(relay: Relay): Promise<string[]> {
  for (let waited = 0; waited < 400; waited += 1) {
    const bodies = relay.take();
    // The events of one request follow one another closely.
    if (bodies.length > 0) {
      await sleep(40);
      return [...bodies, ...relay.take()];
    }
    await sleep(25);
  }
  throw new Error('The provider told nothing.');
}
