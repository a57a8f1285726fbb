/** Tables are read in worker threads, which may be ended: a file comes from outside, and may be made to harm (docs/decisions/100-reading-tables.md). */
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { unavailable } from '#http/app-error.ts';
import { safeError } from '#http/log-safety.ts';
import type { Log } from '#log.ts';
import { inSpan } from '#telemetry/spans.ts';
import type { ReadTable, TableInput } from './read-table.ts';
import { type Refusal, TOO_LARGE_INSIDE, TOO_LONG } from './refusal.ts';

const THREADS = 2;
/** Priority of a thread below the server's, where the system knows such (nice(2)). */
const NICE = 5;
/** Waiting for a thread; more are told to come back later. */
const MAX_WAITING = 8;
const IDLE_MS = 60_000;
/** Waiting included: a reading itself ends after 10 s by its own clock (limits.ts). */
const MAX_MS = 60_000;
/** Of each thread; a file that needs more is given up, and its thread with it. */
const MAX_HEAP_MB = 160;
const MAX_YOUNG_MB = 32;

export interface TablePool {
  read(input: TableInput): Promise<ReadTable | Refusal>;
  close(): Promise<void>;
}

/** Threads start with the first table. */
export function createTablePool(log: Log): TablePool {
  let pool: Piscina | undefined;
  return {
    async read(input) {
      pool ??= openPool(log);
      const threads = pool;
      try {
        return await inSpan(
          'table',
          {},
          async () => (await threads.run(input, { name: 'readTable', signal: AbortSignal.timeout(MAX_MS) })) as ReadTable | Refusal,
        );
      } catch (error) {
        if (isOutOfMemory(error)) return { refused: TOO_LARGE_INSIDE };
        if (error instanceof Error && error.name === 'AbortError') return { refused: TOO_LONG };
        if (error instanceof Error && error.message === 'Task queue is at limit')
          throw unavailable('Too many lists are being read. Please try again in a moment.', error);
        throw error;
      }
    },
    async close() {
      await pool?.destroy();
    },
  };
}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

function openPool(log: Log): Piscina {
  const isSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina({
    // Built, the worker is a file beside the server's own.
    filename: fileURLToPath(new URL(isSource ? './read-table.worker-source.mjs' : './read-table.worker.js', import.meta.url)),
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: IDLE_MS,
    // The thread that serves everybody goes first.
    niceIncrement: NICE,
    maxQueue: MAX_WAITING,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_MB },
  });
  // Whoever waits for the table is told by its own promise; without a listener the process would end.
  pool.on('error', (error: unknown) => log.warn({ err: safeError(error) }, 'a table worker broke'));
  return pool;
}
