/** `npm run dev`: the server restarts when its sources change, and the web app is served by Vite with hot updates at http://localhost:5173. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { context } from 'esbuild';
import { createServer } from 'vite';
import { copyServerFiles, sandboxBundle, serverBundle } from './build.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const WEB_URL = 'http://localhost:5173';
/** Both bundles are often rebuilt by one save. */
const RESTART_DELAY_MS = 200;

let server;
let timer;
let isStopping = false;

const restartAfterBuild = {
  name: 'restart',
  setup: (build) =>
    build.onEnd(({ errors }) => {
      if (errors.length > 0) return;
      copyServerFiles();
      clearTimeout(timer);
      timer = setTimeout(() => void restart(), RESTART_DELAY_MS);
    }),
};

async function restart() {
  await stopServer();
  if (isStopping) return;
  // The page's own address, or its requests would look like another site's.
  const env = { PUBLIC_URL: WEB_URL, ...process.env };
  server = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/server/main.js')], { cwd: root, env, stdio: 'inherit' });
}

async function stopServer() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((settle) => server.once('exit', settle));
  server.kill('SIGTERM');
  await ended;
}

async function stop() {
  isStopping = true;
  clearTimeout(timer);
  await stopServer();
  process.exit(0);
}

process.once('SIGINT', () => void stop());
process.once('SIGTERM', () => void stop());

for (const bundle of [serverBundle(), sandboxBundle()]) await (await context({ ...bundle, plugins: [restartAfterBuild] })).watch();
const web = await createServer({ root: join(root, 'apps/web') });
await web.listen();
web.printUrls();
