/** The log: JSON lines with ids, codes and durations. Nothing a person typed or a payer answered goes in (product.md 12.5). */
import { pino, type Logger } from 'pino';

export type Log = Pick<Logger, 'info' | 'warn' | 'error' | 'debug'>;

export const createLog = (level: string): Logger =>
  pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['req', 'res', '*.password', '*.token', 'headers', '*.headers', 'body', '*.body'], remove: true },
  });
