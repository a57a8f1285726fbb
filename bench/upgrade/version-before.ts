/** The version that this one replaces, built in a folder of its own: the commit is named in `upgrade-from`, which moves with each release. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface VersionBefore {
  commit: string;
  folder: string;
}

/** Takes a minute or two the first time; later it finds what it made. Throws where the commit is not in the history that was cloned. */
export function checkOutVersionBefore(named?: string): VersionBefore {
  const commit = named ?? readFileSync(new URL('../upgrade-from', import.meta.url), 'utf8').trim();
  const folder = join(root, '.cache/upgrade', commit);
  const complete = join(folder, '.complete');
  if (existsSync(complete)) return { commit, folder };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, '.cache.tar');
  run('git', ['archive', '--format=tar', `--output=${archive}`, commit], root, 'Clone the whole history: git fetch --unshallow.');
  run('tar', ['-xf', archive], folder);
  rmSync(archive);
  run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], folder);
  run(process.execPath, ['tools/build.mjs'], folder);
  writeFileSync(complete, '');
  return { commit, folder };
}

function run(command: string, args: string[], cwd: string, advice = ''): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed. ${advice}\n${stderr}`);
}
