/** A job as data: its name, rhythm and payload. Payloads hold ids only, since the queue's tables are readable without a key. */
import type { z } from 'zod';

export interface JobDefinition<Payload extends object> {
  readonly name: string;
  readonly payload: z.ZodType<Payload>;
  /** 'one-waiting': of jobs with the same key at most one waits; another may already be running. */
  readonly uniqueness: 'none' | 'one-waiting';
  /** A run that takes longer, or whose process was killed, is given to another worker. */
  readonly expireInSeconds: number;
  readonly retryLimit: number;
  /** First pause before a retry; it doubles each time. */
  readonly retryDelaySeconds: number;
  /** Runs by itself at these times (cron, minutes at the finest, UTC). */
  readonly cron?: string;
  readonly batchSize: number;
  readonly pollSeconds: number;
}

export function defineJob<Payload extends object>(
  definition: Pick<JobDefinition<Payload>, 'name' | 'payload'> & Partial<JobDefinition<Payload>>,
): JobDefinition<Payload> {
  return {
    uniqueness: 'none',
    expireInSeconds: 60,
    retryLimit: 5,
    retryDelaySeconds: 5,
    batchSize: 10,
    pollSeconds: 1,
    ...definition,
  };
}
