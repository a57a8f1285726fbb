/** What must hold of money after all the kills: every event dealt with once, nobody told or charged twice, every extra inquiry on the meter once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from './stage.ts';
import type { Practice } from './practice.ts';

/** The sweep of what was not reported comes every two minutes. */
const REPORTED_MS = 300_000;

export async function judgeMoney(stage: Stage, worker: Practice, failures: ReadonlyMap<string, number>): Promise<string[]> {
  return [...(await ofEvents(stage)), ...(await ofMails(stage, failures)), ...(await ofPayments(stage)), ...(await ofUsage(stage, worker))];
}

/** Of the kinds that the product asks for, each event of each practice is there and dealt with. */
async function ofEvents({ provider, database, practices }: Stage): Promise<string[]> {
  const { rows } = await database.query<{ id: string; processed_at: Date | null }>('SELECT id, processed_at FROM billing_events');
  const processed = new Set(rows.filter((row) => row.processed_at !== null).map(({ id }) => id));
  const customers = new Set(practices.map(({ customerId }) => customerId));
  const own = (await provider.events()).filter(({ data }) => customers.has(data.object.customer ?? data.object.id));
  const lost = own.filter(({ id }) => !processed.has(id));
  console.log(`${own.length} events of the practices, ${lost.length} lost`);
  return lost.map(({ id, type }) => `event ${id} (${type}) was lost`);
}

async function ofMails({ database, practices }: Stage, failures: ReadonlyMap<string, number>): Promise<string[]> {
  const { rows } = await database.query<{ recipient: string; count: string }>(
    `SELECT recipient, count(*) FROM outgoing_mails WHERE kind = 'payment-failed' GROUP BY recipient`,
  );
  const sent = new Map(rows.map(({ recipient, count }) => [recipient, Number(count)]));
  console.log(`mails about a failed payment: ${[...sent.values()].reduce((sum, count) => sum + count, 0)}`);
  return practices.flatMap(({ email }) => {
    const [wanted, found] = [failures.get(email) ?? 0, sent.get(email) ?? 0];
    return wanted === found ? [] : [`${email} should have ${wanted} mails about a failed payment and has ${found}`];
  });
}

async function ofPayments({ provider, practices }: Stage): Promise<string[]> {
  const customers = new Set(practices.map(({ customerId }) => customerId));
  const paid = new Map<string, number>();
  for (const { type, data } of await provider.events()) {
    if (type === 'invoice.paid' && customers.has(data.object.customer ?? '')) paid.set(data.object.id, (paid.get(data.object.id) ?? 0) + 1);
  }
  console.log(`${paid.size} invoices paid, each once: ${[...paid.values()].every((count) => count === 1) ? 'yes' : 'no'}`);
  return [...paid].filter(([, count]) => count > 1).map(([id, count]) => `invoice ${id} was paid ${count} times`);
}

async function ofUsage({ provider, database }: Stage, { organizationId, customerId }: Practice): Promise<string[]> {
  const until = Date.now() + REPORTED_MS;
  const count = async (text: string): Promise<number> =>
    Number((await database.query<{ count: string }>(`SELECT count(*) ${text}`, [organizationId])).rows[0]?.count);
  const extras = 'FROM usage_events WHERE organization_id = $1 AND is_extra';
  while ((await count(`${extras} AND reported_at IS NULL`)) > 0 && Date.now() < until) await sleep(1_000);
  const unreported = await count(`${extras} AND reported_at IS NULL`);
  const counted = await count(extras);
  const complete = await count(`FROM inquiries WHERE organization_id = $1 AND status = 'complete'`);
  const { rows } = await database.query<{ meter_id: string }>('SELECT meter_id FROM billing_catalog');
  const minute = Math.floor(Date.now() / 60_000) * 60;
  const range = `start_time=${minute - 30 * 86_400}&end_time=${minute + 86_400}`;
  const { data } = await provider.get<{ data: { aggregated_value: number }[] }>(
    `/v1/billing/meters/${rows[0]?.meter_id}/event_summaries?customer=${customerId}&${range}`,
  );
  const metered = data.reduce((sum, { aggregated_value: value }) => sum + value, 0);
  console.log(`${complete} inquiries complete, ${counted} counted as extra, ${metered} on the meter, ${unreported} not reported`);
  if (unreported > 0) return [`${unreported} extra inquiries are not reported`];
  return complete === counted && counted === metered ? [] : ['inquiries, count and meter differ'];
}
