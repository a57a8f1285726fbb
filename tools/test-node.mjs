/**
 * `npm run test:node -- 24 [parts and paths as for npm test]`: the tests under another Node, which comes as an npm package for this machine.
 * What is installed stays as it is: native parts are of Node-API, which every Node since 20 loads.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [version = '', ...rest] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error('Which Node? For example: npm run test:node -- 24 unit api');
  process.exit(2);
}

const folder = join(root, '.cache', 'node', version);
const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const binary = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
if (!existsSync(binary)) {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: folder });
  if (status !== 0 || !existsSync(binary)) {
    console.error(`${name}@${version} could not be had from the registry.`);
    process.exit(1);
  }
}
const path = `${dirname(binary)}${delimiter}${process.env.PATH ?? ''}`;
console.log(`Node ${spawnSync(binary, ['-p', 'process.versions.node']).stdout.toString().trim()}`);
const { status } = spawnSync(binary, [join(root, 'tools/test.mjs'), ...rest], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, PATH: path },
});
process.exit(status ?? 1);
