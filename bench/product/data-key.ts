import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Beside the data that it opens; made where there is none. */
export function readDataKey(folder: string): Buffer {
  const file = join(folder, 'data-key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32));
  return readFileSync(file);
}
