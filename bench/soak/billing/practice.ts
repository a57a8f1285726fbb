/** A practice that registers and buys a plan as a person does, and what the product and the provider say of it. */
import type { Client } from 'pg';
import { signIn, type ApiClient } from '../../product/client.ts';
import type { Provider, RemoteState } from './provider.ts';

export interface Practice {
  organizationId: string;
  email: string;
  customerId: string;
  client: ApiClient;
}

const PASSWORD = 'quiet water under the pier';
const CARD = { number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123', name: 'Dana Example', email: 'dana@example.test' };

async function untilTrue(what: string, check: () => Promise<boolean>): Promise<void> {
  const until = Date.now() + 60_000;
  while (!(await check())) {
    if (Date.now() > until) throw new Error(`${what} did not happen within a minute.`);
    await new Promise((settle) => setTimeout(settle, 100));
  }
}

/** Until the subscription is known to the product. `deliver` brings the events of the purchase. */
export async function buyIn(baseUrl: string, number: number, database: Client, deliver: () => Promise<void>): Promise<Practice> {
  const email = `manager${number}@soak.test`;
  const reply = await fetch(`${baseUrl}/api/v1/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      organization_name: `Soak Practice ${number}`,
      first_name: 'Dana',
      last_name: 'Example',
      email,
      phone: '5550142000',
      password: PASSWORD,
      provider_name: `Soak Facility ${number}`,
      provider_npi: '1847025313',
      provider_tax_id: '84-2201937',
      agree: true,
    }),
  });
  if (reply.status !== 201) throw new Error(`Registering answered ${reply.status}: ${await reply.text()}`);
  const client = await signIn(baseUrl, { email, password: PASSWORD }, Date.now() + 30_000);
  const plans = (await client.call(baseUrl, '/plans')).body.plans as { id: string }[];
  const opened = await client.call(baseUrl, '/subscriptions/checkout-session', { method: 'POST', body: { plan_id: plans[0]?.id } });
  if (opened.status !== 200) throw new Error(`The checkout answered ${opened.status}: ${JSON.stringify(opened.body)}`);
  await fetch(String(opened.body.redirect_url), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ action: 'pay', ...CARD }).toString(),
  });
  await untilTrue('The purchase', async () => {
    await deliver();
    const { body } = await client.call(baseUrl, '/subscriptions/current');
    return (body.subscription as { status: string } | null)?.status === 'active';
  });
  const { rows } = await database.query<{ organization_id: string; remote_customer_id: string }>(
    'SELECT a.organization_id, a.remote_customer_id FROM billing_accounts a JOIN users u USING (organization_id) WHERE u.email = $1',
    [email],
  );
  const [account] = rows;
  if (account === undefined) throw new Error('A practice that bought has no account.');
  return { organizationId: account.organization_id, email, customerId: account.remote_customer_id, client };
}

interface Stored {
  remote_id: string;
  status: string;
  cancels_at_period_end: boolean;
  has_feature_reimbursement: boolean;
}

/** Null where the product says what the provider says; else what differs. */
export async function difference(practice: Practice, database: Client, provider: Provider, addonPriceId: string): Promise<string | null> {
  const { rows } = await database.query<Stored>('SELECT * FROM subscriptions WHERE organization_id = $1', [practice.organizationId]);
  const remote = await provider.subscriptionOf(practice.customerId);
  const stored = rows.map(({ remote_id, status, cancels_at_period_end, has_feature_reimbursement }) =>
    JSON.stringify([remote_id, status, cancels_at_period_end, has_feature_reimbursement]),
  );
  const expected = JSON.stringify([remote.id, remote.status, remote.cancel_at_period_end, addonOf(remote, addonPriceId) !== undefined]);
  if (stored.length !== 1 || stored[0] !== expected) return `stored ${stored.join(' and ')}, the provider says ${expected}`;
  const { invoice_settings: settings } = await provider.get<{ invoice_settings: { default_payment_method: string | null } }>(
    `/v1/customers/${practice.customerId}`,
  );
  const card = settings.default_payment_method;
  return card === null || card === remote.default_payment_method ? null : 'a new card was not adopted';
}

export const addonOf = (remote: RemoteState, addonPriceId: string): string | undefined =>
  remote.items.data.find(({ price }) => price.id === addonPriceId)?.id;
