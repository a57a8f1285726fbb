/** The test function of every file: a signed-in browser on the built product that fails a test when the page complains. */
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, type Download, expect, type Locator, type Page, type Route } from '@playwright/test';
import { NOBODY, type Person, productUrl, sessionFile } from './product.ts';

interface Options {
  /** Who is signed in when the test begins. */
  as: Person | 'nobody';
}
interface Fixtures {
  /** Everything the page complained about so far: script errors, console errors, breaches of the content security policy. */
  complaints: string[];
}

/** Off at 0. What depends on the order of replies, in a test or on a screen, fails where each call is held back for a time of its own. */
const DELAY_MS = Number(process.env['E2E_DELAY_MS'] ?? 0);

/** Most calls for a little, some for up to DELAY_MS. */
async function holdBack(route: Route): Promise<void> {
  await new Promise((goOn) => setTimeout(goOn, Math.random() ** 3 * DELAY_MS));
  await route.continue();
}

/** Driven by WebDriver BiDi, Firefox is given a value past the page's own scripts, which then do not hear of it: there text is typed. */
function fillByTyping(locator: Locator): void {
  const prototype = Object.getPrototypeOf(locator) as Locator;
  prototype.fill = async function fill(this: Locator, text: string) {
    await this.selectText();
    await this.press('Delete');
    await this.pressSequentially(text);
  };
}

/**
 * As Chromium does: an error is told by its words, and a page that is being left tells nothing more. Firefox lets its scripts know that
 * what was on its way did not come.
 */
async function listenAsInChromium(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tell = console.error;
    console.error = (...said: unknown[]) => tell(...said.map((what) => (what instanceof Error ? what.message : what)));
    addEventListener('beforeunload', () => {
      console.error = () => undefined;
    });
  });
}

export const test = base.extend<Options & Fixtures>({
  as: ['manager', { option: true }],
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures used from this pattern
  baseURL: async ({}, use) => await use(productUrl()),
  storageState: async ({ as }, use) => await use(as === 'nobody' ? NOBODY : sessionFile(as)),
  complaints: [
    async ({ page, browserName }, use) => {
      const complaints: string[] = [];
      if (DELAY_MS > 0) await page.context().route('**/api/v1/**', holdBack);
      if (browserName === 'firefox') {
        fillByTyping(page.locator('html'));
        await listenAsInChromium(page);
      }
      page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
      page.on('console', (message) => {
        // An answer of 401, 404 or 422 is part of many tests, and the browser notes each.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(`console: ${message.text()}`);
      });
      await use(complaints);
      // What is still held back goes on before the page does not.
      if (DELAY_MS > 0) await page.context().unrouteAll({ behavior: 'wait' });
      expect(complaints, 'the page complains about nothing').toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };

/** The test ends here as skipped in Firefox, whose driver lacks what comes next. */
export function needsChromium(why: string): void {
  test.skip(test.info().project.use.browserName === 'firefox', why);
}

/** The file that the page saves when this is pressed. */
export async function downloadFrom(button: Locator): Promise<Download> {
  needsChromium('A download that a script begins is not told of.');
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return file;
}

/** Off unless asked for: names that a person who speaks commands can say, and places large enough to hit. */
const MORE_RULES = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };
const PORTAL = '[data-portal]';
const WIDE = { width: 1280, height: 800 };
const NARROW = { width: 390, height: 844 };

/** Fails with the rules broken and where. `region` is off inside portals only: menus, dialogs and lists stand outside the landmarks. */
export async function expectAccessible(page: Page): Promise<void> {
  // Without frames nothing has to be gathered, for which axe would open a page of its own each time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ rules: MORE_RULES, resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  const found: string[] = [];
  for (const { id, nodes } of violations) {
    for (const { target } of nodes) {
      const place = target.join(' ');
      const isInPortal = async () =>
        await page
          .locator(place)
          .first()
          .evaluate((element, portal) => element.closest(portal) !== null, PORTAL);
      if (id === 'region' && (await isInPortal())) continue;
      if (id === 'target-size' && (await isUnderMenu(page, place))) continue;
      found.push(`${id}: ${place}`);
    }
  }
  expect.soft(found, `axe finds nothing at ${page.viewportSize()?.width} px`).toEqual([]);
}

/** What an open menu covers in part is nothing to hit until the menu is gone. */
async function isUnderMenu(page: Page, place: string): Promise<boolean> {
  if ((await page.getByRole('menu').count()) === 0) return false;
  return await page
    .locator(place)
    .first()
    .evaluate((element) => element.closest('[role="menu"]') === null);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // What floats above the page takes a moment to follow a change of width.
  const excess = async () => await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.soft.poll(excess, `the page is no wider than ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}

/** On a phone each cell of a table has its column's name before it. */
async function expectWholeLabels(page: Page): Promise<void> {
  const broken = await page.locator('td[data-label]').evaluateAll((cells) => {
    const pen = document.createElement('canvas').getContext('2d');
    return cells.flatMap((cell) => {
      const label = getComputedStyle(cell, '::before');
      const words = (cell.getAttribute('data-label') ?? '').split(' ');
      // What is folded has no width yet.
      if (pen === null || label.content === 'none' || !cell.checkVisibility()) return [];
      pen.font = label.font;
      return words.filter((word) => pen.measureText(word).width > Number.parseFloat(label.width) + 0.5);
    });
  });
  expect.soft([...new Set(broken)], 'no word of a label is broken').toEqual([]);
}

/** What must hold of every screen in every state, on a desk and on a phone. Axe takes long over a long answer: `axeAt` spares it one of the widths. */
export async function expectSound(page: Page, axeAt: 'both' | 'narrow' = 'both'): Promise<void> {
  // The address changes before the screen does.
  await expect(page.locator('h1').first()).toBeVisible();
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    // What stays at the top of a scrolled page covers whatever happens to lie under it.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expectNoSidewaysScroll(page);
    if (size === NARROW) await expectWholeLabels(page);
    if (size === NARROW || axeAt === 'both') await expectAccessible(page);
  }
}
