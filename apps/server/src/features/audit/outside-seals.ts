/** The newest seal of each organization as a file in DATA_DIR, out of reach of whoever can change the database only. */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OutsideSeal } from './seal-chain.ts';

const fileOf = (dataDir: string, organizationId: string): string => join(dataDir, 'seals', `${organizationId}.json`);

/** Null where none was written yet. */
export async function readOutsideSeal(dataDir: string, organizationId: string): Promise<OutsideSeal | null> {
  try {
    const stored: unknown = JSON.parse(await readFile(fileOf(dataDir, organizationId), 'utf8'));
    if (typeof stored !== 'object' || stored === null) return null;
    const [number, seal]: unknown[] = [Reflect.get(stored, 'number'), Reflect.get(stored, 'seal')];
    return typeof number === 'number' && typeof seal === 'string' ? { number, seal } : null;
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return null;
    throw error;
  }
}

/** At once or not at all: a process that dies leaves the former one. */
export async function writeOutsideSeal(dataDir: string, organizationId: string, seal: OutsideSeal & { sealed_at: string }): Promise<void> {
  const file = fileOf(dataDir, organizationId);
  await mkdir(join(dataDir, 'seals'), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(seal)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
