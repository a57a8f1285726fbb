import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';

const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));
const MAX_REQUESTS = 12;
const MAX_CSS_KB = 25;
const MAX_ALL_JS_KB = 450;

const gzipKb = (name: string) => gzipSync(readFileSync(`${assets}/${name}`), { level: 9 }).length / 1000;

/** Names of the built files that a first visit fetches. */
async function filesOf(page: Page, path: string, isThere: string): Promise<string[]> {
  const files = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/(.+)$/.exec(new URL(request.url()).pathname)?.[1];
    if (name !== undefined) files.add(name);
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(isThere);
  await page.waitForLoadState('networkidle');
  return [...files];
}

async function expectWithin(page: Page, path: string, heading: string, maxJsKb: number): Promise<void> {
  const files = await filesOf(page, path, heading);
  const js = files.filter((name) => name.endsWith('.js'));
  const kb = (names: string[]) => names.reduce((sum, name) => sum + gzipKb(name), 0);
  const jsKb = kb(js);
  const cssKb = kb(files.filter((name) => name.endsWith('.css')));
  console.log(`${heading}: ${jsKb.toFixed(1)} kB of JavaScript in ${js.length} files, ${cssKb.toFixed(1)} kB of CSS (gzip)`);
  expect.soft(jsKb, 'kB of JavaScript').toBeLessThanOrEqual(maxJsKb);
  expect.soft(cssKb, 'kB of CSS').toBeLessThanOrEqual(MAX_CSS_KB);
  expect.soft(js.length, 'files of JavaScript').toBeLessThanOrEqual(MAX_REQUESTS);
  expect
    .soft(
      files.filter((name) => /admin/i.test(name)),
      'code of the admin area',
    )
    .toEqual([]);
}

test.describe('signed out', () => {
  test.use({ as: 'nobody' });
  for (const [path, heading, maxJsKb] of [
    ['/login', 'Login', 175],
    ['/password-reset', 'Reset your password', 175],
    ['/terms', 'Terms and conditions', 175],
    ['/register', 'Register', 175],
  ] as const) {
    test(`the bytes and requests of ${path} stay within the budget`, async ({ page }) => {
      await expectWithin(page, path, heading, maxJsKb);
    });
  }
});

test('the bytes and requests of the list stay within the budget', async ({ page }) => {
  await expectWithin(page, '/inquiries', 'Inquiries', 220);
});

test('the bytes and requests of the form stay within the budget', async ({ page }) => {
  await expectWithin(page, '/inquiries/new', 'New inquiry', 245);
});

test('the bytes and requests of an answer stay within the budget', async ({ page }) => {
  const id = await askPayer(page.request, aPatient('BYTES'));
  await expectWithin(page, `/inquiries/${id}`, 'Benefits check', 220);
});

test('all screens together stay within the budget, and one font is enough', () => {
  const entry = /assets\/(index-[\w-]+\.js)/.exec(readFileSync(`${assets}/../index.html`, 'utf8'))?.[1] ?? '';
  // Files of earlier builds lie beside the new ones for pages that are still open.
  const reached = new Set<string>();
  const follow = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const [, next] of readFileSync(`${assets}/${name}`, 'utf8').matchAll(/["'`/]([\w.-]+-[\w-]{8}\.(?:js|css|woff2))["'`)]/g)) {
      if (next !== undefined && readdirSync(assets).includes(next)) follow(next);
    }
  };
  follow(entry);
  const kb = (end: string) => [...reached].filter((name) => name.endsWith(end)).reduce((sum, name) => sum + gzipKb(name), 0);
  console.log(
    `all screens: ${kb('.js').toFixed(1)} kB of JavaScript in ${[...reached].filter((name) => name.endsWith('.js')).length} files`,
  );
  expect(kb('.js')).toBeGreaterThan(100);
  expect(kb('.js')).toBeLessThanOrEqual(MAX_ALL_JS_KB);
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  expect(fonts.length).toBeLessThanOrEqual(1);
});
