/** The data directory: where it lies, how it is made, and who may be using it. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { canReach, type Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { findPostmaster } from './processes.ts';

export interface Log {
  info(message: string): void;
  warn(message: string): void;
}

export interface Cluster {
  cluster: string;
  account: Account;
  binaries: Binaries;
  ephemeral: boolean;
}

/** How long a predecessor that is just ending, or whose guard is ending it, may take. */
const PREDECESSOR_TIMEOUT_MS = 3_000;
/** A fixed environment: locale, PG* and library variables of the caller must not change how the server behaves. */
export const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Returns the folder that holds the cluster: the wished one, or one under `sharedHome` where the account cannot reach it. */
export function placeCluster(wished: string, account: Account, sharedHome: string, log: Log): string {
  mkdirSync(dirname(wished), { recursive: true });
  let cluster = wished;
  if (!canReach(account, dirname(wished))) {
    const mark = createHash('sha256').update(wished).digest('hex').slice(0, 8);
    cluster = join(sharedHome, `data-${mark}`, 'postgres');
    log.info(`${dirname(wished)} is closed to the user PostgreSQL runs as; its data is kept in ${cluster}.`);
    // 0755 for the parents: mkdir would give them the mode of the last folder.
    mkdirSync(dirname(cluster), { recursive: true, mode: 0o755 });
  }
  if (existsSync(cluster) && !canReach(account, cluster)) {
    throw new Error(`${cluster} belongs to another user. Start Coverlight as that user, or set DATA_DIR to another folder.`);
  }
  return cluster;
}

/** Made beside its place and moved there whole, so a kill in the middle leaves nothing half-made behind. */
export function createCluster({ cluster, account, binaries, ephemeral }: Cluster): void {
  const partial = `${cluster}.new-${process.pid}`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  chmodSync(partial, 0o700);
  if (account.ids) chownSync(partial, account.ids.uid, account.ids.gid);
  const args = ['--pgdata', partial, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'];
  // The bundled ICU is old; PostgreSQL's own C.UTF-8 sorts the same on every machine. Before 17 it has none, and the machine's is taken.
  args.push(...(binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8']));
  if (ephemeral) args.push('--no-sync');
  const [command, commandArgs] = account.hasName ? [binaries.initdb, args] : asNobody(binaries.initdb, args);
  const { status, stderr, error } = spawnSync(command, commandArgs, { ...account.ids, cwd: '/', env: ENVIRONMENT, encoding: 'utf8' });
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true });
    throw new Error(
      `PostgreSQL could not create its data in ${cluster}. ${error?.message ?? stderr.trim()}${account.hasName ? '' : NAMELESS}`,
    );
  }
  moveIntoPlace(partial, cluster);
}

const NAMELESS =
  '\nThe current user id has no name in /etc/passwd, which PostgreSQL needs, and user namespaces are not allowed here. Add an entry, or set DATABASE_URL.';

/** initdb insists on a user name; inside a user namespace the same uid appears as nobody. The files still belong to the real uid. */
function asNobody(program: string, args: string[]): [string, string[]] {
  return ['unshare', ['--user', '--map-user=65534', '--map-group=65534', '--', program, ...args]];
}

function moveIntoPlace(partial: string, cluster: string): void {
  try {
    renameSync(partial, cluster);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process that started at the same moment was faster; which of the two may use the data is decided next.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

/** Resolves once nobody holds the cluster, clearing what a crash left; rejects when another Coverlight is using it. */
export async function waitForPredecessor(cluster: string, log: Log): Promise<void> {
  const holder = await waitUntilFree(cluster, PREDECESSOR_TIMEOUT_MS);
  if (holder.state === 'running') throw new Error(inUse(cluster, holder.pid));
  if (holder.state === 'orphaned') {
    log.warn('Stopping a PostgreSQL whose Coverlight was killed.');
    process.kill(holder.pid, 'SIGINT');
    if ((await waitUntilFree(cluster, PREDECESSOR_TIMEOUT_MS)).state !== 'none') throw new Error(inUse(cluster, holder.pid));
  }
  // A stale file would stop the new server whenever its number is taken again. Two processes that get here together are
  // still kept apart: PostgreSQL ties a shared memory segment to the folder and refuses the second.
  rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function waitUntilFree(cluster: string, timeoutMs: number): Promise<ReturnType<typeof findPostmaster>> {
  const deadline = Date.now() + timeoutMs;
  let holder = findPostmaster(cluster);
  while (holder.state !== 'none' && Date.now() < deadline) {
    await sleep(50);
    holder = findPostmaster(cluster);
  }
  return holder;
}

export function inUse(cluster: string, pid: number | undefined): string {
  const holder = pid === undefined ? '' : ` (PostgreSQL is process ${pid})`;
  return `Another Coverlight is already running on ${cluster}${holder}. Stop it first, or set DATA_DIR and PORT to other values.`;
}
