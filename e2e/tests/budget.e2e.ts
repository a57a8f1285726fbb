import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { sql } from '../database.ts';
import { expect, test } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';

const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));
const MAX_REQUESTS = 12;
/** Of the admin area, where nobody waits for a first visit. */
const MAX_ADMIN_REQUESTS = 22;
const MAX_ADMIN_JS_KB = 240;
const MAX_CSS_KB = 25;
const MAX_ALL_JS_KB = 450;

const gzipKb = (name: string) => gzipSync(readFileSync(`${assets}/${name}`), { level: 9 }).length / 1000;

/** Names of the built files that a first visit fetches. */
async function filesOf(page: Page, path: string, isThere: string | RegExp): Promise<string[]> {
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

/** The files of JavaScript that were fetched. */
async function expectWithin(
  page: Page,
  path: string,
  heading: string | RegExp,
  maxJsKb: number,
  maxFiles = MAX_REQUESTS,
): Promise<string[]> {
  const files = await filesOf(page, path, heading);
  const js = files.filter((name) => name.endsWith('.js'));
  const kb = (names: string[]) => names.reduce((sum, name) => sum + gzipKb(name), 0);
  const jsKb = kb(js);
  const cssKb = kb(files.filter((name) => name.endsWith('.css')));
  console.log(`${path}: ${jsKb.toFixed(1)} kB of JavaScript in ${js.length} files, ${cssKb.toFixed(1)} kB of CSS (gzip)`);
  expect.soft(jsKb, 'kB of JavaScript').toBeLessThanOrEqual(maxJsKb);
  expect.soft(cssKb, 'kB of CSS').toBeLessThanOrEqual(MAX_CSS_KB);
  expect.soft(js.length, 'files of JavaScript').toBeLessThanOrEqual(maxFiles);
  return js;
}

/** What only code of the admin area holds: the calls that it makes. */
const isOfAdmins = (name: string) => /path:["'`]\/admin\/\w/.test(readFileSync(`${assets}/${name}`, 'utf8'));

async function expectWithinAndNoAdmin(page: Page, path: string, heading: string, maxJsKb: number): Promise<void> {
  const js = await expectWithin(page, path, heading, maxJsKb);
  expect.soft(js.filter(isOfAdmins), 'code of the admin area').toEqual([]);
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
      await expectWithinAndNoAdmin(page, path, heading, maxJsKb);
    });
  }
});

test('the bytes and requests of the list stay within the budget', async ({ page }) => {
  await expectWithinAndNoAdmin(page, '/inquiries', 'Inquiries', 220);
});

test('the bytes and requests of the form stay within the budget', async ({ page }) => {
  await expectWithinAndNoAdmin(page, '/inquiries/new', 'New inquiry', 245);
});

test('the bytes and requests of an answer stay within the budget', async ({ page }) => {
  const id = await askPayer(page.request, aPatient('BYTES'));
  await expectWithinAndNoAdmin(page, `/inquiries/${id}`, 'Benefits check', 220);
});

test.describe('platform admins', () => {
  test.use({ as: 'admin' });
  for (const [path, heading] of [
    ['/admin/organizations', 'Organizations'],
    ['/admin/users', 'Manage Users'],
    ['/admin/invites', 'Invites'],
    ['/admin/inquiries', 'Inquiries of all organizations'],
    ['/admin/providers', 'Manage Providers'],
    ['/admin/payers', 'Payers'],
    ['/admin/payers/new', 'Create payer'],
    ['/admin/payers/merge', 'Merge payers'],
    ['/admin/payers/upload', 'Upload Payers'],
    ['/admin/payers/prefixes/upload', 'Upload Payers Prefixes'],
    ['/admin/la-prefixes', 'Manage Local Allowable Prefixes'],
    ['/admin/la-prefixes/upload', 'Add Local Allowable Alphas'],
    ['/admin/reimbursements', 'Manage Reimbursements'],
    ['/admin/reimbursements/upload', 'Upload Reimbursements'],
    ['/admin/register/populate', 'Register Populate'],
    ['/admin/health', 'Payer Health'],
    ['/admin/audit', 'Audit log of all organizations'],
  ] as const) {
    test(`the bytes and requests of ${path} stay within the budget`, async ({ page }) => {
      const js = await expectWithin(page, path, heading, MAX_ADMIN_JS_KB, MAX_ADMIN_REQUESTS);
      if (path !== '/admin/register/populate') return;
      // That no other screen loads code of the admin area is seen by this being found here.
      expect(js.filter(isOfAdmins)).not.toEqual([]);
    });
  }

  for (const [name, query, path, heading] of [
    ['an organization', `SELECT id, name FROM organizations WHERE name = 'Harbor Recovery Center'`, 'organizations/ID', null],
    ['an invitation', `SELECT id, name FROM organizations WHERE name = 'Harbor Recovery Center'`, 'organizations/ID/invite', /Invite/],
    ['a user', `SELECT id, '' AS name FROM users WHERE email = 'standard@demo.test'`, 'users/ID/update', 'Update user'],
    [
      'a payer',
      `SELECT id, name FROM payers WHERE id IN (SELECT payer_id FROM payer_sources) AND parent_id IS NULL ORDER BY id LIMIT 1`,
      'payers/ID',
      null,
    ],
    [
      'the change of a payer',
      `SELECT id, name FROM payers WHERE id IN (SELECT payer_id FROM payer_sources) AND parent_id IS NULL ORDER BY id LIMIT 1`,
      'payers/ID/update',
      'Update payer',
    ],
    ['an inquiry', `SELECT id, '' AS name FROM inquiries WHERE status = 'complete' ORDER BY id LIMIT 1`, 'inquiries/ID', /Inquiry/],
  ] as const) {
    test(`the bytes and requests of ${name} for admins stay within the budget`, async ({ page }) => {
      const [row] = await sql<{ id: string; name: string }>(query);
      if (!row) throw new Error('The demo data lacks what this screen shows.');
      await expectWithin(page, `/admin/${path.replace('ID', row.id)}`, heading ?? row.name, MAX_ADMIN_JS_KB, MAX_ADMIN_REQUESTS);
    });
  }
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
