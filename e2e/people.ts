/** People of a test's own, so that no other test meets what happens to them. Everybody is invented. */
import { type APIRequestContext, expect, type Locator, type Page, request } from '@playwright/test';
import { sql } from './database.ts';
import { linkTo } from './mails.ts';
import { NOBODY, productUrl, sessionFile } from './product.ts';

export const NEW_PASSWORD = 'the tide comes in at seven';

let count = 0;
/** An address nobody has. */
export function anAddress(name = 'person'): string {
  count += 1;
  return `${name}.${process.pid}.${Date.now() % 1_000_000}.${count}@e2e.test`;
}

export interface Member {
  email: string;
  id: string;
  first: string;
  last: string;
}
type Level = 'manager' | 'standard' | 'restricted';

async function asManager<Reply>(act: (context: APIRequestContext) => Promise<Reply>): Promise<Reply> {
  const context = await request.newContext({ baseURL: productUrl(), storageState: sessionFile('manager') });
  try {
    return await act(context);
  } finally {
    await context.dispose();
  }
}

const asNobody = async (): Promise<APIRequestContext> => await request.newContext({ baseURL: productUrl(), storageState: NOBODY });

/** Sends an invitation without the screen; its link. */
export async function invite(email: string, level: Level = 'standard'): Promise<string> {
  await asManager(async (context) => {
    const reply = await context.post('/api/v1/invites', {
      data: { email, is_manager: level === 'manager', is_restricted: level === 'restricted' },
    });
    expect(reply.status()).toBe(201);
  });
  return await linkTo(email, /invited/);
}

/** A member of the demo organization, signed in nowhere. */
export async function aMember(level: Level = 'standard', first = 'Juniper', last = 'Ashdown'): Promise<Member> {
  const email = anAddress(first.toLowerCase());
  const code = (await invite(email, level)).split('/').at(-1) ?? '';
  const context = await asNobody();
  const reply = await context.post(`/api/v1/auth/register/${code}`, {
    data: { first_name: first, last_name: last, password: NEW_PASSWORD, phone: '5550102233', invite_id: code, agree: true },
  });
  expect(reply.status()).toBe(201);
  const { user } = (await reply.json()) as { user: { id: string } };
  await context.post('/api/v1/auth/logout');
  await context.dispose();
  return { email, id: user.id, first, last };
}

/** The field that the person types a password into, not the button that shows it. */
export const password = (page: Page, label = 'Password'): Locator => page.getByLabel(label, { exact: true });

/** Through the screen, up to where a second factor may be asked for. */
export async function typeLogin(page: Page, email: string, secret = NEW_PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await password(page).fill(secret);
  await page.keyboard.press('Enter');
}

export async function logIn(page: Page, email: string, secret = NEW_PASSWORD): Promise<void> {
  await typeLogin(page, email, secret);
  await expect(page).toHaveURL('/inquiries');
}

export interface Practice {
  organizationId: string;
  name: string;
  /** Its only user, a manager. */
  email: string;
}

/** An organization of the test's own with a running subscription. */
export async function aPractice(name = 'Foxglove Behavioral'): Promise<Practice> {
  const email = anAddress('manager');
  const context = await asNobody();
  const reply = await context.post('/api/v1/auth/register', {
    data: {
      organization_name: name,
      first_name: 'Isolde',
      last_name: 'Quarry',
      email,
      phone: '5550105566',
      password: NEW_PASSWORD,
      provider_name: `${name} Main`,
      provider_npi: '1234567893',
      provider_tax_id: '123456789',
      agree: true,
    },
  });
  expect(reply.status()).toBe(201);
  const { user } = (await reply.json()) as { user: { organization: { id: string } } };
  await context.dispose();
  const organizationId = user.organization.id;
  // The id of the organization names its only subscription, too: both are just 26 characters.
  await sql(
    `INSERT INTO subscriptions (organization_id, id, plan_id, status, current_period_ends_at)
     SELECT $1, $1, id, 'active', now() + interval '20 days' FROM plans ORDER BY name LIMIT 1`,
    [organizationId],
  );
  return { organizationId, name, email };
}
