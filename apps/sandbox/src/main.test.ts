import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const children: ChildProcess[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function start(env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', MAIN], {
    env: { PATH: process.env['PATH'] ?? '', SANDBOX_PORT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function readyLine(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text;
}

test('it prints its ports, and stops on SIGTERM though a client hangs', { timeout: 30_000 }, async () => {
  const child = start({});
  const line = /^sandbox ready (\{.*\})\n$/.exec(await readyLine(child));
  const { port } = JSON.parse(line?.[1] ?? '{}') as { port: number };
  await fetch(`http://127.0.0.1:${port}/__fault`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'availity', kind: 'hang' }),
  });
  const hanging = fetch(`http://127.0.0.1:${port}/availity/v1/availity-payer-list`).catch(() => 'cut');
  await new Promise((resolve) => setTimeout(resolve, 100));

  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');

  expect(code).toBe(0);
  expect(await hanging).toBe('cut');
});

test('it stops when its parent goes away, where it was told to', { timeout: 15_000 }, async () => {
  const child = start({ SANDBOX_EXIT_WITH_PARENT: '1' });
  await readyLine(child);

  child.stdin?.destroy();
  const [code] = await once(child, 'exit');

  expect(code).toBe(0);
});

test('it refuses to start in production', { timeout: 15_000 }, async () => {
  const child = start({ NODE_ENV: 'production' });
  const [code] = await once(child, 'exit');

  expect(code).toBe(1);
});
