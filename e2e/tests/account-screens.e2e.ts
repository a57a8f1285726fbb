import type { Page } from '@playwright/test';
import { expect, expectSound, test } from '../fixtures.ts';
import { aMember, anAddress, invite, password } from '../people.ts';

/** Nothing moves, so that a color is not measured half-way. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = async (page: Page, text: string) => await expect(page.getByRole('heading', { level: 1 })).toHaveText(text);
const openAt = (path: string, title: string) => async (page: Page) => {
  await page.goto(path);
  await heading(page, title);
};
const send = async (page: Page, name: string) => await page.getByRole('main').getByRole('button', { name, exact: true }).click();
const faults = async (page: Page, count: number) => await expect(page.getByText('This field is required.')).toHaveCount(count);
const openOrganization = async (page: Page) => {
  await page.goto('/organization/settings');
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('row', { name: /manager@demo\.test/ })).toBeVisible();
  await expect(page.getByRole('switch')).toBeVisible();
};
const openProfile = async (page: Page) => {
  await page.goto('/settings');
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByText('This session')).toBeVisible();
};

interface State {
  name: string;
  as?: 'nobody';
  open: (page: Page) => Promise<void>;
}
const STATES: State[] = [
  { name: 'the registration', as: 'nobody', open: openAt('/register', 'Register') },
  {
    name: 'the registration with errors',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/register');
      await send(page, 'Register');
      await faults(page, 10);
    },
  },
  {
    name: 'the question before leaving',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/register');
      await page.getByLabel('Organization name').fill('Thistle');
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'an invitation',
    as: 'nobody',
    open: async (page) => {
      await page.goto(await invite(anAddress()));
      await send(page, 'Register');
      await faults(page, 5);
    },
  },
  {
    name: 'a dead invitation',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/register/ABCDEFGHJKMNPQRSTVWXYZ0123');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'the reset', as: 'nobody', open: openAt('/password-reset', 'Reset your password') },
  {
    name: 'a dead reset link',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/password-reset/01JZZZZZZZZZZZZZZZZZZZZZZZ/nothing');
      await password(page, 'New password').fill('a quiet harbor at dawn');
      await password(page, 'New password again').fill('a quiet harbor at dawn');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'a dead link to confirm an email',
    as: 'nobody',
    open: async (page) => {
      await page.goto('/email/confirm/nothing');
      await page.getByRole('button', { name: 'Confirm the new address' }).click();
      await expect(page.getByRole('alert')).toHaveText('This link is invalid or has expired.');
    },
  },
  { name: 'the undoing of an email', as: 'nobody', open: openAt('/email/undo/nothing', 'Undo the change of your email address') },
  { name: 'the profile', open: openProfile },
  {
    name: 'the setup of an authenticator app',
    open: async (page) => {
      await openProfile(page);
      await page.getByRole('button', { name: 'Add a second factor' }).click();
      await page.getByRole('button', { name: 'Authenticator app' }).click();
      await expect(page.getByLabel('Code')).toBeFocused();
    },
  },
  {
    name: 'the setup of a passkey',
    open: async (page) => {
      await openProfile(page);
      await page.getByRole('button', { name: 'Add a second factor' }).click();
      await page.getByRole('button', { name: 'Passkey' }).click();
      await expect(page.getByLabel('Name of the passkey')).toBeFocused();
    },
  },
  {
    name: 'the change of the password with errors',
    open: async (page) => {
      await page.goto('/settings/password-change');
      await send(page, 'Change password');
      await faults(page, 3);
    },
  },
  { name: 'the organization', open: openOrganization },
  {
    name: 'the question before a second factor is demanded',
    open: async (page) => {
      await openOrganization(page);
      await page.getByRole('switch').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the invitation form with errors',
    open: async (page) => {
      await page.goto('/organization/users/new');
      await send(page, 'Send invitation');
      await faults(page, 1);
    },
  },
  {
    name: 'a member, with the question before deactivation',
    open: async (page) => {
      const member = await aMember();
      await page.goto(`/organization/users/${member.id}/update`);
      await page.getByRole('switch', { name: 'Active' }).click();
      await send(page, 'Save');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a new provider with errors',
    open: async (page) => {
      await page.goto('/organization/providers/new');
      await send(page, 'Add');
      await faults(page, 3);
    },
  },
  {
    name: 'a provider',
    open: async (page) => {
      await openOrganization(page);
      await page.getByRole('link', { name: 'Edit Harbor Outpatient Pavilion' }).click();
      await heading(page, 'Update provider');
      await expect(page.getByLabel('Name')).toBeFocused();
    },
  },
  {
    name: 'the audit log',
    open: async (page) => {
      await page.goto('/organization/audit');
      await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(/\d\d\/\d\d\/\d{4}/);
    },
  },
];
for (const { name, as, open } of STATES) {
  test.describe(() => {
    if (as !== undefined) test.use({ as });
    test(`${name}: nothing for axe to find, no sideways scrolling`, async ({ page }) => {
      await open(page);
      await expectSound(page);
    });
  });
}

test('lists that cannot be read say so, and trying again helps', async ({ page }) => {
  let isBroken = true;
  await page.route(/\/api\/v1\/(users|invites|providers)\?/, async (route) => (isBroken ? await route.abort() : await route.continue()));
  await page.goto('/organization/settings');
  const banners = page.getByRole('alert').filter({ hasText: 'An error occurred. Please try again later.' });
  await expect(banners).toHaveCount(3);
  isBroken = false;
  for (let left = 3; left > 0; left -= 1) {
    await banners.first().getByRole('button', { name: 'Try again' }).click();
    await expect(banners).toHaveCount(left - 1);
  }
});

test('a form that cannot be sent keeps what was typed, and says the sentence of its kind', async ({ page }) => {
  await page.route('**/api/v1/providers', async (route) => await route.abort());
  await page.goto('/organization/providers/new');
  await page.getByLabel('Name').fill('Annex');
  await page.getByLabel('NPI').fill('1234567893');
  await page.getByLabel('Tax ID').fill('123456789');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('An unknown error occured. Please try again.');
  await expect(page.getByLabel('Name')).toHaveValue('Annex');
});
