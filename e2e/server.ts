/** The built product as a process, in a folder and on ports of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PEOPLE } from './product.ts';

const program = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));
const START_MS = 60_000;
const STOP_MS = 5_000;
/** How long the server holds a caller before it answers max-retry: longer than a SLOW payer takes. */
const WAIT_SECONDS = '10';
/** The last line printed once the demo data is there. */
const READY = `${PEOPLE.admin} (platform admin)`;

export interface RunningProduct {
  url: string;
  sandboxUrl: string;
  folder: string;
  /** What the server logged as an error. */
  complaints(): string[];
  stop(): Promise<void>;
}

/** Ready once the demo data is there. `env` is put over the settings that tests share. */
export async function startServer(env: Record<string, string> = {}): Promise<RunningProduct> {
  if (!existsSync(program)) throw new Error('dist/server/main.js is missing: run npm run build first.');
  const folder = mkdtempSync(join(tmpdir(), 'coverlight-e2e-'));
  // The embedded PostgreSQL of root runs under another account.
  chmodSync(folder, 0o755);
  const [port, sandboxPort, smtpPort] = await freePorts(3);
  const child = spawn(process.execPath, ['--enable-source-maps', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(smtpPort),
      INQUIRY_WAIT_SECONDS: WAIT_SECONDS,
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  // Playwright itself cleans up after Ctrl-C only; another way to end it must not leave the server behind.
  const onTerminate = () => {
    child.kill();
    process.exit(1);
  };
  process.once('SIGTERM', onTerminate);
  const stop = async () => {
    process.off('SIGTERM', onTerminate);
    await stopChild(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await waitFor(() => output.join('').includes(READY), child);
  } catch (error) {
    await stop();
    throw new Error(`The product did not start. ${String(error)}\n${output.join('')}`, { cause: error });
  }
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://localhost:${sandboxPort}`,
    folder,
    complaints: () =>
      output
        .join('')
        .split('\n')
        .filter((line) => /"level":[56]0/.test(line)),
    stop,
  };
}

async function freePorts(count: number): Promise<number[]> {
  // Held all at once, or the same one could be found twice.
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  const ports = servers.map((server) => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('No free port was found.');
    return address.port;
  });
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listenAnywhere(): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

async function waitFor(isReady: () => boolean, child: ChildProcess): Promise<void> {
  const until = Date.now() + START_MS;
  while (!isReady()) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    if (Date.now() > until) throw new Error(`It was not ready within ${START_MS / 1000} s.`);
    await sleep(100);
  }
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<boolean>((resolve) => {
    child.once('exit', () => resolve(true));
  });
  child.kill('SIGTERM');
  if (await Promise.race([ended, sleep(STOP_MS, false)])) return;
  child.kill('SIGKILL');
  throw new Error(`The server did not stop within ${STOP_MS / 1000} s of SIGTERM.`);
}
