/** The server as a process: starts what it needs in order, and stops it in reverse within two seconds. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildApp } from './app.ts';
import { checkDataKey } from './crypto/check-data-key.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { openDeps } from './deps.ts';
import { announceDemo, loadFirstData } from './dev/first-data.ts';
import { startSandboxProcess } from './dev/sandbox-process.ts';
import { createSealWatch } from './features/audit/seal-watch.ts';
import { createBatchWorker } from './features/batches/sending/batch-worker.ts';
import { createAskingWorker } from './features/inquiries/asking/asking-worker.ts';
import { indexPayerNames } from './features/payers/payer-names.repository.ts';
import { safeError } from './http/log-safety.ts';
import { createLog } from './log.ts';
import { prepareDatabase, startDatabase } from './services.ts';
import { runtimeWarning } from './surroundings.ts';
import { startMetricsServer } from './telemetry/serve-metrics.ts';
import { startWorkers } from './workers.ts';

const STOP_MS = 1_900;

async function main(): Promise<void> {
  const config = readConfig();
  const log = createLog(config.logLevel);
  const warning = runtimeWarning();
  if (warning !== null) process.stdout.write(`${warning}\n`);
  const stops: (() => Promise<void>)[] = [];
  const stopping = new AbortController();
  const stop = async (): Promise<void> => {
    if (stopping.signal.aborted) return;
    // Whatever hangs is cut off: nothing is lost by it, since everything that was acknowledged is stored.
    setTimeout(() => process.exit(0), STOP_MS).unref();
    stopping.abort();
    for (const stopOne of stops.toReversed()) {
      await stopOne().catch((error: unknown) => log.warn({ err: safeError(error) }, 'not stopped cleanly'));
    }
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());

  const sandbox = startSandbox(config, stops);
  const database = await startDatabase(config, log, 'start');
  stops.push(database.stop);
  await prepareDatabase(database);
  const deps = await openDeps({ config, connectionString: database.connectionString, log, stopping: stopping.signal });
  stops.push(deps.close);
  await checkDataKey(deps);
  // Names from before they were indexed, and those that a process of an earlier version writes.
  await deps.db.asAdmin(indexPayerNames);
  const asking = createAskingWorker(deps);
  const batches = createBatchWorker(deps);
  stops.push(async () => void (await Promise.all([asking.drained(), batches.drained()])));
  await sandbox;
  await startWorkers(deps, { asking, batches });

  await announceDemo(deps);
  const webRoot = fileURLToPath(new URL('../web', import.meta.url));
  const sealWatch = createSealWatch(deps);
  sealWatch.start(stopping.signal);
  const app = await buildApp({ deps, asking, sealWatch, logger: log, webRoot: existsSync(webRoot) ? webRoot : null });
  stops.push(async () => await app.close());
  const { metrics } = config;
  if (metrics !== null && metrics.port !== null) {
    const figures = await startMetricsServer(deps.metrics, { host: config.host, port: metrics.port, token: metrics.token });
    stops.push(async () => void figures.close());
  }
  await app.listen({ port: config.port, host: config.host });
  process.stdout.write(`Coverlight listens at ${config.publicUrl}\n`);
  await loadFirstData(deps);
}

/** Pushes its stop at once, so that a failing start does not leave it behind. */
async function startSandbox(config: Config, stops: (() => Promise<void>)[]): Promise<void> {
  if (config.sandbox === null) return;
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const sandbox = await startSandboxProcess({
    port: config.sandbox.port,
    smtpPort: config.sandbox.smtpPort,
    env: {
      ...(config.sandbox.payers === null ? {} : { SANDBOX_PAYERS: String(config.sandbox.payers) }),
      SANDBOX_DATA_DIR: `${config.dataDir}/sandbox`,
      SERVER_WEBHOOK_URL: `http://127.0.0.1:${config.port}/api/v1/webhooks/stripe`,
      STRIPE_WEBHOOK_SECRET: config.stripe.webhookSecrets[0] ?? '',
    },
    log: { info: print, warn: print },
  });
  stops.unshift(sandbox.stop);
}

main().catch((error: unknown) => {
  const message = error instanceof ConfigError || error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
