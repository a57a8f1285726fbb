/** `npm run typecheck`: every workspace with its own settings, so that a rule cannot use what its runtime does not have. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runAll } from './run-all.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const workspaces = ['packages/contract', 'packages/domain', 'packages/x12', 'apps/server', 'apps/web', 'apps/sandbox', 'e2e', 'bench', '.'];

const steps = workspaces
  .filter((path) => existsSync(join(root, path, 'tsconfig.json')))
  .map((path) => ({ name: `types of ${path}`, command: 'tsc', args: ['--project', path, '--pretty'] }));
process.exitCode = (await runAll(steps)) ? 0 : 1;
