/** What the operating system says about processes that may still hold a data directory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Postmaster = 'none' | 'running' | 'orphaned';

/**
 * Looks behind postmaster.pid. 'none': no file, or the process it names is gone, a zombie (a container whose first
 * process does not reap) or something else that got the same number. 'orphaned': running, but its Node process was killed.
 */
export function findPostmaster(dataDir: string): { state: Postmaster; pid: number } {
  const pid = readPid(join(dataDir, 'postmaster.pid'));
  if (pid === undefined) return { state: 'none', pid: 0 };
  if (process.platform !== 'linux') return { state: isAlive(pid) ? 'running' : 'none', pid };
  const stat = readProcess(pid, 'stat');
  if (isDead(stat) || !readProcess(pid, 'cmdline').split('\0').includes(dataDir)) return { state: 'none', pid };
  const parent = Number(afterName(stat)[1]);
  return { state: /(^|\/)node/.test(readProcess(parent, 'cmdline')) ? 'running' : 'orphaned', pid };
}

/** False also for a zombie, which still answers to signal 0. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return !isDead(readProcess(pid, 'stat'));
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Where the server that wrote postmaster.pid listens. */
export function readSocketDir(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[4];
  } catch {
    return undefined;
  }
}

export function readPid(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isDead(stat: string): boolean {
  return ['', 'Z', 'X'].includes(afterName(stat)[0] ?? '');
}

/** Fields of /proc/PID/stat after the program's name, which may itself hold spaces and brackets: state, parent, ... */
function afterName(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProcess(pid: number, file: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
