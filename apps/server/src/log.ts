/** The log: JSON lines with ids, codes and durations. Nothing a person typed or a payer answered goes in (product.md 12.5). */
import { pino, type DestinationStream, type Logger } from 'pino';
import { safeError } from '#http/log-safety.ts';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

/** `destination`: standard output if absent. */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Also for what a library logs by itself.
      serializers: { err: (error: unknown) => (error instanceof Error ? safeError(error) : error) },
      redact: { paths: ['req', 'res', '*.password', '*.token', 'headers', '*.headers', 'body', '*.body'], remove: true },
    },
    destination ?? pino.destination(1),
  );
