/** Runs programs of node_modules/.bin two at a time and shows the output of those that fail. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * @param {{ name: string, command: string, args: string[] }[]} steps
 * @returns {Promise<boolean>} true when all succeeded
 */
export async function runAll(steps) {
  const waiting = [...steps];
  const results = [];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.push(await runStep(step));
  };
  await Promise.all([worker(), worker()]);
  return results.every(Boolean);
}

async function runStep({ name, command, args }) {
  const started = Date.now();
  const { code, output } = await run(command, args);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  if (code !== 0) console.log(output);
  return code === 0;
}

function run(command, args) {
  const env = { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` };
  const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((settle, fail) => {
    child.once('error', fail);
    child.once('close', (code) => settle({ code: code ?? 1, output }));
  });
}
