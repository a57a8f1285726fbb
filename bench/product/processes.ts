/** Starts and ends the built product's processes, each as whoever deploys it would. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const PRODUCT = new URL('../../', import.meta.url);
/** On a machine that has much else to do. */
const START_MS = 180_000;
/** Those of `npm start`. */
const NODE_FLAGS = ['--max-old-space-size=512', '--max-semi-space-size=4'];

export interface RunningProcess {
  readonly child: ChildProcess;
  /** kill -9; resolves once it is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves once it is gone, with its exit code. */
  stop(): Promise<number | null>;
}

export interface StartOptions {
  /** Of the built product; `bare` is the one beside which it is measured. */
  program: 'server/main.js' | 'sandbox/main.js' | 'bare';
  env: Readonly<Record<string, string>>;
  /** Gets what it prints. */
  logFile: string;
  /** Folder of the checkout it was built in; by default this one. */
  product?: URL;
}

export function startProcess({ program, env, logFile, product = PRODUCT }: StartOptions): RunningProcess {
  const isBare = program === 'bare';
  const file = isBare ? new URL('../measure/bare-server.ts', import.meta.url) : new URL(`dist/${program}`, product);
  const child = spawn(process.execPath, [...(isBare ? ['--import', 'tsx'] : NODE_FLAGS), fileURLToPath(file)], {
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', TZ: 'UTC', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const gone = new Promise<void>((settle) => child.once('close', () => settle()));
  return {
    child,
    async kill() {
      child.kill('SIGKILL');
      await gone;
      log.end();
    },
    async stop() {
      child.kill('SIGTERM');
      await gone;
      log.end();
      return child.exitCode;
    },
  };
}

/** Resolves when `url` answers 200; rejects when the process ends first or takes longer than that. */
export async function untilReady(running: RunningProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (running.child.exitCode !== null) throw new Error(`A process ended with code ${running.child.exitCode} instead of serving ${url}.`);
    const reply = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
    await reply?.body?.cancel();
    if (reply?.status === 200) return;
    await sleep(50);
  }
  throw new Error(`${url} was not ready within ${START_MS / 1000} s.`);
}
