/** Each screen of the admin area in its states, as every-screen.e2e.ts does it for everybody else. */
import type { Page } from '@playwright/test';
import { expect, expectSound, test } from '../fixtures.ts';
import { aPatient } from '../inquiries.ts';
import { sql } from '../database.ts';
import { aPractice } from '../people.ts';

/** Nothing moves, so that a color is not measured half-way. */
test.use({ contextOptions: { reducedMotion: 'reduce' }, as: 'admin' });

const heading = async (page: Page, text: string | RegExp) => await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
const firstRow = (page: Page, label: string) => page.getByRole('table', { name: label }).getByRole('row').nth(1);
const idOf = async (query: string): Promise<string> => {
  const [row] = await sql<{ id: string }>(query);
  if (!row) throw new Error('The demo data lacks what this screen shows.');
  return row.id;
};
const demoOrganization = async () => await idOf(`SELECT id FROM organizations WHERE name = 'Harbor Recovery Center'`);
const somePayer = async () =>
  await idOf(
    `SELECT id FROM payers WHERE id IN (SELECT payer_id FROM payer_sources WHERE clearinghouse = 'availity' AND code IS NOT NULL) AND parent_id IS NULL ORDER BY name LIMIT 1`,
  );
const giveReason = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Reason' }).fill('Looking after the screens');
  await page.getByRole('button', { name: 'Continue' }).click();
};

interface State {
  name: string;
  axeAt?: 'narrow';
  open: (page: Page) => Promise<void>;
}

/** Path, heading, and the table that has rows. */
const LISTS = [
  ['/admin/organizations', 'Organizations', 'Organizations'],
  ['/admin/users', 'Manage Users', 'Users'],
  ['/admin/providers', 'Manage Providers', 'Providers'],
  ['/admin/payers', 'Payers', 'Payers'],
] as const;
const FORMS = [
  ['/admin/invites', 'Invites'],
  ['/admin/payers/new', 'Create payer'],
  ['/admin/payers/merge', 'Merge payers'],
  ['/admin/payers/upload', 'Upload Payers'],
  ['/admin/payers/prefixes/upload', 'Upload Payers Prefixes'],
  ['/admin/payer-phones', 'Payers’ phone numbers'],
  ['/admin/health', 'Payer Health'],
  ['/admin/la-prefixes', 'Manage Local Allowable Prefixes'],
  ['/admin/la-prefixes/upload', 'Add Local Allowable Alphas'],
  ['/admin/reimbursements', 'Manage Reimbursements'],
  ['/admin/reimbursements/upload', 'Upload Reimbursements'],
  ['/admin/register/populate', 'Register Populate'],
  ['/admin/inquiries', 'Inquiries of all organizations'],
  ['/admin/audit', 'Audit log of all organizations'],
] as const;

const STATES: State[] = [
  ...LISTS.map(([path, title, table]) => ({
    name: `the admin screen ${path}`,
    // Axe takes long over fifty rows of switches.
    axeAt: 'narrow' as const,
    open: async (page: Page) => {
      await page.goto(path);
      await heading(page, title);
      await expect(firstRow(page, table)).toBeVisible();
    },
  })),
  ...FORMS.map(([path, title]) => ({
    name: `the admin screen ${path}`,
    open: async (page: Page) => {
      await page.goto(path);
      await heading(page, title);
      await page.waitForLoadState('networkidle');
    },
  })),
  {
    name: 'an admin list in which nothing matches',
    open: async (page) => {
      await page.goto('/admin/organizations');
      await expect(firstRow(page, 'Organizations')).toBeVisible();
      await page.getByRole('main').getByRole('searchbox').fill('Nobodyhasthisname');
      await expect(page.getByText('Nothing matches; clear filters')).toBeVisible();
    },
  },
  {
    name: 'an organization as admins see it',
    open: async (page) => {
      await page.goto(`/admin/organizations/${await demoOrganization()}`);
      await heading(page, 'Harbor Recovery Center');
      await expect(firstRow(page, 'Users')).toBeVisible();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'the question before an organization is deactivated',
    open: async (page) => {
      const { organizationId, name } = await aPractice('Hollyhock Counseling');
      await page.goto(`/admin/organizations/${organizationId}`);
      await heading(page, name);
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the invitation by an admin with errors',
    open: async (page) => {
      await page.goto(`/admin/organizations/${await demoOrganization()}/invite`);
      await heading(page, /Invite/);
      await page
        .getByRole('main')
        .getByRole('button', { name: /Invite|Send/ })
        .click();
      await expect(page.getByText('This field is required.')).toBeVisible();
    },
  },
  {
    name: 'a user as admins change it',
    open: async (page) => {
      await page.goto(`/admin/users/${await idOf(`SELECT id FROM users WHERE email = 'standard@demo.test'`)}/update`);
      await heading(page, 'Update user');
      await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('standard@demo.test');
    },
  },
  {
    name: 'the inquiries of all organizations with a row opened',
    open: async (page) => {
      await page.goto('/admin/inquiries');
      await giveReason(page);
      await expect(firstRow(page, 'Inquiries')).toBeVisible();
      await firstRow(page, 'Inquiries').getByRole('button').first().click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'the inquiries of all organizations with the search fields open',
    open: async (page) => {
      await page.goto('/admin/inquiries');
      await giveReason(page);
      await expect(firstRow(page, 'Inquiries')).toBeVisible();
      await page.getByRole('combobox', { name: 'Search in' }).click();
      await expect(page.getByRole('option', { name: 'Payer name' })).toBeVisible();
    },
  },
  {
    name: 'an inquiry as admins see it, with every card open',
    open: async (page) => {
      const id = await idOf(`SELECT id FROM inquiries WHERE status = 'complete' AND has_coverage ORDER BY created_at LIMIT 1`);
      await page.goto(`/admin/inquiries/${id}`);
      await giveReason(page);
      const closed = page.locator('main details:not([open]) > summary');
      await expect(closed.first()).toBeVisible();
      for (let left = await closed.count(); left > 0; left = await closed.count()) await closed.first().click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'the payers with a row opened and rows checked',
    axeAt: 'narrow',
    open: async (page) => {
      await page.goto('/admin/payers');
      await expect(firstRow(page, 'Payers')).toBeVisible();
      await firstRow(page, 'Payers').getByRole('checkbox').check();
      await firstRow(page, 'Payers').getByRole('button', { expanded: false }).click();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'a payer as admins see it',
    open: async (page) => {
      await page.goto(`/admin/payers/${await somePayer()}`);
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'a payer as admins change it, with its schema',
    open: async (page) => {
      await page.goto(`/admin/payers/${await somePayer()}/update`);
      await heading(page, 'Update payer');
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).not.toHaveValue('');
      await page.waitForLoadState('networkidle');
    },
  },
  {
    name: 'the question before reimbursements are uploaded',
    open: async (page) => {
      await page.goto('/admin/reimbursements/upload');
      const file = { name: 'past.csv', mimeType: 'text/csv', buffer: Buffer.from(`${aPatient('CLAIM').memberId},NOBODY,,,,,,,,\n`) };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'an upload that was refused',
    open: async (page) => {
      await page.goto('/admin/payers/upload');
      const file = { name: 'payers.csv', mimeType: 'text/csv', buffer: Buffer.from('ONE\nTWO\n,\n') };
      await page.locator('input[type=file]').setInputFiles(file);
      await page.getByRole('main').getByRole('button', { name: 'Upload', exact: true }).click();
      await expect(page.getByText(/line 1/i).first()).toBeVisible();
    },
  },
  {
    name: 'the audit log of all organizations with a period of its own',
    axeAt: 'narrow',
    open: async (page) => {
      await page.goto('/admin/audit');
      await giveReason(page);
      await expect(firstRow(page, 'Audit log')).toBeVisible();
      await page.getByRole('combobox', { name: 'Period' }).click();
      await page.getByRole('option', { name: 'From … to …' }).click();
      await expect(page.getByRole('textbox', { name: 'From' })).toBeVisible();
    },
  },
  {
    name: 'the admin menu on a phone',
    open: async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/admin/health');
      await heading(page, 'Payer Health');
      await page.getByRole('button', { name: 'Admin menu' }).click();
      await expect(page.getByRole('link', { name: 'Organizations' })).toBeVisible();
    },
  },
];

for (const { name, axeAt, open } of STATES) {
  test(`${name} is free of axe's findings and no wider than a phone`, async ({ page }) => {
    await open(page);
    await expectSound(page, axeAt);
  });
}
