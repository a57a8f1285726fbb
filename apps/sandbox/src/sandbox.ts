/** One whole sandbox: the vendors, the mail server and the switches. Every state is its own, so several can run in one process. */

import { fastify } from 'fastify';
import { AVAILITY_PATH, registerAvaility } from './availity/availity.routes.ts';
import { createClock } from './clock.ts';
import type { SandboxContext } from './context.ts';
import { CORE_PATH, registerCore } from './core/core.routes.ts';
import { registerControls } from './controls/controls.routes.ts';
import { createFaults, VENDORS } from './faults.ts';
import { createJournal } from './journal.ts';
import { portOf } from './listening.ts';
import { startMailServer } from './mail/mail-server.ts';
import { createOutbox } from './mail/outbox.ts';
import { registerOutbox } from './mail/outbox-page.ts';
import { DEFAULT_PAYER_COUNT, listPayers } from './payers/payers.ts';
import { PVERIFY_PATH, registerPverify } from './pverify/pverify.routes.ts';
import { registerStripe } from './stripe/register-stripe.ts';
import type { SnapshotStorage } from './stripe/snapshot.ts';
import { stripeDeps } from './stripe-host.ts';
import { decorateRequests } from './vendor-scope.ts';

export interface SandboxOptions {
  /** 0: any free port, the default. */
  port?: number;
  smtpPort?: number;
  host?: string;
  payerCount?: number;
  clientId?: string;
  clientSecret?: string;
  /** Until an ordinary payer answers, 300 by default. */
  answerDelayMs?: number;
  /** Until a SLOW payer answers, 8,000 by default. */
  slowAnswerMs?: number;
  /** Where the payment vendor's events go; nowhere without it. POST /__webhooks may set it later. */
  webhookUrl?: string;
  /** Signs them, whsec_sandbox by default. */
  webhookSecret?: string;
  /** Where the payment vendor's memory outlives a restart; without it everything is forgotten. */
  storage?: SnapshotStorage;
  /** Gets one line for every refusal and fault; without it nothing is printed. */
  printLine?: (line: string) => void;
}

export interface Sandbox {
  port: number;
  smtpPort: number;
  close(): Promise<void>;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const context = createContext(options);
  const outbox = createOutbox();
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 1024 * 1024,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  });
  decorateRequests(app);
  await app.register(async (scope) => registerAvaility(scope, context), { prefix: AVAILITY_PATH });
  await app.register(async (scope) => registerPverify(scope, context), { prefix: PVERIFY_PATH });
  await app.register(async (scope) => registerCore(scope, context), { prefix: CORE_PATH });
  const stripe = registerStripe(app, {
    ...stripeDeps(context, () => `http://${host}:${portOf(app.server)}`),
    storage: options.storage,
  });
  registerControls(app, context, (mode) => stripe.setWebhookMode(mode));
  registerOutbox(app, outbox);

  await app.listen({ host, port: options.port ?? 0 });
  const mailServer = await startMailServer(context, outbox, host, options.smtpPort ?? 0).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  return {
    port: portOf(app.server),
    smtpPort: mailServer.port,
    async close() {
      context.clock.stop();
      stripe.stop();
      await Promise.all([app.close(), mailServer.close()]);
    },
  };
}

function createContext(options: SandboxOptions): SandboxContext {
  const printLine = options.printLine ?? (() => undefined);
  return {
    clock: createClock(),
    faults: createFaults(),
    journal: createJournal(VENDORS, printLine),
    webhooks: { url: options.webhookUrl ?? null, secret: options.webhookSecret ?? 'whsec_sandbox' },
    settings: { payer_list_shape: 'wrapped', coverage_shape: 'payer' },
    payers: listPayers(options.payerCount ?? DEFAULT_PAYER_COUNT),
    clientId: options.clientId ?? 'sandbox',
    clientSecret: options.clientSecret ?? 'sandbox',
    answerDelayMs: options.answerDelayMs ?? 300,
    slowAnswerMs: options.slowAnswerMs ?? 8000,
    printLine,
  };
}
