/** Everything the features work with, made in one place: the only file that imports adapters. */
import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { monotonicFactory } from 'ulid';
import { createStripeGateway } from '#adapters/billing/stripe/stripe.adapter.ts';
import { createAvaility } from '#adapters/clearinghouse/availity/availity.adapter.ts';
import { createCore } from '#adapters/clearinghouse/core/core.adapter.ts';
import { createSmtpMailer } from '#adapters/mail/smtp.adapter.ts';
import { createPverify } from '#adapters/clearinghouse/pverify/pverify.adapter.ts';
import type { Config } from '#config.ts';
import { createKeyRing, type KeyRing } from '#crypto/organization-keys.ts';
import { openDatabase, type Database } from '#db/client.ts';
import { nextControlNumber } from '#db/control-numbers.repository.ts';
import type { AccessOptions } from '#http/access.ts';
import { safeError } from '#http/log-safety.ts';
import { createPeopleFirst, type PeopleFirst } from '#http/people-first.ts';
import { findSession, type SessionOptions } from '#http/session.ts';
import { openQueue, type JobQueue } from '#jobs/queue.ts';
import type { Log } from '#log.ts';
import type { BillingGateway } from '#ports/billing-gateway.ts';
import type { Clearinghouses } from '#ports/clearinghouse.ts';
import type { Mailer } from '#ports/mailer.ts';
import { createMetrics, type Metrics } from '#telemetry/metrics.ts';
import { withSpans } from '#telemetry/spans.ts';
import { readStoredFigures } from '#telemetry/stored-figures.repository.ts';

export interface Deps {
  config: Config;
  log: Log;
  clock: () => Date;
  newId: () => string;
  db: Database;
  keys: KeyRing;
  queue: JobQueue;
  clearinghouses: Clearinghouses;
  mailer: Mailer;
  billing: BillingGateway;
  metrics: Metrics;
  session: SessionOptions;
  access: AccessOptions;
  people: PeopleFirst;
  /** Keys the counters of failed logins. */
  counterSecret: Buffer;
  /** Addresses whose accounts are still being made, on the first start of a development machine. */
  loadingAccounts: Set<string>;
  /** Aborted when the server stops: whoever waits for a payer lets go. */
  stopping: AbortSignal;
}

export interface OpenDepsOptions {
  config: Config;
  /** Of the server's own database user. */
  connectionString: string;
  log: Log;
  stopping: AbortSignal;
  clock?: () => Date;
  /** Connections of this process; by default those of the settings. */
  poolSize?: number;
}

export async function openDeps(options: OpenDepsOptions): Promise<Deps & { close: () => Promise<void> }> {
  const { config, connectionString, log, stopping } = options;
  const clock = options.clock ?? (() => new Date());
  const db = openDatabase({
    connectionString,
    max: options.poolSize ?? config.databaseConnections,
    onError: (error) => log.warn({ err: safeError(error) }, 'database connection lost'),
  });
  const queue = await openQueue({ connectionString, log });
  const newId = monotonicFactory();
  const production = config.environment === 'production';
  const session: SessionOptions = {
    db,
    clock,
    idleMinutes: config.session.idleMinutes,
    secureCookies: production,
    adminSecondFactor: config.adminSecondFactor,
  };
  const clearinghouses = openClearinghouses({ config, clock, db, log });
  const deps: Deps = {
    config,
    log,
    clock,
    newId: () => newId(clock().getTime()),
    db,
    keys: createKeyRing({ database: db, dataKey: config.dataKey, previousDataKey: config.previousDataKey, now: clock }),
    queue,
    clearinghouses,
    mailer: withSpans('mail', createSmtpMailer({ url: config.smtpUrl, from: config.mailFrom, requireTls: production })),
    billing: withSpans('payment', createStripeGateway(config.stripe)),
    metrics: createMetrics({
      readStored: async () => await db.asAdmin(async (tx) => await readStoredFigures(tx, clock())),
      poolUse: db.poolUse,
      clearinghouses: Object.keys(clearinghouses),
    }),
    session,
    access: {
      publicUrl: config.publicUrl,
      production,
      findViewer: async (request: FastifyRequest) => (await findSession(request, session))?.viewer ?? null,
    },
    people: createPeopleFirst(),
    counterSecret: createHmac('sha256', config.dataKey).update('login counters').digest(),
    loadingAccounts: new Set(),
    stopping,
  };
  return {
    ...deps,
    async close() {
      await queue.stop(1000);
      await db.close();
    },
  };
}

/** One line each, in the order in which they are asked. */
function openClearinghouses({ config, clock: now, db, log }: Pick<Deps, 'config' | 'clock' | 'db' | 'log'>): Clearinghouses {
  const nextNumber = async () =>
    await nextControlNumber(db).catch((error: unknown) => {
      log.error({ err: safeError(error) }, 'no control number could be had');
      return null;
    });
  const all = [
    config.availity && createAvaility({ ...config.availity, now }),
    config.pverify && createPverify({ ...config.pverify, now }),
    ...config.core.map((partner) => createCore({ ...partner, now, nextControlNumber: nextNumber })),
  ];
  return Object.fromEntries(all.filter((one) => one !== null).map((one) => [one.id, one]));
}
