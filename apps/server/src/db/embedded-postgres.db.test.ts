import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeCheckout, processesWith, run, stop, type Running } from '../../test/embedded-checkout.ts';
import { attachEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';

const quiet = { info: () => undefined, warn: () => undefined };
const isRoot = process.getuid?.() === 0;
const as = (uid: number): string[] => ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];

let folder = '';
let program = '';
/** A cluster made once; tests that only start and stop use it in turn. */
let madeDir = '';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embedded-test-'));
  program = await makeCheckout(join(folder, 'checkout'));
  chmodSync(folder, 0o755);
  madeDir = newDataDir();
  await (await startEmbeddedPostgres({ dataDir: madeDir, log: quiet })).stop();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newDataDir(): string {
  const parent = mkdtempSync(join(folder, 'data-'));
  // mkdtemp makes it private; a checkout's folders are not.
  chmodSync(parent, 0o755);
  return join(parent, 'postgres');
}

/** Stops it after the test unless the test already did. */
async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: quiet });
  onTestFinished(() => server.stop());
  return server;
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function runUntilTestEnds(args: string[], user: string[] = [], script = program): Promise<Running> {
  const running = await run(script, args, user);
  onTestFinished(() => {
    running.child.kill('SIGKILL');
  });
  return running;
}

async function waitUntilGone(text: string): Promise<void> {
  await vi.waitFor(() => expect(processesWith(text)).toEqual([]), { timeout: 4_000, interval: 50 });
}

test('data written before a clean stop is there after the next start', async () => {
  const dataDir = newDataDir();
  const first = await start(dataDir);
  await query(first.connectionString, 'create table kept as select 42 as answer');
  await first.stop();

  const second = await start(dataDir);

  expect(await query(second.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('a clean stop with an open connection ends every process and removes the socket folder', async () => {
  const dataDir = madeDir;
  const server = await start(dataDir);
  const client = new Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();

  await server.stop();

  expect(processesWith(dataDir)).toEqual([]);
  expect(existsSync(server.socketDir)).toBe(false);
});

test('the server listens on a private Unix socket and on no network port', async () => {
  const server = await start(madeDir);

  expect(await query(server.connectionString, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(statSync(server.socketDir).mode & 0o777).toBe(0o700);
});

test('a second server on the same folder is refused with what to do', async () => {
  const dataDir = madeDir;
  await start(dataDir);

  await expect(startEmbeddedPostgres({ dataDir, log: quiet })).rejects.toThrow(/Another Coverlight is already running .* set DATA_DIR/);
});

test('the command line shares the server of a running Coverlight and does not stop it', async () => {
  const dataDir = madeDir;
  const server = await start(dataDir);

  const attached = await attachEmbeddedPostgres({ dataDir, log: quiet });
  await attached.stop();

  expect(attached.connectionString).toBe(server.connectionString);
  expect(await query(server.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('kill -9 of the process leaves no PostgreSQL behind and loses nothing that was committed', async () => {
  const dataDir = newDataDir();
  const running = await runUntilTestEnds([dataDir]);
  await query(running.url, 'create table kept as select 42 as answer');

  running.child.kill('SIGKILL');
  await waitUntilGone(dataDir);

  await vi.waitFor(() => expect(existsSync(running.socketDir)).toBe(false), { timeout: 4_000 });
  const again = await start(dataDir);
  expect(await query(again.connectionString, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test(
  'a server that was killed is started again by itself, at the same address and with what was committed',
  { timeout: 120_000 },
  async () => {
    const server = await start(newDataDir());
    await query(server.connectionString, 'CREATE TABLE kept AS SELECT 7 AS n');
    const pidFile = join(server.socketDir, '.s.PGSQL.5432.lock');
    const pid = () => Number(readFileSync(pidFile, 'utf8').split('\n', 1)[0]);
    const first = pid();

    process.kill(first, 'SIGKILL');

    await vi.waitFor(async () => expect(await query(server.connectionString, 'SELECT n FROM kept')).toEqual([{ n: 7 }]), {
      timeout: 90_000,
      interval: 100,
    });
    expect(pid()).not.toBe(first);
    await server.stop();
    await waitUntilGone(server.socketDir);
  },
);

test.each([0, 100, 300, 600])(
  'a stop %d ms after the server was killed, while it is started again, leaves none behind',
  { timeout: 120_000 },
  async (pauseMs) => {
    const server = await start(madeDir);
    process.kill(Number(readFileSync(join(madeDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGQUIT');
    await sleep(pauseMs);

    await server.stop();

    await waitUntilGone(madeDir);
    await sleep(700);
    expect(processesWith(madeDir)).toEqual([]);
  },
);

test('a server whose process and guard were both killed is stopped by the next start', { timeout: 120_000 }, async () => {
  const dataDir = newDataDir();
  const running = await runUntilTestEnds([dataDir]);
  for (const guard of processesWith('coverlight-pg-guard').filter((pid) => processesWith(running.socketDir).includes(pid)))
    process.kill(guard, 'SIGKILL');
  running.child.kill('SIGKILL');

  const again = await start(dataDir);

  expect(await query(again.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('a stale pid file that names an unrelated process does not stop the next start', async () => {
  const dataDir = madeDir;
  writeFileSync(join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);

  const server = await start(dataDir);

  expect(await query(server.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('a stale pid file that names a zombie does not stop the next start', async () => {
  const dataDir = madeDir;
  // The shell becomes a sleep that never reaps the child it had as a shell.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => {
    parent.kill('SIGKILL');
  });
  const zombie = await new Promise<string>((settle) => parent.stdout.setEncoding('utf8').once('data', settle));
  await vi.waitFor(() => expect(spawnSync('ps', ['-o', 'stat=', '-p', zombie.trim()], { encoding: 'utf8' }).stdout).toMatch(/^Z/));
  writeFileSync(join(dataDir, 'postmaster.pid'), `${zombie.trim()}\n${dataDir}\n`);

  const server = await start(dataDir);

  expect(await query(server.connectionString, 'select 1 as alive')).toEqual([{ alive: 1 }]);
});

test('a socket folder whose processes are gone is swept at the next start', async () => {
  const gone = spawnSync('true').pid;
  const stale = mkdtempSync(join(tmpdir(), 'coverlight-pg-'));
  writeFileSync(join(stale, 'launcher.pid'), `${gone}\n`);

  await start(madeDir);

  expect(existsSync(stale)).toBe(false);
});

test('an ephemeral server leaves no file behind', async () => {
  const server = await startEmbeddedPostgres({ dataDir: '', log: quiet, ephemeral: true });
  expect(await query(server.connectionString, 'show fsync')).toEqual([{ fsync: 'off' }]);

  await server.stop();

  expect(existsSync(server.socketDir)).toBe(false);
});

test.runIf(isRoot)('started by root, PostgreSQL runs as somebody else', async () => {
  const dataDir = newDataDir();

  await start(dataDir);

  expect(statSync(dataDir).uid).not.toBe(0);
});

test.runIf(isRoot)('a checkout in a private folder of root works, with programs and data where PostgreSQL can reach them', async () => {
  const home = join(folder, 'private');
  const shared = join(folder, 'shared');
  const script = await makeCheckout(join(home, 'checkout'));
  chmodSync(home, 0o700);

  const running = await runUntilTestEnds([join(home, 'checkout/data/postgres'), shared], [], script);

  expect(await query(running.url, 'show data_directory')).toEqual([{ data_directory: expect.stringContaining(shared) as unknown }]);
  await stop(running);
  expect(running.messages()).toContain('its data is kept in');
});

test.runIf(isRoot)('a plain user starts, although install scripts were blocked and the checkout is read-only', async () => {
  const dataDir = newDataDir();
  chownSync(join(dataDir, '..'), 65534, 65534);

  const running = await runUntilTestEnds([dataDir], as(65534));

  expect(await query(running.url, 'select 1 as alive')).toEqual([{ alive: 1 }]);
  expect(statSync(dataDir).uid).toBe(65534);
  await stop(running);
});

test.runIf(isRoot)('a user id without a name starts, or is told what to do where user namespaces are forbidden', async () => {
  const dataDir = newDataDir();
  chownSync(join(dataDir, '..'), 23456, 23456);
  const mayUnshare = spawnSync('setpriv', [...as(23456).slice(1), 'unshare', '--user', '--map-user=65534', 'true']).status === 0;

  const outcome = await runUntilTestEnds([dataDir], as(23456)).then(
    ({ url }) => url,
    (error: unknown) => String(error),
  );

  expect(outcome).toMatch(mayUnshare ? /^postgres:/ : /no name in \/etc\/passwd.*DATABASE_URL/s);
});

test.runIf(isRoot)('data of another user is refused with what to do', async () => {
  await expect(run(program, [madeDir], as(23456))).rejects.toThrow(/belongs to another user.*DATA_DIR/);
});

test.runIf(isRoot)('root that may not switch users is told what to do', async () => {
  const crippled = ['setpriv', '--bounding-set=-setuid,-setgid'];

  await expect(run(program, [newDataDir()], crippled)).rejects.toThrow(/may not switch to another user.*DATABASE_URL/);
});

test('folders that do not exist yet are made', async () => {
  const dataDir = join(folder, 'not', 'there', 'yet', 'postgres');

  await start(dataDir);

  expect(existsSync(join(dataDir, 'PG_VERSION'))).toBe(true);
});
