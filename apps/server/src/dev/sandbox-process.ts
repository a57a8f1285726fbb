/** Runs the vendor sandbox as a process of its own, for development. The server talks to it only over the vendors' wire protocols. */
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface SandboxProcessOptions {
  /** 0 takes a free one, as for `smtpPort`. */
  port: number;
  smtpPort: number;
  /** Added to what the sandbox gets from us; it never sees the server's own settings. */
  env: Readonly<Record<string, string>>;
  log: { info(message: string): void; warn(message: string): void };
  /** The built program; by default the one beside the built server. */
  program?: string;
}

export interface SandboxProcess {
  port: number;
  smtpPort: number;
  /** Takes less than a second, whatever the sandbox is doing. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 900;
const READY = /^sandbox ready \{"port":(\d+),"smtp_port":(\d+)\}$/m;

/** Resolves once the sandbox listens; rejects with its own words when it ends before that, as when its port is taken. */
export async function startSandboxProcess(options: SandboxProcessOptions): Promise<SandboxProcess> {
  const { env, log, program = fileURLToPath(new URL('../sandbox/main.js', import.meta.url)) } = options;
  const child = spawn(process.execPath, [program], {
    // Detached: Ctrl-C reaches the whole group of the terminal, and the server's last requests still need the vendors.
    detached: true,
    // The sandbox ends when its stdin does, which is when this process ends in whatever way.
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...env,
      TZ: 'UTC',
      SANDBOX_PORT: String(options.port),
      SANDBOX_SMTP_PORT: String(options.smtpPort),
      SANDBOX_EXIT_WITH_PARENT: '1',
    },
  });
  const ended = new Promise<void>((settle) => child.once('close', () => settle()));
  let isStopping = false;
  const stop = async (): Promise<void> => {
    isStopping = true;
    await stopChild(child, ended);
  };
  const ready = waitUntilReady(child);
  forward(child, log);
  try {
    const ports = await ready;
    void ended.then(() => {
      if (!isStopping) log.warn('The sandbox ended unexpectedly; clearinghouses, payments and mail are out of reach until the next start.');
    });
    return { ...ports, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function waitUntilReady(child: ChildProcess): Promise<{ port: number; smtpPort: number }> {
  return new Promise((settle, fail) => {
    let output = '';
    let complaint = '';
    const timer = setTimeout(() => fail(new Error(`The sandbox did not start within ${START_TIMEOUT_MS / 1000} s.`)), START_TIMEOUT_MS);
    child.stderr?.on('data', (text: Buffer) => (complaint += text.toString()));
    child.stdout?.on('data', function read(text: Buffer) {
      output += text.toString();
      const [, port, smtpPort] = READY.exec(output) ?? [];
      if (port === undefined || smtpPort === undefined) return;
      clearTimeout(timer);
      child.stdout?.off('data', read);
      settle({ port: Number(port), smtpPort: Number(smtpPort) });
    });
    child.once('error', (error) => (complaint += error.message));
    child.once('close', () => {
      clearTimeout(timer);
      fail(new Error(`The sandbox did not start. ${complaint.trim()} If its port is taken, set SANDBOX_PORT.`));
    });
  });
}

/** Line by line. Only development runs a sandbox, and its patients are invented. */
function forward(child: ChildProcess, log: SandboxProcessOptions['log']): void {
  for (const [stream, write] of [
    [child.stdout, (line: string) => log.info(line)],
    [child.stderr, (line: string) => log.warn(line)],
  ] as const) {
    let rest = '';
    stream?.on('data', (text: Buffer) => {
      const lines = (rest + text.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line !== '') write(`sandbox: ${line}`);
    });
  }
}

async function stopChild(child: ChildProcess, ended: Promise<void>): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}
