/** Automatic logoff: a screen that asks the server by itself keeps nobody signed in (docs/product.md 13.3). */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { PASSWORD, PEOPLE } from '../product.ts';
import { type RunningProduct, startServer } from '../server.ts';

/** The shortest that can be set. */
const IDLE_MS = 60_000;
/** How much later the screen may go than the server ends the session. */
const LATE_MS = 10_000;

let product: RunningProduct;
test.beforeAll(async () => {
  product = await startServer({ SESSION_IDLE_MINUTES: '1' });
});
test.afterAll(async () => await product.stop());

/** One screen, who looks at it, and the calls that it makes by itself. */
interface Watched {
  name: string;
  as: string;
  path: string;
  polls: RegExp | null;
  /** Before the screen is opened. */
  prepare?: (page: Page) => Promise<void>;
}

const PRACTICE = 'imke@bayview.test';

async function registerPractice(): Promise<void> {
  const reply = await fetch(`${product.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      organization_name: 'Bayview Practice',
      first_name: 'Imke',
      last_name: 'Sorrel',
      email: PRACTICE,
      phone: '5550142000',
      password: PASSWORD,
      provider_name: 'Bayview Main',
      provider_npi: '1847025313',
      provider_tax_id: '84-2201937',
      agree: true,
    }),
  });
  expect(reply.status).toBe(201);
}

/** With so short a session the question stands from the start, and hides what is behind it from all but the eye. */
const waitForScreen = async (page: Page) => await page.locator('h1').first().waitFor({ timeout: 30_000 });

/** A public screen asks who is there only in a browser that somebody signed in to. */
async function signInHere(page: Page): Promise<void> {
  await page.goto('/inquiries');
  await waitForScreen(page);
}

/** A sync that never ends: the server is asked all the same. */
async function followAnEndlessSync(page: Page): Promise<void> {
  const job = { id: '01JOB0000000000000000000ZZ', done: 1, total: 60 };
  await page.route('**/api/v1/admin/jobs', async (route) => {
    await route.fetch();
    await route.fulfill({ json: { jobs: [{ ...job, kind: 'sync-payers' }] } });
  });
  await page.route('**/api/v1/admin/jobs/*', async (route) => {
    const asked = await route.fetch();
    await (asked.status() === 401 ? route.fulfill({ response: asked }) : route.fulfill({ status: 202, json: { job } }));
  });
}

const SCREENS: Watched[] = [
  { name: 'the list with an open check', as: PEOPLE.manager, path: '/inquiries', polls: /\/inquiries\?/ },
  { name: 'an answer', as: PEOPLE.manager, path: '/inquiries/{complete}', polls: null },
  { name: 'the plans', as: PEOPLE.manager, path: '/organization/settings/plan', polls: /\/subscriptions\/current/ },
  {
    name: 'the way back from paying',
    as: PRACTICE,
    path: '/organization/settings/plan?checkout=success',
    polls: /\/subscriptions\/current/,
  },
  { name: 'no subscription', as: PRACTICE, path: '/unsubscribed', polls: /\/auth\/refresh/, prepare: signInHere },
  { name: 'a sync under way', as: PEOPLE.admin, path: '/admin/payers', polls: /\/admin\/jobs\//, prepare: followAnEndlessSync },
  { name: 'the inquiries of all', as: PEOPLE.admin, path: '/admin/inquiries', polls: null },
];

async function waitOut(browser: Browser, { name, as, path, polls, prepare }: Watched): Promise<string[]> {
  const context = await browser.newContext({ baseURL: product.url });
  const page = await context.newPage();
  const faults: string[] = [];
  let count = 0;
  // What the server takes for something that a person did. A busy machine opens a screen's parts long after its heading.
  let activities = 0;
  let activeAt = 0;
  page.on('response', (response) => {
    const isBackground = response.request().headers()['x-background'] === '1';
    if (isBackground && polls?.test(response.url())) count += 1;
    if (isBackground || !response.ok() || !response.url().includes('/api/')) return;
    activities += 1;
    activeAt = Date.now();
  });
  try {
    const signedIn = await context.request.post('/api/v1/auth/login', { data: { email: as, password: PASSWORD } });
    if (signedIn.status() !== 200) return [`${name}: ${as} could not sign in (${signedIn.status()})`];
    await prepare?.(page);
    const listed = await context.request.get('/api/v1/inquiries?status=complete');
    const { inquiries = [] } = (await listed.json()) as { inquiries?: { id: string }[] };
    await page.goto(path.replace('{complete}', inquiries[0]?.id ?? ''));
    await waitForScreen(page);
    await page.waitForTimeout(IDLE_MS / 2);
    const opening = activities;
    if (new URL(page.url()).pathname === '/login') faults.push(`${name}: signed out before the time`);
    await page.waitForURL('**/login?**', { timeout: IDLE_MS }).catch(() => faults.push(`${name}: still signed in`));
    const idleMs = Date.now() - activeAt;
    if (activities > opening) faults.push(`${name}: asked ${activities - opening} times as if a person had`);
    if (idleMs > IDLE_MS + LATE_MS) faults.push(`${name}: signed out ${idleMs} ms after the last activity`);
    // The server decides by itself, whatever the screen believes.
    const status = await page.evaluate(async () => (await fetch('/api/v1/auth/refresh', { headers: { 'x-background': '1' } })).status);
    if (status !== 401) faults.push(`${name}: the server answers ${status}`);
    if (polls !== null && count < 3) faults.push(`${name}: asked by itself only ${count} times`);
  } finally {
    await context.close();
  }
  return faults;
}

test('whoever does nothing is signed out, also on the screens that ask the server by themselves', async ({ browser }) => {
  test.setTimeout(150_000);
  await registerPractice();

  const faults = await Promise.all(SCREENS.map(async (screen) => await waitOut(browser, screen)));

  expect(faults.flat()).toEqual([]);
});
