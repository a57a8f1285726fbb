/** The real application on a database and a sandbox of its own: what an API test talks to. Only the clock may be turned. */
import { createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/src/sandbox.ts';
import { buildApp } from '../src/app.ts';
import { readConfig, type Config } from '../src/config.ts';
import { openDeps, type Deps } from '../src/deps.ts';
import { createSealWatch, type SealWatch } from '../src/features/audit/seal-watch.ts';
import { createBatchWorker, type BatchWorker } from '../src/features/batches/sending/batch-worker.ts';
import { createAskingWorker, type AskingWorker } from '../src/features/inquiries/asking/asking-worker.ts';
import { hashToken, newToken } from '../src/http/session.ts';
import { insertSession } from '../src/features/auth/sessions.repository.ts';
import type { Clearinghouse } from '../src/ports/clearinghouse.ts';
import { startWorkers } from '../src/workers.ts';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createTestDatabase } from './database.ts';
import { newId, type Store, type User } from './factories.ts';
import { captureLog, type CapturedLog } from './log-capture.ts';

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  asking: AskingWorker;
  batches: BatchWorker;
  sealWatch: SealWatch;
  store: Store;
  sandboxUrl: string;
  /** Of the database's administrator: past every rule. */
  databaseUrl: string;
  log: CapturedLog;
  /** The server's and the tests' clock; the database and the sandbox keep their own. */
  turnClock(ms: number): void;
  /** Signs a user in without a password; the token goes into `call`. */
  signIn(user: Pick<User, 'id' | 'organization_id'>, options?: { isFactorPending?: boolean; isEnrolling?: boolean }): Promise<string>;
  /** `token` null: signed out. */
  call(token: string | null, request: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Given the sandbox's address where a setting depends on it. */
  env?: Record<string, string> | ((sandboxUrl: string) => Record<string, string>);
  sandbox?: SandboxOptions;
  /** Runs the background jobs, too. */
  workers?: boolean;
  /** Beside the sandbox's, and after them in the order of asking. */
  clearinghouses?: readonly Clearinghouse[];
  /** Migrated, of a server of the test's own; else a copy of the template is made. */
  databaseUrl?: string;
}

export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const sandbox = await startSandbox({ answerDelayMs: 20, slowAnswerMs: 3000, ...options.sandbox });
  const database =
    options.databaseUrl === undefined ? await createTestDatabase() : { url: options.databaseUrl, close: async () => undefined };
  let offset = 0;
  const clock = () => new Date(Date.now() + offset);
  const stopping = new AbortController();
  const log = captureLog();
  const sandboxUrl = `http://127.0.0.1:${sandbox.port}`;
  const { env = {} } = options;
  const config = testConfig(sandbox, typeof env === 'function' ? env(sandboxUrl) : env);
  const opened = await openDeps({
    config,
    connectionString: database.url,
    log: log.logger,
    stopping: stopping.signal,
    clock,
  });
  const more = Object.fromEntries((options.clearinghouses ?? []).map((clearinghouse) => [clearinghouse.id, clearinghouse]));
  const deps = { ...opened, clearinghouses: { ...opened.clearinghouses, ...more } };
  const asking = createAskingWorker(deps);
  const batches = createBatchWorker(deps);
  if (options.workers) await startWorkers(deps, { asking, batches });
  const sealWatch = createSealWatch(deps);
  // Tests share the machine and this very loop with what they set up: they may be late.
  const app = await buildApp({ deps, asking, sealWatch, logger: log.logger, webRoot: null, maxEventLoopDelayMs: 0 });
  return {
    app,
    deps,
    asking,
    batches,
    sealWatch,
    store: { database: deps.db, keys: deps.keys },
    databaseUrl: database.url,
    sandboxUrl,
    log,
    turnClock: (ms) => {
      offset += ms;
    },
    async signIn(user, { isFactorPending = false, isEnrolling = false } = {}) {
      const token = newToken();
      const now = clock();
      await deps.db.asOrganization(user.organization_id, async (tx) => {
        await insertSession(tx, {
          id: newId(),
          organizationId: user.organization_id,
          userId: user.id,
          tokenHash: hashToken(token),
          now,
          endsAt: new Date(now.getTime() + 12 * 3_600_000),
          isFactorPending,
          isEnrolling,
          userAgent: null,
          address: null,
        });
      });
      return token;
    },
    call: async (token, request) => await app.inject({ ...request, ...(token === null ? {} : { cookies: { sid: token } }) }),
    async close() {
      stopping.abort();
      await app.close();
      await Promise.all([asking.drained(), batches.drained()]);
      await deps.close();
      await database.close();
      await sandbox.close();
    },
  };
}

function testConfig(sandbox: Sandbox, env: Record<string, string>): Config {
  return readConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(tmpdir(), `coverlight-test-${process.pid}-${sandbox.port}`),
    DATA_KEY: createHmac('sha256', 'test').update(String(sandbox.port)).digest('base64'),
    SANDBOX_PORT: String(sandbox.port),
    SANDBOX_SMTP_PORT: String(sandbox.smtpPort),
    INQUIRY_WAIT_SECONDS: '5',
    DATABASE_CONNECTIONS: '10',
    ...env,
  });
}
