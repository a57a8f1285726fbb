/** What the parts of the billing soak work with. */
import type { Client } from 'pg';
import type { Practice } from './practice.ts';
import type { Provider } from './provider.ts';
import type { Relay } from './relay.ts';

export interface Stage {
  baseUrl: string;
  database: Client;
  provider: Provider;
  relay: Relay;
  addonPriceId: string;
  practices: Practice[];
}

/** Each once, in the order in which the provider told them. */
export async function deliverAll(relay: Relay): Promise<void> {
  for (const body of relay.take()) await relay.deliver(body);
}

/** Events that are stored and have had no effect yet. */
export async function countOpen(database: Client): Promise<number> {
  const { rows } = await database.query('SELECT FROM billing_events WHERE processed_at IS NULL');
  return rows.length;
}
