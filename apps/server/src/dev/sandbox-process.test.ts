import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { isAlive } from '../db/embedded/processes.ts';
import { startSandboxProcess } from './sandbox-process.ts';

/** Speaks what the real one promises its parent: the ready line, SIGTERM, and the end of stdin. */
const STAND_IN = `
import { createServer } from 'node:http';
const server = createServer((request, reply) => reply.end(JSON.stringify({ pid: process.pid, path: process.env.PATH ?? null, seen: process.env.SEEN ?? null })));
server.on('error', (error) => { process.stderr.write(error.code + '\\n'); process.exit(1); });
server.listen(Number(process.env.SANDBOX_PORT), '127.0.0.1', () => {
  console.log('listening soon');
  console.log('sandbox ready ' + JSON.stringify({ port: server.address().port, smtp_port: Number(process.env.SANDBOX_SMTP_PORT) }));
});
if (process.env.SANDBOX_EXIT_WITH_PARENT === '1') process.stdin.once('end', () => process.exit(0)).resume();
process.on('SIGTERM', () => { if (!process.env.STUBBORN) process.exit(0); });
`;

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-process-'));
  program = join(folder, 'stand-in.mjs');
  writeFileSync(program, STAND_IN);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Facts {
  pid: number;
  path: string | null;
  seen: string | null;
}

async function ask(port: number): Promise<Facts> {
  return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as Facts;
}

test('the sandbox listens when the start resolves, with the given settings and none of ours', async () => {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  const sandbox = await startSandboxProcess({ port: 0, smtpPort: 2525, env: { SEEN: 'yes' }, log, program });
  onTestFinished(() => sandbox.stop());

  expect(await ask(sandbox.port)).toMatchObject({ path: null, seen: 'yes' });
  expect(sandbox.smtpPort).toBe(2525);
  expect(lines).toContain('sandbox: listening soon');
});

test('stopping ends even a sandbox that ignores the signal', async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const sandbox = await startSandboxProcess({ port: 0, smtpPort: 0, env: { STUBBORN: '1' }, log, program });
  const { pid } = await ask(sandbox.port);

  await sandbox.stop();

  expect(isAlive(pid)).toBe(false);
});

test('a taken port is reported with the setting to change', async () => {
  const log = { info: () => undefined, warn: () => undefined };
  const first = await startSandboxProcess({ port: 0, smtpPort: 0, env: {}, log, program });
  onTestFinished(() => first.stop());

  await expect(startSandboxProcess({ port: first.port, smtpPort: 0, env: {}, log, program })).rejects.toThrow(/EADDRINUSE.*SANDBOX_PORT/s);
});

test('an unexpected end is written to the log', async () => {
  const warnings: string[] = [];
  const sandbox = await startSandboxProcess({
    port: 0,
    smtpPort: 0,
    env: {},
    log: { info: () => undefined, warn: (line) => warnings.push(line) },
    program,
  });

  process.kill((await ask(sandbox.port)).pid, 'SIGKILL');

  await vi.waitFor(() => expect(warnings.join()).toContain('ended unexpectedly'));
});

test('the sandbox ends with a parent that is killed', async () => {
  const parent = join(folder, 'parent.mjs');
  const source = new URL('./sandbox-process.ts', import.meta.url).pathname;
  const stdin = `import { startSandboxProcess } from ${JSON.stringify(source)};
    const log = { info: () => undefined, warn: () => undefined };
    console.log((await startSandboxProcess({ port: 0, smtpPort: 0, env: {}, log, program: ${JSON.stringify(program)} })).port);`;
  await build({ stdin: { contents: stdin, resolveDir: folder }, outfile: parent, bundle: true, platform: 'node', format: 'esm' });
  const child = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(await new Promise<string>((settle) => child.stdout.setEncoding('utf8').once('data', settle)));
  const { pid } = await ask(port);

  child.kill('SIGKILL');

  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 3_000 });
});
