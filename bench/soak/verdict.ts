/** What must hold after all that: nothing lost, nothing doubled, nothing pending or asked on for ever, no payer asked twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '../product/client.ts';
import { SOAK_LAST_NAME, type Order } from './orders.ts';

/** A killed process holds an inquiry for 15 s more; then the background has a minute. */
const PENDING_MS = 75_000;
/**
 * A payer that fails two questions in three is left alone for two minutes, again and again: each of three attempts may have to wait until
 * its circuit closes, and so may those of the others that wait there.
 */
const OVER_MS = 600_000;

interface Row {
  id: string;
  status: string;
  patient: string;
  source: string | null;
}

export interface Verdict {
  faults: string[];
  /** Seconds until nothing was pending any more; null: something still is. */
  settledSeconds: number | null;
  /** Seconds until nothing was asked on any more, either. */
  overSeconds: number | null;
  /** How many ended how, by what was sent. */
  table: Record<string, Record<string, number>>;
}

interface Facts {
  client: ApiClient;
  baseUrl: string;
  sandboxUrl: string;
  orders: readonly Order[];
  seen: ReadonlySet<string>;
}

export async function judge(facts: Facts): Promise<Verdict> {
  const { orders } = facts;
  const settledSeconds = await untilNothingIs(facts, 'pending', PENDING_MS);
  const overSeconds = await untilNothingIs(facts, 'pending,max-retry', OVER_MS);
  const rows = await listAll(facts);
  const faults = [
    ...orders.flatMap((order) => ofAcknowledgement(order, rows)),
    ...ofTotals(orders, rows),
    ...[...facts.seen].filter((id) => !rows.has(id)).map((id) => `inquiry ${id} was seen in a list and is gone`),
    ...(await ofTransactions(facts, rows)),
  ];
  if (settledSeconds === null) faults.push(`something was still pending after ${PENDING_MS / 1000} s`);
  if (overSeconds === null) faults.push(`something was still asked on after ${OVER_MS / 1000} s`);
  return { faults, settledSeconds, overSeconds, table: tableOf(orders, rows) };
}

async function untilNothingIs({ client, baseUrl }: Facts, statuses: string, withinMs: number): Promise<number | null> {
  const started = Date.now();
  while (Date.now() - started < withinMs) {
    const reply = await client.call(baseUrl, `/inquiries?status=${statuses}&limit=1&patient_last_name=${SOAK_LAST_NAME}`);
    if (reply.headers.get('x-total-count') === '0') return Math.round((Date.now() - started) / 1000);
    await sleep(1_000);
  }
  return null;
}

async function listAll({ client, baseUrl }: Facts): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for (let page = 1; ; page += 1) {
    const reply = await client.call(baseUrl, `/inquiries?limit=100&page=${page}`);
    if (reply.status !== 200) throw new Error(`The list answered ${reply.status ?? 'nothing'}.`);
    const found = reply.body.inquiries as Row[];
    for (const row of found) rows.set(row.id, row);
    if (found.length < 100) return rows;
  }
}

function ofAcknowledgement(order: Order, rows: ReadonlyMap<string, Row>): string[] {
  const faults = order.refusals.map((refusal) => `${order.kind} order: answered ${refusal}`);
  if (order.acknowledged.size > 1) faults.push(`one key led to inquiries ${[...order.acknowledged].join(', ')}`);
  if (order.acknowledged.size === 0 && order.refusals.length === 0)
    faults.push(`a ${order.kind} order was never acknowledged in ${order.tries} tries`);
  for (const id of order.acknowledged) if (!rows.has(id)) faults.push(`inquiry ${id} was acknowledged and is gone`);
  return faults;
}

function ofTotals(orders: readonly Order[], rows: ReadonlyMap<string, Row>): string[] {
  const stored = [...rows.values()].filter((row) => row.patient.includes(SOAK_LAST_NAME)).length;
  const wanted = orders.filter((order) => order.acknowledged.size > 0).length;
  return stored === wanted ? [] : [`${wanted} inquiries were wanted, ${stored} are stored`];
}

interface CountedTransaction {
  member_id: string;
  count: number;
  without_answer: number;
}

async function ofTransactions({ sandboxUrl, orders }: Facts, rows: ReadonlyMap<string, Row>): Promise<string[]> {
  const reply = await fetch(`${sandboxUrl}/__requests?full=1`);
  const report = (await reply.json()) as Record<string, { transactions: CountedTransaction[] }>;
  const asked = new Map<string, number>();
  for (const vendor of ['availity', 'pverify', 'core']) {
    for (const { member_id: memberId, count, without_answer: unanswered } of report[vendor]?.transactions ?? []) {
      asked.set(memberId, (asked.get(memberId) ?? 0) + count - unanswered);
    }
  }
  return orders.flatMap((order) => {
    const count = asked.get(order.memberId) ?? 0;
    const [id = ''] = order.acknowledged;
    const status = rows.get(id)?.status;
    if (count > 1) return [`a ${order.kind} inquiry (${id}, ${status}, ${order.payer}) was asked ${count} times`];
    if (count === 0 && status === 'complete') return [`a ${order.kind} inquiry (${id}) is complete and was never asked`];
    return [];
  });
}

function tableOf(orders: readonly Order[], rows: ReadonlyMap<string, Row>): Verdict['table'] {
  const table: Verdict['table'] = {};
  for (const order of orders) {
    const [id = ''] = order.acknowledged;
    const status = rows.get(id)?.status ?? 'never stored';
    const line = (table[order.kind] ??= {});
    line[status] = (line[status] ?? 0) + 1;
  }
  return table;
}
