/** The built server as a process, beside clearinghouses that hang and flood: it stops in time, and keeps nothing of what they sent. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { startForeignClearinghouses, type ForeignClearinghouses } from './foreign-clearinghouses.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const TELL_MEMORY = new URL('tell-memory.mjs', import.meta.url).href;
const PAYERS = Array.from({ length: 30 }, (_, at) => `AVONE${at}`);
const STOP_MS = 2_000;
/** An answer of 10 MB that stayed would show; connections, prepared statements and caches do not. */
const KEPT_MB = 10;

let folder: string;
let database: TestDatabase;
let foreign: ForeignClearinghouses;
let server: ChildProcess;
let url: string;
let cookie: string;
let form: { provider_id: string; payer_ids: string[] };

/** A port that was free a moment ago, and with it the next. */
async function freePort(): Promise<number> {
  return await new Promise((settle, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? settle(address.port) : fail(new Error('no port'))));
    });
  });
}

const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
  await fetch(`${url}${path}`, { ...init, headers: { cookie, 'content-type': 'application/json' } });

async function waitFor<T>(look: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < 300; tries += 1) {
    const seen = await look().catch(() => null);
    if (seen !== null) return seen;
    await sleep(200);
  }
  throw new Error('It did not come to that within a minute.');
}

beforeAll(async () => {
  const built = spawnSync(process.execPath, ['tools/build.mjs', 'server', 'sandbox'], { cwd: root, encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
  folder = mkdtempSync(join(tmpdir(), 'server-process-'));
  database = await createTestDatabase();
  foreign = await startForeignClearinghouses({ availity: PAYERS, pverify: [] });
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  cookie = '';
  server = spawn(process.execPath, ['--expose-gc', '--import', TELL_MEMORY, join(root, 'dist/server/main.js')], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      INQUIRY_WAIT_SECONDS: '6',
      AVAILITY_BASE_URL: `${foreign.url}/availity/v1`,
      PVERIFY_BASE_URL: `${foreign.url}/pverify`,
    },
  });
  const login = JSON.stringify({ email: 'manager@demo.test', password: 'harbor lights at night' });
  cookie = await waitFor(async () => {
    const reply = await call('/api/v1/auth/login', { method: 'POST', body: login });
    return reply.status === 200
      ? reply.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; ')
      : null;
  });
  const { payers } = (await (await call('/api/v1/payers')).json()) as { payers: { id: string; name: string }[] };
  const { providers } = (await (await call('/api/v1/providers/compact')).json()) as { providers: { id: string }[] };
  form = { provider_id: providers[0]?.id ?? '', payer_ids: payers.filter(({ name }) => name.includes('AVONE')).map(({ id }) => id) };
}, 120_000);
afterAll(async () => {
  server.kill('SIGKILL');
  await foreign.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

async function submit(memberId: string, payer: number): Promise<number> {
  const body = {
    provider_id: form.provider_id,
    payer_id: form.payer_ids[payer % form.payer_ids.length],
    memberId,
    patientFirstName: 'Isolde',
    patientLastName: 'Fennimore',
    patientBirthDate: '1990-07-04',
    subscriberRelationship: '18',
    serviceType: ['30'],
  };
  const reply = await call('/api/v1/inquiries', { method: 'POST', body: JSON.stringify(body) });
  await reply.text();
  return reply.status;
}

/** What is in use once all else is cleared away. What the process has of the machine says less: it is given back whenever that suits. */
async function usedMb(): Promise<number> {
  const told = once(server, 'message');
  server.send('tell');
  const [bytes] = (await told) as [number];
  return bytes / 1024 / 1024;
}

test('nothing is kept of what misbehaving clearinghouses sent', async () => {
  await Promise.all(Array.from({ length: 30 }, async (_, at) => await submit(`PLAIN${at}`, at)));
  await sleep(1_000);
  const idle = await usedMb();

  const faults = ['HUGE', 'HUGE', 'TRUNCATED', 'DRIP', 'HANG', 'RESET', 'GATEWAY', 'MALFORMED'];
  const storm = Array.from({ length: 48 }, async (_, at) => await submit(`ASK${faults[at % faults.length]}${at}`, at));
  const statuses = await Promise.all(storm);
  // Asking goes on in the background, and what is being read is in use.
  let kept = (await usedMb()) - idle;
  for (let looks = 0; looks < 40 && kept >= KEPT_MB; looks += 1) {
    await sleep(500);
    kept = (await usedMb()) - idle;
  }

  expect(new Set(statuses)).toEqual(new Set([201]));
  expect(kept).toBeLessThan(KEPT_MB);
}, 90_000);

test('a start with another DATA_KEY is refused in one sentence that names the settings', () => {
  const started = spawnSync(process.execPath, [join(root, 'dist/server/main.js')], {
    encoding: 'utf8',
    timeout: 90_000,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      SANDBOX_PORT: '0',
      SANDBOX_SMTP_PORT: '0',
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      DATA_KEY: randomBytes(32).toString('base64'),
    },
  });

  expect(started.stdout).not.toContain('listens');
  expect(started.status).toBe(1);
  expect(started.stderr).toMatch(/^Coverlight cannot start: DATA_KEY [^\n]+ DATA_KEY_PREVIOUS\.\n$/);
}, 100_000);

test('a stop signal ends the process in time, with a submission held open and a clearinghouse that hangs', async () => {
  const held = Promise.all([submit('ASKHANGLAST', 1), submit('ASKDRIPLAST', 2)].map(async (sent) => await sent.catch(() => 0)));
  await sleep(700);
  const started = Date.now();
  const gone = new Promise<number>((settle) => void server.once('exit', () => settle(Date.now() - started)));
  server.kill('SIGTERM');

  // The process gives itself two seconds, the held requests would take it many more; how late a busy machine notices is not its fault.
  expect(await gone).toBeLessThan(STOP_MS + 10_000);
  // Answered that it is asked on, or cut off: never told that something failed.
  expect((await held).filter((status) => status !== 0 && status !== 201)).toEqual([]);
}, 30_000);
