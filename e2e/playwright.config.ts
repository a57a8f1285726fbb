import { defineConfig } from '@playwright/test';
import { findChromium } from '../tools/find-chromium.mjs';
import { findFirefox } from '../tools/find-firefox.mjs';

const isFirefox = process.env['E2E_BROWSER'] === 'firefox';
const browser = await (isFirefox ? findFirefox() : findChromium());

/** `npm run test:e2e` runs this on the built product, which `product.setup.ts` starts and stops. */
export default defineConfig({
  testDir: 'tests',
  testMatch: '*.e2e.ts',
  globalSetup: './product.setup.ts',
  fullyParallel: true,
  // One more than the smallest supported machine has processors: a test waits often, for the page or the server.
  workers: 3,
  // A test that passes only now and then has found something.
  retries: 0,
  forbidOnly: true,
  // These end a test that hangs; on a busy machine a page may take this long to stand still.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: '../.cache/e2e-results',
  use: {
    browserName: isFirefox ? 'firefox' : 'chromium',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1280, height: 800 },
    actionTimeout: 30_000,
    // An open page of one test must not be slowed down by pictures nobody looks at.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browser,
      env: { ...process.env, ...browser.env },
    },
  },
});
