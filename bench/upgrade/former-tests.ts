/** The API tests of the version before, on the tables of this one: what it asks of them must still be there. */
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { VersionBefore } from './version-before.ts';

const DB = 'apps/server/src/db';
/** They hold the list of that version's own tables, columns, files and rights. */
const ABOUT_TABLES = [
  `${DB}/migrate.db.test.ts`,
  `${DB}/migration-rules.test.ts`,
  `${DB}/catalog.db.test.ts`,
  `${DB}/tables.db.test.ts`,
  `${DB}/row-security.db.test.ts`,
  `${DB}/backup/backup.db.test.ts`,
];

/** True when all passed. `paths`: some of them only. */
export function runFormerTests({ folder }: VersionBefore, paths: readonly string[]): boolean {
  for (const part of ['migrations', 'functions']) {
    const target = join(folder, DB, part);
    rmSync(target, { recursive: true });
    cpSync(fileURLToPath(new URL(`../../${DB}/${part}`, import.meta.url)), target, { recursive: true });
  }
  for (const path of ABOUT_TABLES) rmSync(join(folder, path), { force: true });
  const { status } = spawnSync(process.execPath, ['tools/test.mjs', 'api', ...paths], { cwd: folder, stdio: 'inherit' });
  return status === 0;
}
