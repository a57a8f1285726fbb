/**
 * A list of 10,000 rows against a clearinghouse that answers at once: rows a second, what somebody at a desk notices of it, and how many questions a
 * payer has at a time where it is slow (docs/product.md 19.4). `BATCH_PER_SECOND` is as it is preset.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from '@coverlight/contract/batches/batch.schema.ts';
import { sendForm, withOwnProduct, type OwnProduct } from '../product/own-product.ts';
import { median, quantile } from './clients.ts';
import { cpuReader } from './cpu.ts';
import type { Comparison } from './comparison.ts';
import { ownShares, submitOnce, type Form } from './submissions.ts';
import { payerNamed } from './vendor.ts';

const MOST_ROWS = 10_000;
const PAYERS = 40;
const ROWS_A_SECOND = 25;
const DESK_PAUSE_MS = 500;
const IDLE_CHECKS = 60;
/** Of a payer that takes so long, more than are let through would be on their way by the pace alone. */
const SLOW_MS = 4_000;
const SLOW = { rows: 160, payers: 4, atOnce: 5 };

/** `rows`: fewer than 10,000 take less time and tell as much of one. */
export async function compareSendingLists(port: number, rows: number): Promise<Comparison[]> {
  const count = Math.min(rows, MOST_ROWS);
  const asked = new Map<string, number>();
  let most = 0;
  let waitMs = 0;
  const meanwhile = async (payerId: string) => {
    asked.set(payerId, (asked.get(payerId) ?? 0) + 1);
    most = Math.max(most, asked.get(payerId) ?? 0);
    if (waitMs > 0) await sleep(waitMs);
    asked.set(payerId, (asked.get(payerId) ?? 0) - 1);
  };
  return await withOwnProduct(port, { morePayers: PAYERS, meanwhile }, async (product) => {
    const form = await deskForm(product);
    for (let warm = 0; warm < 30; warm += 1) await submitOnce(product.client, product.url, form);
    const idle = await deskShares(product, form, (done) => done >= IDLE_CHECKS);
    const batchId = await bringIn(product, form.provider_id, count, PAYERS);
    const { rows: backends } = await product.owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const readCpu = cpuReader(product.pid, backends[0]?.pid ?? 0);
    const before = readCpu?.();
    const started = performance.now();
    await demand(product, 'POST', `/batches/${batchId}/start`, { reuse_days: 0 });
    let isOver = false;
    const sending = untilDone(product, batchId).finally(() => (isOver = true));
    const busy = await deskShares(product, form, () => isOver);
    const { counts } = await sending;
    const seconds = (performance.now() - started) / 1000;
    const after = readCpu?.();
    if (before !== undefined && after !== undefined) {
      const [server, database] = [after.serverMs - before.serverMs, after.databaseMs - before.databaseMs].map((ms) =>
        (ms / count).toFixed(1),
      );
      console.log(`  CPU of a row, and of what the desk does meanwhile: ${server} + ${database} ms`);
    }
    if (counts.answered !== count) throw new Error(`Answered: ${JSON.stringify(counts)}`);
    console.log(
      `  ${count.toLocaleString('en-US')} rows in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(1)} a second; a desk's own share at the 95th ` +
        `percentile: ${quantile({ all: busy }, 0.95).toFixed(1)} ms of ${busy.length}, idle ${quantile({ all: idle }, 0.95).toFixed(1)} ms of ${idle.length}`,
    );
    most = 0;
    waitMs = SLOW_MS;
    const slow = await bringIn(product, form.provider_id, SLOW.rows, SLOW.payers);
    await demand(product, 'POST', `/batches/${slow}/start`, { reuse_days: 0 });
    await untilDone(product, slow);
    return [
      { name: `sending ${count} rows to ${PAYERS} payers`, oursMs: seconds, bareMs: count / ROWS_A_SECOND, bound: 1, unit: 's' },
      {
        name: 'own share of a submission while they are sent, beside one alone',
        oursMs: median({ all: busy }),
        bareMs: median({ all: idle }),
        bound: 2,
      },
      { name: 'questions that a slow payer has at once', oursMs: most, bareMs: SLOW.atOnce, bound: 1, unit: 'questions' },
    ];
  });
}

async function demand<T>({ client, url }: OwnProduct, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  for (;;) {
    const reply = await client.call(url, path, { method, ...(body === undefined ? {} : { body }) });
    if (reply.status !== null && reply.status < 300) return reply.body as T;
    // Of a machine that has too much to do with other things.
    if (reply.status !== 503) throw new Error(`${method} ${path} answered ${reply.status}.`);
    await sleep(1_000);
  }
}

async function deskForm(product: OwnProduct): Promise<Form> {
  const { payers } = await demand<{ payers: { id: string; name: string }[] }>(product, 'GET', '/payers');
  const { providers } = await demand<{ providers: { id: string }[] }>(product, 'GET', '/providers/compact');
  const payer = payers.find(({ name }) => /bench mutual/i.test(name));
  const [provider] = providers;
  if (payer === undefined || provider === undefined) throw new Error('There is no payer or provider to bench with.');
  return { provider_id: provider.id, payer_id: payer.id };
}

/** One check after the other, with a pause between, as at a desk. */
async function deskShares(product: OwnProduct, form: Form, isOver: (done: number) => boolean): Promise<number[]> {
  const taken = new Map<string, number>();
  while (!isOver(taken.size)) {
    const started = performance.now();
    const id = await submitOnce(product.client, product.url, form);
    taken.set(id, performance.now() - started);
    await sleep(DESK_PAUSE_MS);
  }
  return await ownShares(product.owner, taken);
}

let lists = 0;
/** Everybody has a name of their own, or each would be a likely double of all before. */
const lettersOf = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** In review, each row ready. */
async function bringIn(product: OwnProduct, providerId: string, rows: number, payers: number): Promise<string> {
  lists += 1;
  const lines = Array.from(
    { length: rows },
    (_, n) => `Measured${lettersOf(n)},Fenella,11/23/1979,LST${lists}X${n},${payerNamed(n % payers)}`,
  );
  const bytes = ['Last Name,First Name,DOB,Member ID,Insurance', ...lines].join('\r\n');
  const started = performance.now();
  const created = await sendForm(product, '/batches', { provider_id: providerId }, { name: 'list.csv', bytes });
  if (created.status !== 201) throw new Error(`A list answered ${created.status}: ${created.body}`);
  const { batch } = JSON.parse(created.body) as { batch: Batch };
  const reviewed = await demand<{ batch: Batch }>(product, 'PUT', `/batches/${batch.id}`, { mapping: batch.mapping });
  if (reviewed.batch.counts.ready !== rows) throw new Error(`Ready: ${JSON.stringify(reviewed.batch.counts)}`);
  console.log(`  ${rows.toLocaleString('en-US')} rows were read and checked in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return batch.id;
}

async function untilDone(product: OwnProduct, id: string): Promise<Batch> {
  for (;;) {
    const { batch } = await demand<{ batch: Batch }>(product, 'GET', `/batches/${id}`);
    if (batch.state === 'done') return batch;
    await sleep(1_000);
  }
}
