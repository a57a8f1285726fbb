/** Fifty events, each thrice, in any order: the row is the same in the end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { countOpen, deliverAll, type Stage } from './stage.ts';
import { renamed } from './relay.ts';

const EVENTS = 50;
const COPIES = 3;
const AT_ONCE = 10;

/** The faults. */
export async function shuffleEvents({ database, provider, practices, relay }: Stage, orders: number): Promise<string[]> {
  const practice = practices[1];
  if (practice === undefined) throw new Error('no practice');
  const told: string[] = [];
  for (let isLeaving = true; told.length < EVENTS; isLeaving = !isLeaving) {
    const { id } = await provider.subscriptionOf(practice.customerId);
    await provider.post(`/v1/subscriptions/${id}`, { cancel_at_period_end: String(isLeaving) });
    await sleep(30);
    told.push(...relay.take());
  }
  const bodies = told.slice(0, EVENTS);
  const rowOf = async () => {
    const text = `SELECT to_jsonb(s) - 'updated_at' AS row FROM subscriptions s WHERE organization_id = $1`;
    return JSON.stringify((await database.query(text, [practice.organizationId])).rows);
  };
  const settled = async () => {
    const until = Date.now() + 60_000;
    while ((await countOpen(database)) > 0 && Date.now() < until) await sleep(25);
  };
  for (const body of told) await relay.deliver(body);
  await settled();
  const isTrue = await rowOf();
  const faults: string[] = [];
  let equal = 0;
  for (let order = 1; order <= orders; order += 1) {
    const garbled = `UPDATE subscriptions SET status = 'unpaid', has_feature_reimbursement = true, current_period_ends_at = NULL WHERE organization_id = $1`;
    await database.query(garbled, [practice.organizationId]);
    const fresh = bodies.map((body) => renamed(body, String(order)));
    const shuffled = Array.from({ length: COPIES }, () => fresh)
      .flat()
      .map((body) => ({ body, place: Math.random() }))
      .toSorted((a, b) => a.place - b.place);
    const statuses = new Set<number | null>();
    const queue = shuffled.values();
    const deliver = async () => {
      for (const { body } of queue) statuses.add(await relay.deliver(body));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, deliver));
    await settled();
    await deliverAll(relay);
    const row = await rowOf();
    if (row === isTrue && statuses.size === 1 && statuses.has(200)) equal += 1;
    else faults.push(`order ${order}: answers ${[...statuses].join(', ')}, row ${row}`);
  }
  console.log(`${EVENTS} events, each ${COPIES} times: the row is the same in ${equal} of ${orders} orders`);
  return faults;
}
