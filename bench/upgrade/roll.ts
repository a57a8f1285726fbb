/** Two servers of the version before are replaced by two of this one, one after the other, while people work. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { startEmbeddedPostgres } from '../../apps/server/src/db/embedded-postgres.ts';
import { signIn, type ApiClient, type ApiReply } from '../product/client.ts';
import { startProcess, untilReady, type RunningProcess } from '../product/processes.ts';
import { startServer } from '../product/start-server.ts';
import { openOrderBook } from '../soak/orders.ts';
import { startProxy, type Proxy } from './proxy.ts';
import type { VersionBefore } from './version-before.ts';

const ACCOUNT = { email: 'manager@demo.test', password: 'harbor lights at night' };
const SENDERS = 3;
const READERS = 3;
/** Of work with both versions, and with the new one alone. */
const BETWEEN_MS = 4_000;

interface Counts {
  requests: number;
  failures: string[];
  /** Ids of inquiries that were acknowledged. */
  acknowledged: string[];
}

/** Prints figures; answers what went wrong. */
export async function roll(before: VersionBefore, { folder, firstPort }: { folder: string; firstPort: number }): Promise<string[]> {
  const sandboxUrl = `http://127.0.0.1:${firstPort}`;
  const dataKey = randomBytes(32);
  const database = await startEmbeddedPostgres({ dataDir: '', ephemeral: true, log: { info: () => undefined, warn: console.warn } });
  const running: RunningProcess[] = [];
  const start = async (version: 'before' | 'this', port: number): Promise<RunningProcess> =>
    await startServer(
      {
        port,
        databaseUrl: database.connectionString,
        dataKey,
        vendorUrl: sandboxUrl,
        folder,
        ...(version === 'before' ? { product: pathToFileURL(`${before.folder}/`) } : {}),
      },
      running,
    );
  const [portA, portB, portC, portD] = [firstPort + 10, firstPort + 20, firstPort + 30, firstPort + 40];
  const proxy = startProxy();
  try {
    const sandbox = startProcess({
      program: 'sandbox/main.js',
      logFile: join(folder, 'sandbox.log'),
      env: { SANDBOX_PORT: String(firstPort) },
    });
    running.push(sandbox);
    await untilReady(sandbox, `${sandboxUrl}/__clock`);
    const oldA = await start('before', portA);
    const client = await signIn(urlOf(portA), ACCOUNT, Date.now() + 300_000);
    const oldB = await start('before', portB);
    proxy.add(urlOf(portA));
    proxy.add(urlOf(portB));
    await sleep(1_000);

    const work = startWork(proxy, client, await openOrderBook(client, urlOf(portA)));
    await sleep(BETWEEN_MS);
    for (const [old, port] of [
      [oldA, portC],
      [oldB, portD],
    ] as const) {
      const started = Date.now();
      await start('this', port);
      proxy.add(urlOf(port));
      console.log(`a server of this version is ready after ${((Date.now() - started) / 1000).toFixed(1)} s`);
      await sleep(BETWEEN_MS);
      const code = await old.stop();
      if (code !== 0) work.counts.failures.push(`a server of the version before ended with ${code}`);
      await sleep(BETWEEN_MS);
    }
    const { requests, failures, acknowledged } = await work.finish();
    const missing = await findMissing(client, urlOf(portC), acknowledged);
    console.log(
      `${requests} requests, ${failures.length} failed; ${acknowledged.length} inquiries acknowledged, ${missing.length} not found afterwards`,
    );
    return [...failures, ...missing.map((id) => `${id} was acknowledged and is not there`)];
  } finally {
    await proxy.close();
    for (const each of running) await each.kill();
    await database.stop();
  }
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

function startWork(
  proxy: Proxy,
  client: ApiClient,
  book: Awaited<ReturnType<typeof openOrderBook>>,
): { counts: Counts; finish: () => Promise<Counts> } {
  const counts: Counts = { requests: 0, failures: [], acknowledged: [] };
  const over = new AbortController();
  const judge = (what: string, reply: ApiReply, expected: number): boolean => {
    counts.requests += 1;
    if (reply.status === expected) return true;
    counts.failures.push(`${what}: ${reply.status ?? 'no answer'}`);
    return false;
  };
  const send = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const order = book.next();
      const headers = { 'idempotency-key': order.key };
      const reply = await proxy.call(client, '/inquiries', { method: 'POST', body: order.form, headers });
      if (judge('POST /inquiries', reply, 201)) counts.acknowledged.push((reply.body.inquiry as { id: string }).id);
      await sleep(100);
    }
  };
  const read = async (): Promise<void> => {
    while (!over.signal.aborted) {
      judge('GET /inquiries', await proxy.call(client, '/inquiries?limit=25'), 200);
      const [id] = counts.acknowledged.slice(-1);
      if (id !== undefined) judge('GET /inquiries/:id', await proxy.call(client, `/inquiries/${id}`), 200);
      await sleep(50);
    }
  };
  const running = [...Array.from({ length: SENDERS }, send), ...Array.from({ length: READERS }, read)];
  return {
    counts,
    async finish() {
      over.abort();
      await Promise.all(running);
      return counts;
    },
  };
}

async function findMissing(client: ApiClient, baseUrl: string, ids: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const id of ids) if ((await client.call(baseUrl, `/inquiries/${id}`)).status !== 200) missing.push(id);
  return missing;
}
