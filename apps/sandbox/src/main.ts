/** The sandbox as a process of its own. Its settings are environment variables; README.md beside this folder lists them. */

import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type SandboxOptions } from './sandbox.ts';

function readOptions(env: NodeJS.ProcessEnv): SandboxOptions {
  const number = (name: string, usual: number) => {
    const value = Number(env[name] ?? usual);
    if (!Number.isInteger(value) || value < 0) throw new Error(`${name} must be a whole number of at least 0.`);
    return value;
  };
  const port = number('SANDBOX_PORT', 3001);
  return {
    port,
    smtpPort: number('SANDBOX_SMTP_PORT', port === 0 ? 0 : port + 1),
    host: env['SANDBOX_HOST'] ?? '127.0.0.1',
    payerCount: number('SANDBOX_PAYERS', 80),
    clientId: env['SANDBOX_CLIENT_ID'] ?? 'sandbox',
    clientSecret: env['SANDBOX_CLIENT_SECRET'] ?? 'sandbox',
    answerDelayMs: number('SANDBOX_ANSWER_MS', 300),
    slowAnswerMs: number('SANDBOX_SLOW_MS', 8000),
    webhookUrl: env['SERVER_WEBHOOK_URL'],
    webhookSecret: env['STRIPE_WEBHOOK_SECRET'],
    storage: env['SANDBOX_DATA_DIR'] === undefined ? undefined : fileStorage(env['SANDBOX_DATA_DIR']),
    printLine: (line) => process.stdout.write(`${line}\n`),
  };
}

/** One file, replaced as a whole so that a kill in the middle of writing leaves the one before. */
function fileStorage(folder: string): NonNullable<SandboxOptions['storage']> {
  const file = join(folder, 'stripe.snapshot');
  return {
    read: () => (existsSync(file) ? readFileSync(file) : undefined),
    write(snapshot) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${file}.new`, snapshot);
      renameSync(`${file}.new`, file);
    },
  };
}

async function main(): Promise<void> {
  if (process.env['NODE_ENV'] === 'production') {
    throw new Error('The sandbox does not start with NODE_ENV=production.');
  }
  const sandbox = await startSandbox(readOptions(process.env));
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    // A connection that does not close must not keep the process.
    setTimeout(() => process.exit(0), 800).unref();
    void sandbox.close().finally(() => process.exit(0));
  };
  // A parent that was killed no longer reads what is printed.
  process.stdout.on('error', stop);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  if (process.env['SANDBOX_EXIT_WITH_PARENT'] === '1') {
    process.stdin.once('end', stop).once('close', stop).once('error', stop).resume();
  }
  // The parent reads this line to learn the ports.
  process.stdout.write(`sandbox ready ${JSON.stringify({ port: sandbox.port, smtp_port: sandbox.smtpPort })}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
