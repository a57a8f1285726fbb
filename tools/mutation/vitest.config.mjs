/** The tests of one part with one change made to the code as it is loaded: for run.mjs. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { part, mutant } = JSON.parse(process.env.MUTATION ?? '{}');
const PARTS = {
  access: {
    include: ['apps/server/test/access.api.test.ts', 'apps/server/test/access-scope.api.test.ts'],
    pool: 'forks',
    globalSetup: ['apps/server/test/database-setup.ts'],
  },
  domain: {
    include: ['packages/domain/src/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    setupFiles: ['tools/mutation/stop-at-failure.mjs'],
  },
};

export default defineConfig({
  root,
  plugins: [
    {
      name: 'one-change',
      enforce: 'pre',
      transform: (code, id) =>
        mutant && id.split('?')[0] === join(root, mutant.file) ? code.slice(0, mutant.start) + mutant.to + code.slice(mutant.end) : null,
    },
  ],
  test: { ...PARTS[part], maxWorkers: 2, testTimeout: 60_000, hookTimeout: 60_000 },
});
