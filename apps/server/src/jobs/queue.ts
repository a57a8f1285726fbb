/** The durable queue in PostgreSQL. A job is written in the same transaction as the row it serves, so neither exists without the other. */
import pg from 'pg';
import PgBoss from 'pg-boss';
import type { Tx } from '#db/client.ts';
import { safeError } from '#http/log-safety.ts';
import type { Log } from '#log.ts';
import type { JobDefinition } from './define-job.ts';

const SCHEMA = 'pgboss';
/** The library's statements that complete and fail jobs by their ids. */
const MARKS_JOBS = /id IN \(SELECT UNNEST\(\$2::uuid\[\]\)\)/;

export interface EnqueueOptions {
  startAfterSeconds?: number;
  /** With uniqueness 'one-waiting': what must be unique. */
  key?: string;
}

export interface JobQueue {
  enqueue<P extends object>(tx: Tx, job: JobDefinition<P>, payload: P, options?: EnqueueOptions): Promise<void>;
  /** Starts taking jobs of this kind. A job runs again where `run` throws. */
  work<P extends object>(job: JobDefinition<P>, run: (payload: P) => Promise<void>): Promise<void>;
  /** Waits for running jobs at most this long. */
  stop(timeoutMs: number): Promise<void>;
}

/** Makes the queue's tables and each queue. Needs a connection that may create a schema; safe to repeat and in parallel. */
export async function setUpJobs(ownerConnectionString: string, jobs: readonly JobDefinition<never>[]): Promise<void> {
  const client = new pg.Client({ connectionString: ownerConnectionString });
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtextextended('coverlight jobs', 0))`);
    // With its scheduler on it also makes the queue that cron jobs go through; the server's own role may make none.
    const boss = new PgBoss({ connectionString: ownerConnectionString, schema: SCHEMA, supervise: false, max: 1 });
    boss.on('error', () => undefined);
    await boss.start();
    for (const job of jobs) {
      const options = queueOptions(job);
      await boss.createQueue(job.name, options);
      await boss.updateQueue(job.name, options);
    }
    await boss.stop({ graceful: false, close: true });
    await client.query(`
      GRANT USAGE ON SCHEMA ${SCHEMA} TO coverlight_app, coverlight_admin;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${SCHEMA} TO coverlight_app;
      GRANT SELECT, INSERT ON ${SCHEMA}.job TO coverlight_admin;
      GRANT SELECT ON ${SCHEMA}.queue TO coverlight_admin;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${SCHEMA} TO coverlight_app`);
  } finally {
    await client.end();
  }
}

function queueOptions(job: JobDefinition<never>): PgBoss.Queue {
  return {
    name: job.name,
    policy: job.uniqueness === 'one-waiting' ? 'short' : 'standard',
    expireInSeconds: job.expireInSeconds,
    retryLimit: job.retryLimit,
    retryDelay: job.retryDelaySeconds,
    retryBackoff: true,
    retentionDays: 14,
  };
}

/** Connects to the queue as the server's own role, which owns nothing. */
export async function openQueue(options: { connectionString: string; log: Log }): Promise<JobQueue> {
  const pool = new pg.Pool({ connectionString: options.connectionString, max: 3, options: '-c role=coverlight_app' });
  // An unhandled 'error' of an idle connection would end the process when the database restarts.
  pool.on('error', (error) => options.log.warn({ err: safeError(error) }, 'queue connection lost'));
  let isStopped = false;
  const executeSql = async (text: string, values: unknown[]): Promise<{ rows: unknown[] }> => {
    try {
      return await pool.query(text, values);
    } catch (error) {
      // The library marks the end of a job without waiting for it, so that a refusal here, as while the database restarts, would end
      // the process. The job comes back when its time is over.
      if (!MARKS_JOBS.test(text)) throw error;
      if (!isStopped) options.log.warn({ err: safeError(error) }, 'the end of a job could not be marked');
      return { rows: [{ count: '0' }] };
    }
  };
  const boss = new PgBoss({
    db: { executeSql },
    schema: SCHEMA,
    migrate: false,
    monitorStateIntervalMinutes: 10,
    maintenanceIntervalSeconds: 30,
  });
  boss.on('error', (error) => options.log.warn({ err: safeError(error) }, 'queue failure'));
  await boss.start();

  return {
    async enqueue(tx, job, payload, { startAfterSeconds, key } = {}) {
      await boss.send(job.name, payload, {
        ...(startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }),
        ...(key === undefined ? {} : { singletonKey: key }),
        db: { executeSql: async (text: string, values: unknown[]) => await tx.execute(text, values) },
      });
    },
    async work(job, run) {
      await boss.work<unknown>(job.name, { batchSize: job.batchSize, pollingIntervalSeconds: job.pollSeconds }, async (batch) => {
        const results = await Promise.allSettled(batch.map(async ({ data }) => await run(job.payload.parse(data))));
        for (const [index, result] of results.entries()) {
          const id = batch[index]?.id;
          if (result.status === 'fulfilled' || id === undefined) continue;
          // After the stop everything is shut, and whatever still ran fails by it.
          if (!isStopped) options.log.warn({ job: job.name, jobId: id, err: safeError(result.reason) }, 'job failed');
          // Failing one by one: throwing would make the whole batch run again.
          await boss.fail(job.name, id);
        }
      });
      if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
    },
    async stop(timeoutMs) {
      await boss.stop({ graceful: true, wait: true, timeout: Math.max(timeoutMs, 1000), close: false }).catch((error: unknown) => {
        options.log.warn({ err: safeError(error) }, 'queue did not stop in time');
      });
      isStopped = true;
      await pool.end();
    },
  };
}
