/** `npm run backup -- FILE` and the like: builds the server when its sources changed, then runs one of its commands in this process. */
import { build } from './build.mjs';

await build({ only: ['server'] });
process.setSourceMapsEnabled(true);
await import(new URL('../dist/server/cli.js', import.meta.url).href);
