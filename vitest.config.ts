import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

// One clock for everybody. Set before any Date is made, since a worker thread cannot change it for itself; TEST_TZ lets CI prove
// that nothing depends on it.
process.env.TZ = process.env.TEST_TZ ?? 'UTC';

const apiTests = [
  'apps/server/**/*.api.test.ts',
  'apps/server/**/*.db.test.ts',
  'apps/server/test/**/*.test.ts',
  'apps/server/src/cli/**/*.test.ts',
];
const webSetup = 'apps/web/src/test-setup.ts';

export default defineConfig({
  test: {
    // Two is what the smallest supported machine has.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/sandbox/**/*.test.ts',
            'tools/**/*.test.mjs',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'tools/deps-fixture/**', ...apiTests],
          pool: 'threads',
          // Unit tests hold no state between files, so they share one module graph and start at once.
          isolate: false,
          // Properties try many cases, on a machine that may be busy.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: existsSync(webSetup) ? [webSetup] : [],
          // Whole screens are driven key by key, on a machine that may be busy.
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          include: apiTests,
          pool: 'forks',
          globalSetup: ['apps/server/test/database-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
