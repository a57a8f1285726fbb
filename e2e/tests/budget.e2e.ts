import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page, Request } from '@playwright/test';
import { sql } from '../database.ts';
import { expect, test } from '../fixtures.ts';
import { aPatient, askPayer } from '../inquiries.ts';

const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url));
const MAX_REQUESTS = 12;
/** Of the admin area, where nobody waits for a first visit. */
const MAX_ADMIN_REQUESTS = 22;
const MAX_ADMIN_KB = 243;
const MAX_ALL_JS_KB = 485;

interface Fetched {
  /** Of a built file. */
  name: string | null;
  kind: 'JavaScript' | 'CSS' | 'JSON';
  /** As they came over the wire. */
  bytes: number;
}

const kindOf = (type: string): Fetched['kind'] | null =>
  type === 'script' ? 'JavaScript' : type === 'stylesheet' ? 'CSS' : type === 'fetch' || type === 'xhr' ? 'JSON' : null;

/** What a first visit fetches, the page itself and its font apart. */
async function fetchedBy(page: Page, path: string, isThere: string | RegExp): Promise<Fetched[]> {
  const fetched: Promise<Fetched>[] = [];
  const note = (request: Request) => {
    const kind = kindOf(request.resourceType());
    if (kind === null) return;
    const name = /\/assets\/(.+)$/.exec(new URL(request.url()).pathname)?.[1] ?? null;
    fetched.push(request.sizes().then(({ responseBodySize: bytes }) => ({ name, kind, bytes })));
  };
  page.on('requestfinished', note);
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(isThere);
  await page.waitForLoadState('networkidle');
  // What ends while the page is closed has no size any more.
  page.off('requestfinished', note);
  return await Promise.all(fetched);
}

/** Names of the files of JavaScript that were fetched. */
async function expectWithin(page: Page, path: string, heading: string | RegExp, maxKb: number, maxFiles = MAX_REQUESTS): Promise<string[]> {
  const fetched = await fetchedBy(page, path, heading);
  const kb = (kind?: Fetched['kind']) =>
    fetched.filter((each) => kind === undefined || each.kind === kind).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  const js = fetched.flatMap(({ kind, name }) => (kind === 'JavaScript' && name !== null ? [name] : []));
  const parts = (['JavaScript', 'CSS', 'JSON'] as const).map((kind) => `${kb(kind).toFixed(1)} kB of ${kind}`);
  console.log(`${path}: ${kb().toFixed(1)} kB on the wire: ${parts.join(', ')}, ${js.length} files of JavaScript`);
  expect.soft(kb(), 'kB on the wire').toBeLessThanOrEqual(maxKb);
  expect.soft(js.length, 'files of JavaScript').toBeLessThanOrEqual(maxFiles);
  return js;
}

/** What only code of the admin area holds: the calls that it makes. */
const isOfAdmins = (name: string) => /path:["'`]\/admin\/\w/.test(readFileSync(`${assets}/${name}`, 'utf8'));

async function expectWithinAndNoAdmin(page: Page, path: string, heading: string, maxKb: number): Promise<void> {
  const js = await expectWithin(page, path, heading, maxKb);
  expect.soft(js.filter(isOfAdmins), 'code of the admin area').toEqual([]);
}

test.describe('signed out', () => {
  test.use({ as: 'nobody' });
  for (const [path, heading, maxKb] of [
    ['/login', 'Login', 170],
    ['/password-reset', 'Reset your password', 170],
    ['/terms', 'Terms and conditions', 170],
    ['/register', 'Register', 174],
  ] as const) {
    test(`the bytes and requests of ${path} stay within the budget`, async ({ page }) => {
      await expectWithinAndNoAdmin(page, path, heading, maxKb);
    });
  }
});

test('the bytes and requests of the list stay within the budget', async ({ page }) => {
  await expectWithinAndNoAdmin(page, '/inquiries', 'Inquiries', 210);
});

test('the bytes and requests of the form stay within the budget', async ({ page }) => {
  await expectWithinAndNoAdmin(page, '/inquiries/new', 'New inquiry', 247);
});

test('the bytes and requests of an answer stay within the budget', async ({ page }) => {
  // How much a sandbox payer says follows from the number.
  const id = await askPayer(page.request, aPatient('ORD', { memberId: 'BYTES100200300' }));
  await expectWithinAndNoAdmin(page, `/inquiries/${id}`, 'Benefits check', 242);
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
      const js = await expectWithin(page, path, heading, MAX_ADMIN_KB, MAX_ADMIN_REQUESTS);
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
      await expectWithin(page, `/admin/${path.replace('ID', row.id)}`, heading ?? row.name, MAX_ADMIN_KB, MAX_ADMIN_REQUESTS);
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
  const wireKb = (name: string) => statSync(`${assets}/${name}.br`).size / 1000;
  const kb = (end: string) => [...reached].filter((name) => name.endsWith(end)).reduce((sum, name) => sum + wireKb(name), 0);
  console.log(
    `all screens: ${kb('.js').toFixed(1)} kB of JavaScript in ${[...reached].filter((name) => name.endsWith('.js')).length} files`,
  );
  expect(kb('.js')).toBeGreaterThan(100);
  expect(kb('.js')).toBeLessThanOrEqual(MAX_ALL_JS_KB);
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  expect(fonts.length).toBeLessThanOrEqual(1);
});
