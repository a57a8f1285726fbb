/** The real logger, writing into memory: tests read what would have been logged. */
import type { Logger } from 'pino';
import { createLog } from '../src/log.ts';

export interface CapturedLog {
  logger: Logger;
  lines: string[];
}

export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const logger = createLog('debug', { write: (line: string) => void lines.push(line) });
  return { logger, lines };
}
