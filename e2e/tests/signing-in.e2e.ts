import type { Request } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { PASSWORD, PEOPLE } from '../product.ts';

test.describe('signed out', () => {
  test.use({ as: 'nobody' });

  test('a wrong password is refused with the same words as an unknown email', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Email')).toBeFocused();
    for (const email of ['standard@demo.test', 'nobody.here@demo.test']) {
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill('not the harbor lights');
      await page.getByRole('main').getByRole('button', { name: 'Login' }).click();
      await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.');
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await page.reload();
    }
  });

  test('the wanted page opens after signing in', async ({ page }) => {
    await page.goto('/inquiries/new');
    await expect(page).toHaveURL('/login?next=%2Finquiries%2Fnew');
    await expect(page).toHaveTitle('Login · Coverlight');
    await page.getByLabel('Email').fill(PEOPLE.standard);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/inquiries/new');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New inquiry');
  });

  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example/inquiries']) {
    test(`signing in with next=${next} stays on this site`, async ({ page }) => {
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Email').fill(PEOPLE.standard);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/inquiries');
    });
  }

  test('the shell offers Login and Register, and the banner says that this is no production system', async ({ page }) => {
    await page.goto('/terms');
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: 'Login' })).toBeVisible();
    await expect(header.getByRole('link', { name: 'Register' })).toBeVisible();
    await expect(page.getByText('This is the development environment. Do not enter real patients.')).toBeVisible();
  });

  test('the login links to the password reset and to the registration', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('link', { name: "Can't remember?" })).toHaveAttribute('href', '/password-reset');
    await expect(page.getByRole('main').getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  });

  for (const path of ['/nowhere', '/inquiries/lower-case-id-is-no-id/nowhere', '/nowhere/at/all']) {
    test(`the unknown path ${path} is not found`, async ({ page }) => {
      await page.goto(path);
      await expect(page).toHaveURL('/404');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Not Found');
    });
  }
});

test('an inquiry id that is not 26 capital letters and digits is not found', async ({ page }) => {
  await page.goto('/inquiries/01m7ys4jqkf8fqgy3578ha58kz');
  await expect(page).toHaveURL('/404');
});

test('somebody signed in who comes to the login still sees who is signed in', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inquiries');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: PEOPLE.manager })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
});

test('the root leads to the list', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL('/inquiries');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inquiries');
});

const MENUS = [
  { as: 'manager', items: ['Organization Settings', 'Profile Settings', 'Email Support', 'Terms', 'Logout'] },
  { as: 'standard', items: ['Profile Settings', 'Email Support', 'Terms', 'Logout'] },
  { as: 'admin', items: ['Admin', 'Profile Settings', 'Email Support', 'Terms', 'Logout'] },
] as const;
for (const { as, items } of MENUS) {
  test.describe(() => {
    test.use({ as });
    test(`the menu of a ${as} is labelled with the email and holds what the role may do`, async ({ page }) => {
      await page.goto('/inquiries');
      await page.getByRole('button', { name: PEOPLE[as] }).click();
      await expect(page.getByRole('menuitem')).toHaveText([...items]);
    });
  });
}

test.describe('a session of its own', () => {
  test.use({ as: 'nobody' });

  test.beforeEach(async ({ page }) => {
    const reply = await page.request.post('/api/v1/auth/login', { data: { email: PEOPLE.restricted, password: PASSWORD } });
    expect(reply.status()).toBe(200);
  });

  test('logging out leads to the login, and back does not show the list again', async ({ page }) => {
    await page.goto('/inquiries');
    await page.getByRole('button', { name: PEOPLE.restricted }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect((await page.request.get('/api/v1/auth/refresh')).status()).toBe(401);
    await page.goBack();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByRole('table')).toHaveCount(0);
  });

  test('a session that ended elsewhere leads to the login with the way back and says so for five seconds', async ({ page }) => {
    await page.clock.install();
    const counted = page.waitForResponse(/\/inbox\?/);
    const asked = new Set<Request>();
    page.on('request', (request) => asked.add(request));
    page.on('requestfinished', (request) => asked.delete(request));
    page.on('requestfailed', (request) => asked.delete(request));
    await page.goto('/inquiries');
    await expect(page.getByRole('table')).toBeVisible();
    // Nothing that is still being asked may find out first; parts of the screen are loaded after it and ask late.
    const providers = page.getByRole('combobox', { name: 'Provider' });
    await expect(providers.getByRole('option', { name: 'Harbor Outpatient Pavilion' })).toBeAttached();
    await counted;
    await expect.poll(() => asked.size).toBe(0);
    await page.request.post('/api/v1/auth/logout');
    await providers.selectOption({ label: 'Harbor Outpatient Pavilion' });
    await expect(page).toHaveURL('/login?next=%2Finquiries');
    const toast = page.getByText('Session expired. Please log in again.');
    await expect(toast).toBeVisible();
    await page.clock.fastForward(2500);
    await expect(toast).toBeVisible();
    await page.clock.fastForward(3000);
    await expect(toast).toBeHidden();
    await page.getByLabel('Email').fill(PEOPLE.restricted);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/inquiries');
  });
});
