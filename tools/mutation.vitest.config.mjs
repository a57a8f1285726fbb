/** The access tests with one check taken away: for tools/mutate-access.mjs. */
import { defineConfig } from 'vitest/config';

const mutation = JSON.parse(process.env.ACCESS_MUTATION ?? 'null');

export default defineConfig({
  plugins: [
    {
      name: 'one-check-less',
      enforce: 'pre',
      transform: (code, id) =>
        mutation !== null && id.split('?')[0] === mutation.file ? code.replace(mutation.from, () => mutation.to) : null,
    },
  ],
  test: {
    include: ['apps/server/test/access.api.test.ts', 'apps/server/test/access-scope.api.test.ts'],
    pool: 'forks',
    maxWorkers: 2,
    globalSetup: ['apps/server/test/database-setup.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
