/** The private folder of one run: the Unix socket and, for a throw-away server, the data. */
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canReach, type Account } from './account.ts';
import { isAlive, readPid } from './processes.ts';

const PREFIX = 'coverlight-pg-';
/** A Unix socket's whole path may hold 107 bytes; this leaves room for the folder's and the socket's own names. */
const LONGEST_BASE = 60;

/** Mode 0700 and owned by the account, which makes trusting every connection over its socket safe. */
export function makeRunFolder(account: Account): string {
  const base = [tmpdir(), '/tmp', '/var/tmp'].find((folder) => folder.length <= LONGEST_BASE && canReach(account, folder));
  if (!base) throw new Error('No usable folder for temporary files: /tmp must exist and be open to everybody.');
  sweep(base);
  const folder = mkdtempSync(join(base, PREFIX));
  chmodSync(folder, 0o700);
  writeFileSync(join(folder, 'launcher.pid'), `${process.pid}\n`);
  if (account.ids) chownSync(folder, account.ids.uid, account.ids.gid);
  return folder;
}

/** Removes folders whose launcher and server are both gone; those of other users are left to them. */
function sweep(base: string): void {
  for (const name of readdirSync(base).filter((entry) => entry.startsWith(PREFIX))) {
    const folder = join(base, name);
    try {
      if (!lstatSync(folder).isDirectory()) continue;
      const pids = [readPid(join(folder, 'launcher.pid')), readPid(join(folder, '.s.PGSQL.5432.lock'))];
      // A folder without its launcher's number may be one that is being made right now.
      if (pids[0] === undefined ? !isOld(folder) : pids.some((pid) => pid !== undefined && isAlive(pid))) continue;
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's folder, or one that another process is removing: not ours to clear.
    }
  }
}

function isOld(folder: string): boolean {
  return Date.now() - lstatSync(folder).mtimeMs > 60_000;
}
