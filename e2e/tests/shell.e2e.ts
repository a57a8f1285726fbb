import { expect, test } from '../fixtures.ts';
import { sql } from '../database.ts';
import { aPatient, keepAsking } from '../inquiries.ts';
import { PASSWORD, PEOPLE } from '../product.ts';

const NEW_VERSION = 'There is a new version... Please reload.';

test('a new version is told of after fifteen minutes, without reloading by itself', async ({ page }) => {
  await page.clock.install();
  await page.goto('/inquiries');
  await expect(page.getByRole('table')).toBeVisible();
  let isReleased = false;
  let asked = 0;
  await page.route('/', async (route) => {
    if (route.request().resourceType() !== 'fetch') return await route.continue();
    asked += 1;
    const response = await route.fetch();
    const html = await response.text();
    return await route.fulfill({ response, body: isReleased ? html.replace(/assets\/index-[\w-]+\.js/, 'assets/index-next.js') : html });
  });
  await page.clock.fastForward('14:00');
  await page.clock.runFor(31_000);
  expect(asked).toBe(0);
  await page.clock.runFor(60_000);
  await expect.poll(() => asked).toBe(1);
  await expect(page.getByText(NEW_VERSION)).toBeHidden();
  isReleased = true;
  await page.clock.fastForward('15:00');
  await page.clock.runFor(31_000);
  await expect(page.getByRole('status').filter({ hasText: NEW_VERSION })).toBeVisible();
  await expect(page).toHaveURL('/inquiries');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText(NEW_VERSION)).toBeHidden();
});

test('a screen that does not come because the page is being left does not bring this page back', async ({ page, complaints }) => {
  await page.goto('/inquiries');
  await expect(page.getByRole('table')).toBeVisible();
  let loads = 0;
  page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0));
  // Firefox does both when another page is asked for while this one still loads.
  await page.route(/\/assets\/batch-list-page-/, (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event('beforeunload')));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Several' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be loaded');
  expect(loads).toBe(0);
  // React tells the console of what a boundary caught: that alone.
  expect(complaints.splice(0).filter((text) => !text.includes('The page is being left'))).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Several checks' })).toBeVisible();
});

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/inquiries');
  await page.getByRole('button', { name: PEOPLE.manager }).click();
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible();
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return [transitionDuration, animationDuration].some((text) => text.split(',').some((part) => Number.parseFloat(part) > 0.01));
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(moving).toEqual([]);
});

test('the first key reaches a link that skips to the content', async ({ page }) => {
  await page.goto('/inquiries');
  await expect(page.getByRole('table')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});

test('no answer of the server lacks the strict headers', async ({ page }) => {
  const response = await page.goto('/inquiries');
  const headers = response?.headers() ?? {};
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(headers['content-security-policy']).not.toContain('unsafe');
  expect(headers['x-frame-options']).toBe('DENY');
  expect(headers['referrer-policy']).toBe('no-referrer');
  const api = await page.request.get('/api/v1/inquiries');
  expect(api.headers()['cache-control']).toBe('no-store');
});

test.describe('new terms', () => {
  test.use({ as: 'nobody' });
  test('must be accepted before anything else, and then the wanted page opens', async ({ page }) => {
    await sql("UPDATE users SET tos_version = '2020-01-01' WHERE email = $1", [PEOPLE.restricted]);
    await page.request.post('/api/v1/auth/login', { data: { email: PEOPLE.restricted, password: PASSWORD } });
    await page.goto('/inquiries/new');
    await expect(page).toHaveURL('/terms/accept?next=%2Finquiries%2Fnew');
    for (const part of ['Subscription Agreement', 'Terms and Conditions', 'Data Collection and Privacy Statement']) {
      await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();
    }
    await expect(page.getByRole('main').getByRole('link', { name: 'support@coverlight.test' })).toBeVisible();
    expect((await page.request.get('/api/v1/inquiries')).status()).toBe(403);
    const agree = page.getByRole('checkbox', { name: 'I agree to the Terms and Conditions' });
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(agree).toHaveAttribute('aria-invalid', 'true');
    await agree.check();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/inquiries/new');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New inquiry');
  });
});

test.describe('a practice without an active subscription', () => {
  test.use({ as: 'nobody' });
  const email = 'counselor@other.test';

  test.beforeAll(async () => {
    // A practice of its own, so that no other test loses its subscription.
    await sql(
      `INSERT INTO organizations (id, name) VALUES ('01E2ETESTUNSUBSCR1BED00001', 'Unsubscribed Counseling') ON CONFLICT DO NOTHING`,
    );
    for (const [index, [address, isManager]] of [
      [email, false],
      ['owner@unsubscribed.test', true],
    ].entries() as Iterable<[number, [string, boolean]]>) {
      await sql(
        `INSERT INTO users (organization_id, id, email, first_name, last_name, phone, password_hash, is_manager, tos_version, tos_accepted_at, created_at, updated_at)
         SELECT '01E2ETESTUNSUBSCR1BED00001', $2, $1, 'Perry', 'Lindgren', phone, password_hash, $3, tos_version, tos_accepted_at, now(), now()
         FROM users WHERE email = 'manager@demo.test' ON CONFLICT DO NOTHING`,
        [address, `01E2ETESTUSER000000000000${index}`.padEnd(26, '0'), isManager],
      );
    }
  });

  test('sends its users to the page that says so, and back once it is paid', async ({ page }) => {
    await page.request.post('/api/v1/auth/login', { data: { email, password: PASSWORD } });
    await page.goto('/inquiries');
    await expect(page).toHaveURL('/unsubscribed');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(/subscription/i);
  });

  test('sends its manager to the list of plans', async ({ page }) => {
    await page.request.post('/api/v1/auth/login', { data: { email: 'owner@unsubscribed.test', password: PASSWORD } });
    await page.goto('/inquiries');
    await expect(page).toHaveURL('/organization/settings/plan');
  });
});

test('by keyboard alone: from the list to an answer in under 40 keys besides the patient', async ({ page }) => {
  let keys = 0;
  const press = async (...names: string[]) => {
    for (const name of names) {
      keys += 1;
      await page.keyboard.press(name);
    }
  };
  const type = async (text: string) => {
    keys += text.length;
    await page.keyboard.type(text);
  };
  const patient = aPatient('KEYS');
  /** What is the patient's own is not counted. */
  const typePatient = async (text: string) => await page.keyboard.type(text);
  const focused = (name: RegExp) => expect(page.locator(':focus')).toHaveAccessibleName(name);

  await page.goto('/inquiries/new');
  await focused(/^Provider/);
  await press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await press('ArrowDown', 'Enter', 'Tab');
  await focused(/^Provider|Add a provider|^Payer/);
  if (!(await page.getByRole('combobox', { name: 'Payer' }).evaluate((element) => element === document.activeElement))) await press('Tab');
  await focused(/^Payer/);
  await type('sunfl');
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Member ID' })).toBeVisible();
  await press('Tab');
  await focused(/Member ID/);
  await typePatient(patient.memberId);
  const fields: [RegExp, string][] = [
    [/Date of Birth/, patient.birthDate.replaceAll('/', '')],
    [/First Name/, patient.first],
    [/Last Name/, patient.last],
  ];
  for (const [name, text] of fields) {
    await press('Tab');
    await focused(name);
    await typePatient(text);
  }
  const care = page.getByRole('checkbox', { name: 'Outpatient' });
  for (let at = 0; at < 12 && !(await care.evaluate((element) => element === document.activeElement)); at += 1) await press('Tab');
  await focused(/Outpatient/);
  await press('Space');
  await expect(page.getByText(/^Asks: .*Psychotherapy/)).toBeVisible();
  await press('Tab', 'Tab', 'Tab');
  await focused(/Send inquiry/);
  await press('Enter');
  await expect(page).toHaveURL(/\/inquiries\/[0-9A-Z]{26}$/);
  expect(keys, `${keys} keys`).toBeLessThan(40);
});

test('while a check waits the form cannot be changed and the wait has the focus', async ({ page }) => {
  await keepAsking(page, aPatient());
  await expect(page.getByText('Asking Sunflower Community Health…')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Member ID' })).toBeDisabled();
  await expect(page.getByText('You need not wait: the list will show the answer.')).toBeVisible();
});
