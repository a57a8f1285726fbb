/** Runs the vendor sandbox as a process of its own, for development. The server talks to it only over the vendors' wire protocols. */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export interface SandboxProcessOptions {
  port: number;
  smtpPort: number;
  /** Added to what the sandbox gets from us; it never sees the server's own settings. */
  env: Readonly<Record<string, string>>;
  log: { info(message: string): void; warn(message: string): void };
  /** The built program; by default the one beside the built server. */
  program?: string;
}

const START_TIMEOUT_MS = 10_000;
const STOP_TIMEOUT_MS = 700;

/** Resolves once the sandbox answers HTTP; rejects when it ends before that or its port is taken. stop() takes less than a second. */
export async function startSandboxProcess(options: SandboxProcessOptions): Promise<{ stop(): Promise<void> }> {
  const { port, smtpPort, env, log, program = fileURLToPath(new URL('../sandbox/main.js', import.meta.url)) } = options;
  if (await answers(port)) throw new Error(`Port ${port} is taken. Stop what listens there, or set SANDBOX_PORT.`);
  const child = spawn(process.execPath, [program], {
    // Detached, so that Ctrl-C reaches only the server, which stops the sandbox after its last request.
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...env, TZ: 'UTC', SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(smtpPort), SANDBOX_EXIT_WITH_PARENT: '1' },
  });
  const ended = new Promise<void>((settle) => {
    child.once('error', () => settle());
    child.once('exit', () => settle());
  });
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    await stopChild(child, ended);
  };
  forward(child, log);
  try {
    await waitForAnswer(port, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  void ended.then(() => {
    if (!isStopping) log.warn('The sandbox ended unexpectedly; clearinghouses, payments and mail are unreachable until the next start.');
  });
  return { stop };
}

/** Line by line; only development runs a sandbox, and its patients are invented. */
function forward(child: ChildProcess, log: SandboxProcessOptions['log']): void {
  for (const [stream, write] of [
    [child.stdout, log.info.bind(log)],
    [child.stderr, log.warn.bind(log)],
  ] as const) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') write(`sandbox: ${line}`);
    });
  }
}

async function waitForAnswer(port: number, ended: Promise<void>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await answers(port))) {
    if (hasEnded) throw new Error('The sandbox ended while it was starting; its own message is in the log above.');
    if (Date.now() > deadline) throw new Error(`The sandbox did not answer on port ${port} within ${START_TIMEOUT_MS / 1000} s.`);
    await sleep(25);
  }
}

/** Any HTTP answer counts, an error status as well. */
async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/__requests`, { signal: AbortSignal.timeout(1_000) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
