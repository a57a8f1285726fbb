/** Databases that somebody else runs: a user without the right to make roles, TLS, a pooler in between (docs/runbook.md, "The database"). */
import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../test/gate.ts';
import { TEST_CERTIFICATE } from '../../test/test-certificate.ts';
import { setUpJobs } from '../jobs/queue.ts';
import { ALL_JOBS } from '../workers.ts';
import { openDatabase } from './client.ts';
import { migrate } from './migrate.ts';
import { refuseTransactionPooling } from './pooler.ts';

const templateUrl = new URL(inject('templateUrl'));
const name = `${templateUrl.pathname.slice(1)}_${randomBytes(4).toString('hex')}`;
const user = `managed_${randomBytes(4).toString('hex')}`;
let folder: string;
let server: Client;

const databaseUrl = (of: Partial<Record<'user' | 'password', string>> = {}) => {
  const url = new URL(templateUrl.href);
  url.pathname = `/${name}`;
  if (of.user !== undefined) url.username = of.user;
  if (of.password !== undefined) url.password = of.password;
  return url;
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'foreign-database-'));
  const url = new URL(templateUrl.href);
  url.pathname = '/postgres';
  server = new Client({ connectionString: url.href });
  await server.connect();
  // What the runbook asks of whoever runs the database. The three roles are there already: they belong to the whole server.
  await server.query(`CREATE ROLE ${user} LOGIN PASSWORD 'made-up' NOSUPERUSER NOCREATEROLE NOCREATEDB`);
  await server.query(`GRANT coverlight_app, coverlight_admin, coverlight_lookup TO ${user}`);
  await server.query(`CREATE DATABASE ${name}`);
  await server.query(`ALTER DATABASE ${name} OWNER TO ${user}`);
});
afterAll(async () => {
  await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await server.query(`DROP ROLE ${user}`);
  await server.end();
  rmSync(folder, { recursive: true });
});

const noErrors = { max: 2, onError: () => undefined };

test('a user that may not make roles migrates and serves, once it was given the three', async () => {
  const url = databaseUrl({ user, password: 'made-up' }).href;
  expect((await migrate(url)).length).toBeGreaterThan(10);
  expect(await migrate(url)).toEqual([]);
  await setUpJobs(url, ALL_JOBS);

  const database = openDatabase({ connectionString: url, ...noErrors });
  const [row] = await database.asAdmin(
    async (tx) =>
      await tx.queryOnce<{ role: string; bypasses: boolean }>(
        'SELECT current_user AS role, rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
        [],
      ),
  );
  const due = await database.withoutOrganization(async (tx) => await tx.queryOnce('SELECT * FROM find_due_mails(now(), 10)', []));
  await database.close();

  expect(row).toEqual({ role: 'coverlight_admin', bypasses: false });
  expect(due).toEqual([]);
});

/** PostgreSQL's own handshake before TLS, in front of the server that listens on its socket only. */
async function tlsFront(): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>();
  const front: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, ...TEST_CERTIFICATE });
      const host = templateUrl.searchParams.get('host');
      const onward = host === null ? connect(Number(templateUrl.port), templateUrl.hostname) : connect(join(host, '.s.PGSQL.5432'));
      sockets.add(onward);
      secure.on('error', () => onward.destroy()).pipe(onward);
      onward.on('error', () => secure.destroy()).pipe(secure);
    });
  });
  await new Promise<void>((settle) => void front.listen(0, '127.0.0.1', () => settle()));
  const address = front.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      for (const socket of sockets) socket.destroy();
      front.close();
    },
  };
}

test('sslmode=verify-full talks to a server whose certificate it knows, and to no other', async () => {
  const front = await tlsFront();
  const certificate = join(folder, 'known.pem');
  writeFileSync(certificate, TEST_CERTIFICATE.cert);
  const { username, password } = templateUrl;
  const url = (host: string, query: string) =>
    `postgres://${username}:${password}@${host}:${front.port}${templateUrl.pathname}?sslmode=verify-full${query}`;
  const ask = async (connectionString: string) => {
    const database = openDatabase({ connectionString, ...noErrors });
    try {
      const [row] = await database.lookup<{ answer: number }>('ask', 'SELECT 42 AS answer', []);
      return row?.answer;
    } catch (error) {
      return error instanceof Error ? (Reflect.get(error, 'code') ?? error.message) : error;
    } finally {
      await database.close();
    }
  };
  try {
    expect(await ask(url('localhost', `&sslrootcert=${certificate}`))).toBe(42);
    expect(await ask(url('localhost', ''))).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  } finally {
    front.close();
  }
});

const PGBOUNCER = '/usr/sbin/pgbouncer';

/** Debian's own, where it is installed. */
async function pgbouncer(mode: 'session' | 'transaction'): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  const own = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(own, 0o777);
  const host = templateUrl.searchParams.get('host') ?? templateUrl.hostname;
  writeFileSync(
    join(own, 'pgbouncer.ini'),
    [
      '[databases]',
      `* = host=${host} port=${templateUrl.port || '5432'} user=${templateUrl.username}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      'ignore_startup_parameters = extra_float_digits',
    ].join('\n'),
  );
  const child = spawn(PGBOUNCER, [join(own, 'pgbouncer.ini')], { stdio: 'ignore', ...asOwnerOf(host) });
  const gone = new Promise<void>((settle) => child.once('close', () => settle()));
  return {
    url: `postgres://${templateUrl.username}:x@127.0.0.1:${port}/${name}`,
    async close() {
      child.kill('SIGKILL');
      await gone;
      rmSync(own, { recursive: true, force: true });
    },
  };
}

/** It does not run as root, and the embedded server lets in the account only that it runs as. */
function asOwnerOf(path: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0 || !existsSync(path)) return {};
  const { uid, gid } = statSync(path);
  return { uid, gid };
}

test.skipIf(!existsSync(PGBOUNCER)).each([
  ['transaction', /pool_mode = session/],
  ['session', /^taken$/],
] as const)('behind PgBouncer that pools by %s', async (mode, told) => {
  const pooler = await pgbouncer(mode);
  try {
    const verdict = async () =>
      await refuseTransactionPooling(pooler.url).then(
        () => 'taken',
        (error: Error) => error.message,
      );
    await expect.poll(verdict, { timeout: 10_000 }).not.toMatch(/ECONNREFUSED/);
    expect(await verdict()).toMatch(told);
  } finally {
    await pooler.close();
  }
});

test('the database itself is no pooler', async () => {
  await expect(refuseTransactionPooling(databaseUrl().href)).resolves.toBeUndefined();
});
