/** The product as `npm start` would build it; nothing where dist/ is up to date. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export function buildProduct(): void {
  const { status } = spawnSync(process.execPath, [fileURLToPath(new URL('../../tools/build.mjs', import.meta.url))], { stdio: 'inherit' });
  if (status !== 0) throw new Error('The product could not be built.');
}
