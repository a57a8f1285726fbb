/** Chooses the user PostgreSQL runs as. PostgreSQL refuses root, and an arbitrary container uid may have no passwd entry. */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';

/** Without `ids` the processes run as the user who started us. */
export interface Account {
  readonly ids?: { readonly uid: number; readonly gid: number };
  /** False for a uid without a passwd entry: initdb insists on one, the server itself does not. */
  readonly hasName: boolean;
}

/** Accounts every common distribution has, best first; none needs to be created, so nothing on the machine changes. */
const UNPRIVILEGED = ['postgres', 'nobody', 'daemon'];

export function chooseAccount(dataDir: string): Account {
  if (process.getuid?.() !== 0) return { hasName: hasPasswdEntry() };
  const owner = ownerOf(dataDir);
  // Data made under one account stays with it, whichever accounts appear on the machine later.
  if (owner !== undefined && owner.uid !== 0) return { ids: owner, hasName: readPasswd().some((entry) => entry.uid === owner.uid) };
  const entries = readPasswd();
  for (const name of UNPRIVILEGED) {
    const entry = entries.find((candidate) => candidate.name === name && candidate.uid !== 0);
    if (entry) return { ids: { uid: entry.uid, gid: entry.gid }, hasName: true };
  }
  return { ids: { uid: 65534, gid: 65534 }, hasName: false };
}

/** True when the account may enter (and read) the folder; asked of the kernel, because modes, groups and mounts all have a say. */
export function canReach(account: Account, path: string): boolean {
  const probe = spawnSync('/bin/sh', ['-c', 'test -x "$1" && test -r "$1"', 'sh', path], { ...account.ids, cwd: '/', stdio: 'ignore' });
  if (probe.error) throw cannotSwitchUser(probe.error);
  return probe.status === 0;
}

function cannotSwitchUser(cause: Error): Error {
  return new Error(
    'PostgreSQL does not run as root, and this process may not switch to another user. Start Coverlight as an ordinary user, or set DATABASE_URL.',
    { cause },
  );
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  const { uid, gid } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function hasPasswdEntry(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

function readPasswd(): { name: string; uid: number; gid: number }[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .flatMap(([name, , uid, gid]) => (name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []));
}
