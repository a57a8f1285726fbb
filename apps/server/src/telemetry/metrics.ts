/**
 * Figures for monitoring, in the text format of Prometheus (product.md 16.3). Labels are route patterns, codes and names from settings: never
 * an organization, a payer or a person, of whom there are too many and about whom a figure would tell.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ROW_STATES } from '@coverlight/contract/batches/batch.schema.ts';
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from '@coverlight/domain/inquiries/attempt.ts';

/** Read from the database at each scrape. Ages in seconds; 0 where nothing waits. */
export interface StoredFigures {
  dueTurns: number;
  takenTurns: number;
  oldestDueTurnSeconds: number;
  openCircuits: Readonly<Record<string, number>>;
  /** Of batches that are under way, by state. */
  batchRows: Readonly<Record<string, number>>;
  auditUnsealedSeconds: number;
  strandedMails: number;
  paymentEvents: number;
}

/** Of the pool of database connections; `waiting`: callers that wait for one. */
export interface PoolUse {
  used: number;
  idle: number;
  waiting: number;
}

export interface Metrics {
  /** `route`: the pattern, or 'none'. */
  request(of: { route: string; method: string; status: number; seconds: number }): void;
  /** An exchange with a clearinghouse has come to an end. */
  asked(clearinghouse: string, outcome: AttemptOutcome): void;
  /** How many documents wait for a thread is asked of `count` from now on. */
  watchPdfQueue(count: () => number): void;
  /** Everything as text. What the database would tell is left out while it is away. */
  read(): Promise<string>;
  readonly contentType: string;
}

export interface MetricsSources {
  readStored: () => Promise<StoredFigures>;
  poolUse: () => PoolUse;
  clearinghouses: readonly string[];
}

const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const DELAY_RESOLUTION_MS = 20;
const NS = 1e9;
/** Those of the product's own routes. Whoever calls may use dozens of others. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function createMetrics({ readStored, poolUse, clearinghouses }: MetricsSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge<Label>({ name: `coverlight_${name}`, help, labelNames, registers });

  const requests = new Histogram({
    name: 'coverlight_request_seconds',
    help: 'Time to answer a request, by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const asks = new Counter({
    name: 'coverlight_asks_total',
    help: 'Exchanges with clearinghouses, by outcome',
    labelNames: ['clearinghouse', 'outcome'],
    registers,
  });
  const failures = new Counter({
    name: 'coverlight_failures_total',
    help: 'Requests that were answered with a status of 500 or more',
    registers,
  });
  // From the start at 0: Prometheus sees an increase only of what was there before.
  for (const clearinghouse of clearinghouses) for (const outcome of ATTEMPT_OUTCOMES) asks.inc({ clearinghouse, outcome }, 0);
  const databaseUp = gauge('database_up', '1 while the database answers');
  const dueTurns = gauge('due_turns', 'Inquiries whose next turn has come and that no process works on');
  const takenTurns = gauge('taken_turns', 'Inquiries whose turn has come and that a process works on');
  const oldestDueTurn = gauge('oldest_due_turn_seconds', 'For how long the oldest of them has waited');
  const openCircuits = gauge('open_circuits', 'Payers that are left alone at a clearinghouse after failures', ['clearinghouse']);
  const batchRows = gauge('batch_rows', 'Rows of the lists and plans that are under way, by state', ['state']);
  const pool = gauge('pool_connections', 'Connections to the database, and callers that wait for one', ['state']);
  const auditUnsealed = gauge('audit_unsealed_seconds', 'Age of the oldest row of the audit log without a seal');
  const strandedMails = gauge('stranded_mails', 'Mail in doubt or given up, which nobody sends any more');
  const paymentEvents = gauge('payment_events_waiting', 'Events of the payment provider that were not dealt with');
  const pdfWaiting = gauge('pdf_waiting', 'Documents that wait for a thread');
  const loopDelay = gauge('event_loop_delay_seconds', 'Delay of the event loop since the last reading, 99th percentile');
  const memory = gauge('memory_bytes', 'Resident memory of the process');

  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  let pdfQueue = () => 0;

  const ofDatabase: Gauge[] = [dueTurns, takenTurns, oldestDueTurn, auditUnsealed, strandedMails, paymentEvents];
  const setStored = (stored: StoredFigures | null): void => {
    databaseUp.set(stored === null ? 0 : 1);
    openCircuits.reset();
    batchRows.reset();
    for (const each of ofDatabase) each.remove();
    if (stored === null) return;
    dueTurns.set(stored.dueTurns);
    takenTurns.set(stored.takenTurns);
    oldestDueTurn.set(stored.oldestDueTurnSeconds);
    auditUnsealed.set(stored.auditUnsealedSeconds);
    strandedMails.set(stored.strandedMails);
    paymentEvents.set(stored.paymentEvents);
    for (const state of ROW_STATES) batchRows.set({ state }, stored.batchRows[state] ?? 0);
    for (const clearinghouse of clearinghouses) openCircuits.set({ clearinghouse }, stored.openCircuits[clearinghouse] ?? 0);
  };

  return {
    request({ route, method, status, seconds }) {
      requests.observe({ route, method: METHODS.has(method) ? method : 'other', status: String(status) }, seconds);
      if (status >= 500) failures.inc();
    },
    asked: (clearinghouse, outcome) => asks.inc({ clearinghouse, outcome }),
    watchPdfQueue: (count) => {
      pdfQueue = count;
    },
    async read() {
      setStored(await readStored().catch(() => null));
      const use = poolUse();
      for (const state of ['used', 'idle', 'waiting'] as const) pool.set({ state }, use[state]);
      pdfWaiting.set(pdfQueue());
      // The timer that measures is late by its own period.
      loopDelay.set(Math.max(0, delay.percentile(99) / NS - DELAY_RESOLUTION_MS / 1000));
      delay.reset();
      memory.set(process.memoryUsage.rss());
      return await registry.metrics();
    },
    contentType: registry.contentType,
  };
}
