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

const everywhere = {
  // Files share the modules of their worker, which start once, not once a file: no test may hang on what a module keeps.
  isolate: false,
  // Screens are driven key by key, and properties try many cases, on a machine that may be busy.
  testTimeout: 20_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...everywhere,
          name: 'unit',
          maxWorkers: 3,
          include: [
            'packages/**/*.test.ts',
            'apps/server/src/**/*.test.ts',
            'apps/sandbox/**/*.test.ts',
            'tools/**/*.test.mjs',
            'bench/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', 'tools/deps-fixture/**', ...apiTests],
          pool: 'threads',
        },
      },
      {
        test: {
          ...everywhere,
          name: 'web',
          maxWorkers: 3,
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: existsSync(webSetup) ? [webSetup] : [],
        },
      },
      {
        test: {
          ...everywhere,
          name: 'api',
          // These wait most of their time, for the database and the clock, and come when the processors are free of the others.
          maxWorkers: 5,
          sequence: { groupOrder: 1 },
          include: apiTests,
          pool: 'forks',
          globalSetup: ['apps/server/test/database-setup.ts'],
          setupFiles: ['apps/server/test/tenant-statements.ts'],
          // These end a test that hangs; they do not judge how fast a busy machine is.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
