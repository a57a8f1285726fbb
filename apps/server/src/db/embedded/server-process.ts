/** The PostgreSQL process and the guard that ends it when this process is killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ENVIRONMENT, inUse, waitForPredecessor, type Cluster, type Log } from './cluster.ts';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 1_500;
const RESTARTS = 10;
const RESTART_PAUSE_MS = 500;

/**
 * Reads a pipe that only this process holds: the read ends when this process dies in whatever way, kill -9 included.
 * $1 server, $2 folder to remove.
 */
const GUARD = `cat >/dev/null
kill -INT "$1" 2>/dev/null
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do kill -0 "$1" 2>/dev/null || break; sleep 0.1; done
kill -QUIT "$1" 2>/dev/null
rm -rf -- "$2"`;

type Launch = Cluster & { socketDir: string; log: Log };

interface Launched {
  /** Resolves when it accepts connections on its socket; one that does not is stopped. */
  ready: Promise<void>;
  ended: Promise<void>;
  /** The server has ended; ends what watched over it. */
  forget: () => void;
  stop: () => Promise<void>;
}

/**
 * Resolves when the server accepts connections on its socket. One that ends unasked, killed by the system for its memory for instance, is
 * started again; where that fails, the rejection ends this process, which is no use without it.
 */
export async function launch(options: Launch): Promise<{ stop: () => Promise<void> }> {
  const { cluster, log } = options;
  let isStopping = false;
  let running = launchOnce(options);
  await running.ready;

  const relaunch = async (): Promise<void> => {
    // What the old one started sees its end and goes, too; until then it holds the cluster.
    await waitForPredecessor(cluster, log);
    if (isStopping) return;
    running = launchOnce(options);
    await running.ready;
  };
  const watch = async (): Promise<void> => {
    for (let tries = 0; ;) {
      await running.ended;
      if (isStopping) return;
      log.warn('PostgreSQL ended unexpectedly and is started again.');
      running.forget();
      try {
        await relaunch();
        tries = 0;
      } catch (error) {
        tries += 1;
        if (tries === RESTARTS && !isStopping) throw error;
        await sleep(RESTART_PAUSE_MS);
      }
    }
  };
  void watch();
  return {
    // Also of one that is just being started again.
    async stop() {
      isStopping = true;
      await running.stop();
    },
  };
}

function launchOnce(options: Launch): Launched {
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
  // The guard first: its pipe closes with us, and the server's number may belong to somebody else by then.
  const forget = () => void guard.kill('SIGKILL');
  const end = async (): Promise<void> => {
    forget();
    await stopServer(server, ended, ephemeral);
  };
  return {
    // The socket folder stays: a restart needs it, and a first start removes it itself.
    ready: ready(server, cluster, log).catch(async (error: unknown) => {
      await end();
      throw error;
    }),
    ended,
    forget,
    stop: async () => {
      await end();
      rmSync(socketDir, { recursive: true, force: true });
    },
  };
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

function ready(server: ChildProcess, cluster: string, log: Log): Promise<void> {
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
