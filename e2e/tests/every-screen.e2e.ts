import type { Page } from '@playwright/test';
import { expect, expectSound, test } from '../fixtures.ts';
import {
  aPatient,
  askPayer,
  choice,
  choosePayer,
  chooseServices,
  field,
  fillInquiry,
  findInquiry,
  keepAsking,
  makeDraft,
  openNewInquiry,
  sendButton,
} from '../inquiries.ts';
import { PASSWORD, PEOPLE } from '../product.ts';

/** Nothing moves, so that a color is not measured half-way. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = async (page: Page, text: string) => await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
const openList = async (page: Page) => {
  await page.goto('/inquiries');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(/\d\d\/\d\d\/\d{4}/);
};
const openDetail = async (page: Page, scenario: string) => {
  await page.goto(`/inquiries/${await askPayer(page.request, aPatient(scenario))}`);
  await heading(page, 'Benefits check');
  await expect(page.getByText('This is what the payer said.')).toBeVisible();
};

interface State {
  name: string;
  as?: 'nobody';
  axeAt?: 'narrow';
  open: (page: Page) => Promise<void>;
}

const STATES: State[] = [
  {
    name: 'the login',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/login');
      await heading(page, 'Login');
    },
  },
  {
    name: 'the login with errors',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/login');
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await expect(page.getByText('This field is required.')).toHaveCount(2);
    },
  },
  {
    name: 'the terms',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/terms');
      await heading(page, 'Terms and conditions');
    },
  },
  {
    name: 'the page of what is not there',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/404');
      await heading(page, '404 Not Found');
    },
  },
  {
    name: 'the page of people without a subscription',
    open: async (page) => {
      await page.goto('/unsubscribed');
      await heading(page, 'You have no active subscription');
    },
  },
  {
    name: 'the acceptance of the terms',
    open: async (page) => {
      await page.goto('/terms/accept');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('This field is required.')).toBeVisible();
    },
  },
  { name: 'the list', open: openList },
  {
    name: 'the list with the account menu open',
    open: async (page) => {
      await openList(page);
      await page.getByRole('button', { name: PEOPLE.manager }).click();
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
    },
  },
  {
    name: 'the list with checked rows and the attention line open',
    open: async (page) => {
      await openList(page);
      await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
      await page.getByRole('button', { name: /needs? attention$/ }).click();
      await expect(page.getByText('Clementine Rooke')).toBeVisible();
    },
  },
  {
    name: 'the list in which nothing matches',
    open: async (page) => {
      await openList(page);
      await page.getByRole('searchbox').fill('Nobodyhasthisname');
      await expect(page.getByText('Nothing matches; clear filters')).toBeVisible();
    },
  },
  {
    name: 'the question before an asking stops',
    open: async (page) => {
      await openList(page);
      await page.getByRole('searchbox').fill('Pike');
      await page.getByRole('button', { name: 'Stop asking for Gwendolyn Pike' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'the new inquiry', open: openNewInquiry },
  {
    name: 'the new inquiry with the payers open',
    open: async (page) => {
      await openNewInquiry(page);
      await choice(page, 'Payer').click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'the new inquiry with the service types open',
    open: async (page) => {
      await openNewInquiry(page);
      await choosePayer(page, 'Northwind Mutual');
      const box = page.getByRole('combobox', { name: 'Benefit / Service Type (Maximum: 3)' });
      await chooseServices(page, 'Mental Health');
      await box.click();
      await expect(page.getByRole('option').first()).toBeVisible();
    },
  },
  {
    name: 'the new inquiry with errors',
    open: async (page) => {
      await openNewInquiry(page);
      await choosePayer(page, 'Blue Cross Blue Shield of Meridian');
      await expect(field(page, 'Member ID')).toBeVisible();
      await sendButton(page).click();
      await expect(page.getByText('Please choose the plan.')).toBeVisible();
    },
  },
  {
    name: 'the question before typed work is left',
    open: async (page) => {
      await openNewInquiry(page);
      await choosePayer(page, 'Northwind Mutual');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inquiries' }).click();
      await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    },
  },
  {
    name: 'the form while the payer is asked',
    open: async (page) => {
      await keepAsking(page, aPatient());
      await expect(page.getByText(/^\d+ s so far$/)).toBeVisible();
    },
  },
  {
    name: 'the form after a refusal',
    open: async (page) => {
      await openNewInquiry(page);
      await fillInquiry(page, aPatient('BADNAME'));
      await sendButton(page).click();
      await expect(page.getByText(/An unexpected error occurred/)).toBeVisible();
    },
  },
  {
    name: 'the offer of a recent answer',
    open: async (page) => {
      const patient = aPatient('TWICE');
      await askPayer(page.request, patient);
      await openNewInquiry(page);
      await fillInquiry(page, patient);
      await sendButton(page).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a draft',
    open: async (page) => {
      await page.goto(`/inquiries/${await makeDraft(page.request, aPatient('OPEN'))}/draft`);
      await heading(page, 'Edit draft');
      await expect(field(page, 'Member ID')).toHaveValue(/OPEN/);
    },
  },
  { name: 'an ordinary answer', open: async (page) => await openDetail(page, 'ORDINARY') },
  {
    name: 'an answer with the source of an amount open',
    axeAt: 'narrow',
    open: async (page) => {
      // It stands where the number was when it was opened.
      await page.setViewportSize({ width: 390, height: 844 });
      await openDetail(page, 'SOURCE');
      await page
        .getByRole('button', { name: /where this comes from$/ })
        .first()
        .click();
      await expect(page.getByRole('dialog', { name: 'Where this comes from' })).toBeVisible();
    },
  },
  {
    name: 'an answer with everything open',
    open: async (page) => {
      await openDetail(page, 'MISMATCH');
      for (const title of await page.locator('main summary').all()) await title.click();
      const closed = page.locator('main [aria-expanded="false"]:not([aria-label^="What does"]):visible');
      while ((await closed.count()) > 0) await closed.first().click();
    },
  },
  ...['CARVE', 'EMPTY', 'HUGE', 'INACTIVE', 'MISMATCH', 'TWOPLANS'].map((scenario) => ({
    name: `the answer ${scenario}`,
    axeAt: 'narrow' as const,
    open: async (page: Page) => await openDetail(page, scenario),
  })),
  {
    name: 'an expired answer',
    open: async (page) => {
      await page.goto(`/inquiries/${await findInquiry(page.request, 'Moss')}`);
      await expect(page.getByText('is out of date.')).toBeVisible();
    },
  },
];

/** Screens whose own tests are elsewhere: path and heading. */
const PUBLIC_SCREENS = [
  ['/register', 'Register'],
  ['/password-reset', 'Reset your password'],
] as const;
const MANAGER_SCREENS = [
  ['/settings', 'Profile'],
  ['/settings/password-change', 'Change password'],
  ['/organization/settings', 'Organization Settings'],
  ['/organization/settings/plan', 'Subscription Plan'],
  ['/organization/users/new', 'Invite a user'],
  ['/organization/providers/new', 'Add a provider'],
  ['/organization/audit', 'Audit log'],
  ['/batches', 'Several checks'],
  ['/batches/new', 'Check several'],
  ['/plans', 'Planned checks'],
  ['/plans/new', 'Plan checks'],
  ['/appointments', 'Appointments'],
  ['/cases', 'Cases'],
  ['/network-rules', 'Network rules'],
  ['/network-rules/new', 'Add a network rule'],
  ['/network-rules/upload', 'Import network rules'],
  ['/reports/verification', 'Verification report'],
] as const;
const plainState =
  (as?: 'nobody') =>
  ([path, title]: readonly [string, string]): State => ({
    name: `the screen ${path}`,
    ...(as === undefined ? {} : { as }),
    open: async (page) => {
      await page.goto(path);
      await heading(page, title);
      await page.waitForLoadState('networkidle');
    },
  });
STATES.push(...PUBLIC_SCREENS.map(plainState('nobody')), ...MANAGER_SCREENS.map(plainState()));

for (const { name, as, axeAt, open } of STATES) {
  test.describe(() => {
    if (as !== undefined) test.use({ as });
    test(`${name} is free of axe's findings and no wider than a phone`, async ({ page }) => {
      await open(page);
      await expectSound(page, axeAt);
    });
  });
}

test.describe('the platform admin', () => {
  test.use({ as: 'nobody' });
  test('sees the raw data of an answer, and the page stays sound', async ({ page }) => {
    await page.request.post('/api/v1/auth/login', { data: { email: PEOPLE.admin, password: PASSWORD } });
    await page.goto('/inquiries');
    await heading(page, 'Inquiries');
    await expect(page.getByText('No inquiries yet. Create one')).toBeVisible();
    await expectSound(page);
  });
});
