/** Builds dist/: the server with its command line, the sandbox and the web app. Builds only what changed. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip as gzipCompress } from 'node:zlib';

const [brotli, gzip] = [promisify(brotliCompress), promisify(gzipCompress)];

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const TWO_WEEKS_MS = 14 * 24 * 60 * 60 * 1000;

const parts = [
  { name: 'server', sources: ['apps/server/src', 'packages'], build: buildServer },
  { name: 'sandbox', sources: ['apps/sandbox/src'], build: buildSandbox },
  { name: 'web', sources: ['apps/web', 'packages'], build: buildWeb },
];

/** @param {{ log?: (line: string) => void, only?: string[] }} [options] `only`: names of parts; by default all. */
export async function build({ log = () => {}, only } = {}) {
  await Promise.all(parts.filter(({ name }) => !only || only.includes(name)).map((part) => buildWhenStale(part, log)));
}

async function buildWhenStale({ name, sources, build: run }, log) {
  const stampFile = join(dist, `.${name}.stamp`);
  const stamp = fingerprint([...sources, 'package-lock.json', 'tools/build.mjs', 'tsconfig.base.json']);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const started = Date.now();
  // Removed first: a build that fails half-way must not look finished.
  rmSync(stampFile, { force: true });
  if (!(await run())) return;
  mkdirSync(dist, { recursive: true });
  writeFileSync(stampFile, stamp);
  log(`built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Of names, sizes and times: reading every file would take longer than building. */
function fingerprint(paths) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of filesUnder(join(root, path))) {
      const { size, mtimeMs } = statSync(file);
      hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => filesUnder(join(path, entry.name)));
}

/** What dist/server is made of. A worker thread needs a file of its own: every *.worker.ts becomes dist/server/<name>.worker.js. */
export function serverBundle() {
  const source = join(root, 'apps/server/src');
  const entries = [join(source, 'main.ts'), join(source, 'cli.ts'), ...filesUnder(source).filter((file) => file.endsWith('.worker.ts'))];
  return bundle('server', entries);
}

export function sandboxBundle() {
  return bundle('sandbox', [join(root, 'apps/sandbox/src/main.ts')]);
}

function bundle(name, entries) {
  return {
    absWorkingDir: root,
    entryPoints: entries.filter((file) => existsSync(file)).map((file) => ({ in: file, out: basename(file, '.ts') })),
    outdir: join(dist, name),
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    sourcemap: 'linked',
    logLevel: 'warning',
    // Only packages of the workspaces go into the bundle; those from npm are loaded from node_modules.
    external: npmPackages(`apps/${name}`, 'packages/contract', 'packages/domain'),
  };
}

function npmPackages(...workspaces) {
  return workspaces
    .flatMap((path) => Object.keys(JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).dependencies ?? {}))
    .filter((name) => !name.startsWith('@coverlight/'));
}

async function buildServer() {
  const options = serverBundle();
  if (!(await bundleInto(options))) return false;
  copyServerFiles();
  return true;
}

/** Files the server reads at run time, found beside its code here as in the sources. */
export function copyServerFiles() {
  for (const path of ['db/migrations', 'db/functions', 'features/auth/common-passwords.txt']) {
    cpSync(join(root, 'apps/server/src', path), join(dist, 'server', basename(path)), { recursive: true });
  }
}

function buildSandbox() {
  return bundleInto(sandboxBundle());
}

async function bundleInto(options) {
  if (options.entryPoints.length === 0) return false;
  const esbuild = await import('esbuild');
  rmSync(options.outdir, { recursive: true, force: true });
  await esbuild.build(options);
  return true;
}

async function buildWeb() {
  const web = join(root, 'apps/web');
  if (!existsSync(join(web, 'index.html'))) return false;
  const vite = await import('vite');
  const started = Date.now();
  const { NODE_ENV } = process.env;
  // Not emptied: a page that is open during an update still asks for the old build's lazy files.
  await vite.build({ root: web, logLevel: 'warn', build: { outDir: join(dist, 'web'), emptyOutDir: false } });
  // Vite sets it for good, and the server that starts in this process would take itself for production.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  removeOldAssets(join(dist, 'web/assets'), started - TWO_WEEKS_MS);
  await compressAssets(join(dist, 'web/assets'), started);
  return true;
}

const COMPRESSIBLE = /\.(?:js|css|svg)$/;
/** What the server hands to browsers that take it, as small as it gets: that is worked out once, here. */
async function compressAssets(folder, since) {
  const files = filesUnder(folder).filter((file) => COMPRESSIBLE.test(file) && statSync(file).mtimeMs >= since);
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      const [br, gz] = await Promise.all([brotli(bytes), gzip(bytes, { level: 9 })]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}

function removeOldAssets(folder, before) {
  for (const file of filesUnder(folder)) if (statSync(file).mtimeMs < before) rmSync(file);
}

// `node tools/build.mjs [names of parts]`
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const only = process.argv.slice(2);
  await build({ log: console.log, ...(only.length > 0 ? { only } : {}) });
}
