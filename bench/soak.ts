/**
 * `npm run soak [-- --kills 50 --servers 2 --port 3700]`: kills the server in the middle of submissions, again and again, and then
 * counts what became of them (docs/product.md 4.1, 11.4). With one server its embedded database dies with it; two share a database.
 * `npm run soak -- --part billing [--kills 100 --orders 200]`: the same between the payment provider's events and their effects (14.3).
 * `npm run soak -- --part batches [--kills 20 --rows 2000]`: two servers send one list meanwhile (19.4).
 * `--part all`: one after the other.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts';
import { buildProduct } from './product/build.ts';
import { signIn } from './product/client.ts';
import { startProcess, untilReady, type RunningProcess } from './product/processes.ts';
import { soakBilling } from './soak/billing/billing-soak.ts';
import { soakBatches } from './soak/batches/batch-soak.ts';
import { openOrderBook, SOAK_LAST_NAME } from './soak/orders.ts';
import { startTraffic } from './soak/traffic.ts';
import { judge } from './soak/verdict.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'all' },
    kills: { type: 'string' },
    orders: { type: 'string', default: '200' },
    rows: { type: 'string', default: '2000' },
    servers: { type: 'string', default: '1' },
    senders: { type: 'string', default: '8' },
    port: { type: 'string', default: '3700' },
  },
});
const kills = Number(values.kills ?? 50);
const serverCount = values.part === 'batches' ? 2 : Number(values.servers);
const firstPort = Number(values.port);
const ACCOUNT = { email: 'manager@demo.test', password: 'harbor lights at night' };

const folder = mkdtempSync(join(tmpdir(), 'coverlight-soak-'));
// Root gives the database to another account, which must get through.
chmodSync(folder, 0o755);
const sandboxPort = firstPort;
const sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
const servers = Array.from({ length: serverCount }, (_, at) => ({
  port: firstPort + 10 + at * 10,
  running: null as RunningProcess | null,
}));
const baseUrls = servers.map(({ port }) => `http://127.0.0.1:${port}`);
const dataKey = randomBytes(32).toString('base64');
let databaseUrl: string | null = null;

const partner = (name: string, transport: string): Record<string, string> => ({
  [`CORE_${name}_URL`]: `${sandboxUrl}/core`,
  [`CORE_${name}_TRANSPORT`]: transport,
  [`CORE_${name}_SENDER`]: 'COVERLIGHT',
  [`CORE_${name}_RECEIVER`]: 'SANDBOX',
  [`CORE_${name}_USER`]: 'sandbox',
  [`CORE_${name}_PASSWORD`]: 'sandbox',
});

async function startServer(at: number): Promise<void> {
  const server = servers[at];
  if (server === undefined) throw new Error('no such server');
  server.running = startProcess({
    program: 'server/main.js',
    logFile: join(folder, 'server.log'),
    env: {
      PORT: String(server.port),
      DATA_DIR: join(folder, 'data'),
      DATA_KEY: dataKey,
      // Its own sandbox would die with it, and forget what it was asked.
      SANDBOX_PORT: String(server.port + 2),
      AVAILITY_BASE_URL: `${sandboxUrl}/availity/v1`,
      PVERIFY_BASE_URL: `${sandboxUrl}/pverify`,
      // As fast as the machine is: a batch's pace is no part of what is looked at.
      BATCH_PER_SECOND: '100',
      ...partner('LIGHTHOUSE', 'soap'),
      ...partner('MARINER', 'mime'),
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  await untilReady(server.running, `${baseUrls[at]}/readyz`);
}

async function onServers(work: () => Promise<number>): Promise<number> {
  const sandbox = startProcess({
    program: 'sandbox/main.js',
    logFile: join(folder, 'sandbox.log'),
    env: { SANDBOX_PORT: String(sandboxPort), SANDBOX_SLOW_MS: '4000' },
  });
  const database =
    serverCount === 1
      ? null
      : await startEmbeddedPostgres({ dataDir: '', ephemeral: true, log: { info: () => undefined, warn: console.warn } });
  databaseUrl = database?.connectionString ?? null;
  try {
    await untilReady(sandbox, `${sandboxUrl}/__clock`);
    for (const at of servers.keys()) await startServer(at);
    return await work();
  } finally {
    for (const { running } of servers) await running?.kill();
    await database?.stop();
    await sandbox.kill();
  }
}

async function upsetOne(): Promise<void> {
  const at = randomInt(servers.length);
  await servers[at]?.running?.kill();
  await startServer(at);
}

async function sendLists(): Promise<number> {
  const client = await signIn(baseUrls[0] ?? '', ACCOUNT, Date.now() + 60_000);
  return await soakBatches({ client, baseUrls, sandboxUrl, rows: Number(values.rows), kills: Number(values.kills ?? 20), upset: upsetOne });
}

async function killAndJudge(): Promise<number> {
  const [baseUrl = ''] = baseUrls;
  const client = await signIn(baseUrl, ACCOUNT, Date.now() + 60_000);
  const traffic = startTraffic({ client, book: await openOrderBook(client, baseUrl), baseUrls, senders: Number(values.senders) });
  const startSeconds: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    await sleep(randomInt(300, 3_500));
    const started = Date.now();
    await upsetOne();
    startSeconds.push((Date.now() - started) / 1000);
    if (kill % 5 === 0) console.log(`${kill} of ${kills} kills, ${traffic.orders.length} inquiries`);
  }
  await traffic.finish();
  const verdict = await judge({ client, baseUrl, sandboxUrl, orders: traffic.orders, seen: traffic.seen });
  if (readFileSync(join(folder, 'server.log'), 'utf8').includes(SOAK_LAST_NAME)) verdict.faults.push('a patient is in the log');
  const sorted = startSeconds.toSorted((a, b) => a - b);
  console.log(
    `${traffic.orders.length} inquiries through ${kills} kills, ${traffic.orders.reduce((sum, { tries }) => sum + tries, 0)} tries`,
  );
  console.log(
    `ready again after ${sorted[Math.floor(sorted.length / 2)]?.toFixed(1)} s in the median, ${sorted.at(-1)?.toFixed(1)} s at most`,
  );
  console.log(`nothing pending after ${verdict.settledSeconds ?? 'never'} s, nothing asked on after ${verdict.overSeconds ?? 'never'} s`);
  console.table(verdict.table);
  for (const fault of verdict.faults) console.log(`FAULT ${fault}`);
  console.log(verdict.faults.length === 0 ? 'soak passed' : `soak failed: ${verdict.faults.length} faults; logs in ${folder}`);
  return verdict.faults.length;
}

if (!['all', 'inquiries', 'billing', 'batches'].includes(values.part)) throw new Error('--part is inquiries, billing, batches or all.');
buildProduct();
let faults = 0;
if (values.part === 'all' || values.part === 'inquiries') faults += await onServers(killAndJudge);
if (values.part === 'batches') faults += await onServers(sendLists);
if (values.part === 'all' || values.part === 'billing') {
  faults += await soakBilling({ kills: Number(values.kills ?? 100), orders: Number(values.orders), port: firstPort, folder });
}
if (faults === 0) rmSync(folder, { recursive: true, force: true });
process.exit(faults === 0 ? 0 : 1);
