/** `npm start`: builds when the sources changed, then becomes the server. One process, so that a signal to npm's child reaches it. */
import { existsSync } from 'node:fs';
import { build } from './build.mjs';

// Before the build: a signal in the middle of it ends the process as usual, since nothing has started yet.
await build({ log: console.log }).catch((error) => {
  console.error(`The build failed. ${error.message}`);
  process.exit(1);
});
const program = new URL('../dist/server/main.js', import.meta.url);
if (!existsSync(program)) throw new Error('There is no server to start: apps/server/src/main.ts is missing.');
process.setSourceMapsEnabled(true);
await import(program.href);
