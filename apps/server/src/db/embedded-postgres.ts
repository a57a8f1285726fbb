/** Runs a real PostgreSQL from npm, for machines without one. Knows processes and folders; not roles, tables or settings of the product. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { canReach, chooseAccount, type Account } from './embedded/account.ts';
import { prepareBinaries, type Binaries } from './embedded/binaries.ts';
import { findPostmaster } from './embedded/processes.ts';
import { makeRunFolder } from './embedded/run-folder.ts';

export interface EmbeddedPostgresOptions {
  /** Folder of the cluster; made when absent. Ignored by an ephemeral server. */
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
  /** For tests: a throw-away cluster that is quick and survives nothing, removed by stop() or when this process dies. */
  ephemeral?: boolean;
}

export interface EmbeddedPostgres {
  /** The superuser's, to the database `coverlight` (`postgres` of an ephemeral server), over the Unix socket. A URL: take it apart with `new URL`. */
  connectionString: string;
  socketDir: string;
  /** Ends open connections; never takes longer than 2 s. */
  stop(): Promise<void>;
}

/** Where root keeps what other accounts must reach, when the checkout lies in a private folder such as /root. */
const SHARED_HOME = '/var/lib/coverlight';
const DATABASE = 'coverlight';
const START_TIMEOUT_MS = 60_000;
/** How long a predecessor that is just ending may take. */
const PREDECESSOR_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 1_500;
/** A fixed environment: locale, PG* and library variables of the caller must not change how the server behaves. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

export async function startEmbeddedPostgres({ dataDir, log, ephemeral = false }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') throw new Error('The embedded PostgreSQL needs Linux or macOS: set DATABASE_URL.');
  const account = chooseAccount(resolve(dataDir));
  const socketDir = makeRunFolder(account);
  try {
    const cluster = ephemeral ? join(socketDir, 'data') : placeCluster(resolve(dataDir), account, log);
    const binaries = prepareBinaries(account, account.ids ? SHARED_HOME : dirname(cluster));
    if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster({ cluster, account, binaries, ephemeral });
    await waitForPredecessor(cluster, log);
    const server = await launch({ cluster, account, binaries, ephemeral, socketDir, log });
    const connectionString = `postgres://postgres@localhost:5432/${ephemeral ? 'postgres' : DATABASE}?host=${encodeURIComponent(socketDir)}`;
    if (!ephemeral) await ensureDatabase(connectionString);
    return { connectionString, socketDir, stop: () => server.stop() };
  } catch (error) {
    rmSync(socketDir, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the folder that holds the cluster: the wished one, or one under SHARED_HOME where the account cannot reach it. */
function placeCluster(wished: string, account: Account, log: EmbeddedPostgresOptions['log']): string {
  mkdirSync(dirname(wished), { recursive: true });
  let cluster = wished;
  if (!canReach(account, dirname(wished))) {
    const mark = createHash('sha256').update(wished).digest('hex').slice(0, 8);
    cluster = join(SHARED_HOME, `data-${mark}`, 'postgres');
    log.info(`${dirname(wished)} is closed to the user PostgreSQL runs as; its data is kept in ${cluster}.`);
    // 0755 for the parents: mkdir would give them the mode of the last folder.
    mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 });
  }
  if (existsSync(cluster) && !canReach(account, cluster)) {
    throw new Error(`${cluster} belongs to another user. Start Coverlight as that user, or set DATA_DIR to another folder.`);
  }
  return cluster;
}

interface Cluster {
  cluster: string;
  account: Account;
  binaries: Binaries;
  ephemeral: boolean;
}

/** Made beside its place and moved there whole, so a kill in the middle leaves nothing half-made behind. */
function createCluster({ cluster, account, binaries, ephemeral }: Cluster): void {
  const partial = `${cluster}.new-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  chmodSync(partial, 0o700);
  if (account.ids) chownSync(partial, account.ids.uid, account.ids.gid);
  const args = ['--pgdata', partial, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'];
  // The bundled ICU is old; PostgreSQL's own C.UTF-8 sorts the same on every machine.
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C');
  if (ephemeral) args.push('--no-sync');
  const [command, commandArgs] = account.hasName ? [binaries.initdb, args] : asNobody(binaries.initdb, args);
  const { status, stderr, error } = spawnSync(command, commandArgs, { ...account.ids, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' });
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL could not create its data in ${cluster}. ${error?.message ?? stderr.trim()}${account.hasName ? '' : NAMELESS}`,
    );
  }
  moveIntoPlace(partial, cluster);
}

const NAMELESS =
  '\nThe current user id has no name in /etc/passwd, which PostgreSQL needs, and user namespaces are not allowed here. Add an entry, or set DATABASE_URL.';

/** initdb insists on a user name; inside a user namespace the same uid appears as nobody. The files still belong to the real uid. */
function asNobody(program: string, args: string[]): [string, string[]] {
  return ['unshare', ['--user', '--map-user=65534', '--map-group=65534', '--', program, ...args]];
}

function moveIntoPlace(partial: string, cluster: string): void {
  try {
    renameSync(partial, cluster);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process that started at the same moment was faster; which of the two may use the data is decided next.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

/** Resolves once nobody holds the cluster, clearing what a crash left; rejects when another Coverlight is using it. */
async function waitForPredecessor(cluster: string, log: EmbeddedPostgresOptions['log']): Promise<void> {
  const deadline = Date.now() + PREDECESSOR_TIMEOUT_MS;
  let holder = findPostmaster(cluster);
  while (holder.state !== 'none' && Date.now() < deadline) {
    await sleep(100);
    holder = findPostmaster(cluster);
  }
  if (holder.state === 'running') throw new Error(inUse(cluster, holder.pid));
  if (holder.state === 'orphaned') {
    log.warn('Stopping a PostgreSQL whose Coverlight was killed.');
    process.kill(holder.pid, 'SIGINT');
    while (findPostmaster(cluster).state !== 'none' && Date.now() < deadline + PREDECESSOR_TIMEOUT_MS) await sleep(50);
  }
  // A stale file would stop the new server whenever its number is taken again. Two processes that get here together are
  // still kept apart: PostgreSQL ties a shared memory segment to the folder and refuses the second.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

function inUse(cluster: string, pid: number | undefined): string {
  const holder = pid === undefined ? '' : ` (PostgreSQL is process ${pid})`;
  return `Another Coverlight is already running on ${cluster}${holder}. Stop it first, or set DATA_DIR and PORT to other values.`;
}

/**
 * Reads a pipe that only this process holds: the read ends when this process dies in whatever way, kill -9 included.
 * $1 server, $2 folder to remove.
 */
const GUARD = `cat >/dev/null
kill -INT "$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$1" 2>/dev/null || break; sleep 0.1; done
kill -QUIT "$1" 2>/dev/null
rm -rf -- "$2"`;

async function launch(options: Cluster & { socketDir: string; log: EmbeddedPostgresOptions['log'] }): Promise<{ stop(): Promise<void> }> {
  const { cluster, account, binaries, ephemeral, socketDir, log } = options;
  // Detached: Ctrl-C reaches the whole group of the terminal, and the database must outlive the requests in hand.
  const common = { ...account.ids, cwd: '/', env: ENVIRONMENT, detached: true } as const;
  const server = spawn(binaries.postgres, ['-D', cluster, '-k', socketDir, ...settings(ephemeral)], {
    ...common,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((settle) => {
    server.once('error', () => settle());
    server.once('exit', () => settle());
  });
  const guard = spawn('/bin/sh', ['-c', GUARD, 'coverlight-pg-guard', String(server.pid ?? 0), socketDir], {
    ...common,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Neither keeps a process alive that has nothing else to do.
  guard.unref();
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    // The guard first: its pipe closes with us, and the server's number may belong to somebody else by then.
    guard.kill('SIGKILL');
    await stopServer(server, ended, ephemeral);
    rmSync(socketDir, { recursive: true, force: true });
  };
  try {
    await ready(server, cluster, log);
  } catch (error) {
    await stop();
    throw error;
  }
  void ended.then(() => {
    if (!isStopping) log.warn('PostgreSQL ended unexpectedly.');
  });
  return { stop };
}

function settings(ephemeral: boolean): string[] {
  const values: Record<string, string> = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements, their parameters and DETAIL lines can hold health data, which must not reach a log (docs/product.md 12).
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: '0',
  };
  if (ephemeral) Object.assign(values, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' });
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function ready(server: ChildProcess, cluster: string, log: EmbeddedPostgresOptions['log']): Promise<void> {
  return new Promise((settle, fail) => {
    let output = '';
    const timer = setTimeout(() => fail(new Error(`PostgreSQL did not become ready. ${output}`)), START_TIMEOUT_MS);
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n')) if (/(WARNING|ERROR|FATAL|PANIC):/.test(line)) log.warn(`PostgreSQL: ${line}`);
      output = (output + text).slice(-4000);
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(timer);
      settle();
    });
    server.once('error', (cause) => {
      clearTimeout(timer);
      fail(new Error('PostgreSQL did not start. It needs a glibc system; elsewhere set DATABASE_URL.', { cause }));
    });
    // 'close' comes after the last of its output, 'exit' may not.
    server.once('close', () => {
      clearTimeout(timer);
      const isHeld = /lock file .* already exists|pre-existing shared memory block/.test(output);
      fail(new Error(isHeld ? inUse(cluster, undefined) : `PostgreSQL did not start. ${output.trim()}`));
    });
  });
}

/** Fast shutdown, then the immediate one: write-ahead logging makes both safe, the second only costs a replay at the next start. */
async function stopServer(server: ChildProcess, ended: Promise<void>, ephemeral: boolean): Promise<void> {
  server.kill(ephemeral ? 'SIGQUIT' : 'SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function ensureDatabase(connectionString: string): Promise<void> {
  const url = new URL(connectionString);
  url.pathname = '/postgres';
  const client = new Client({ connectionString: url.href });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
