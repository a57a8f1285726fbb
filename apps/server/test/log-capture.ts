/** The real logger, writing into memory: tests read what would have been logged. */
import { pino, type Logger } from 'pino';

export interface CapturedLog {
  logger: Logger;
  lines: string[];
}

export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const logger = pino({ level: 'debug', base: null }, { write: (line: string) => void lines.push(line) });
  return { logger, lines };
}
