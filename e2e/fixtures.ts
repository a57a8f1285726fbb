/** The test function of every file: a signed-in browser on the built product that fails a test when the page complains. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { type Person, productUrl, sessionFile } from './product.ts';

interface Options {
  /** Who is signed in when the test begins. */
  as: Person | 'nobody';
}
interface Fixtures {
  /** Everything the page complained about so far: script errors, console errors, breaches of the content security policy. */
  complaints: string[];
}

export const test = base.extend<Options & Fixtures>({
  as: ['manager', { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures used from this pattern
  baseURL: async ({}, use) => await use(productUrl()),
  storageState: async ({ as }, use) => await use(as === 'nobody' ? { cookies: [], origins: [] } : sessionFile(as)),
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
      page.on('console', (message) => {
        // An answer of 401, 404 or 422 is part of many tests, and the browser notes each.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(`console: ${message.text()}`);
      });
      await use(complaints);
      expect(complaints, 'the page complains about nothing').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** Fails with the rules broken and where. `region` is off inside portals only: menus, dialogs and toasts stand outside the landmarks. */
export async function expectAccessible(page: Page): Promise<void> {
  const whole = await new AxeBuilder({ page }).disableRules(['region']).analyze();
  const outsidePortals = await new AxeBuilder({ page }).withRules(['region']).exclude('[data-portal]').analyze();
  const found = [...whole.violations, ...outsidePortals.violations].map(({ id, nodes }) => ({
    rule: id,
    where: nodes.map((node) => node.target.join(' ')),
  }));
  expect(found, `axe finds nothing on ${new URL(page.url()).pathname}`).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const { content, window } = await page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    window: document.documentElement.clientWidth,
  }));
  expect(content, `${new URL(page.url()).pathname} is no wider than the window`).toBeLessThanOrEqual(window);
}
