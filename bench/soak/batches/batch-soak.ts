/**
 * Two servers send one list while one of them is killed, again and again: each row becomes one inquiry and is asked once, and nobody has to start
 * anything anew (docs/product.md 19.4). Then a second list without kills: how many rows a second. And a third with a bound, which both send together.
 */
import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, BatchRow } from '@coverlight/contract/batches/batch.schema.ts';
import type { ApiClient } from '../../product/client.ts';

export interface BatchSoak {
  client: ApiClient;
  baseUrls: readonly string[];
  sandboxUrl: string;
  rows: number;
  kills: number;
  /** Kills one of the servers and starts it again. */
  upset: () => Promise<void>;
}

const OVER_MS = 900_000;
const SOAK_NAME = 'Listwillowby';
const BOUND = 100;

/** Everybody has a name of their own, or each would be a likely double of all before. */
const lettersOf = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');
const newMemberIds = (count: number) => Array.from({ length: count }, () => `XQL${randomBytes(6).toString('hex').toUpperCase()}`);

/** How many faults. */
export async function soakBatches(soak: BatchSoak): Promise<number> {
  const upset = await sendList(soak, soak.kills);
  const calm = await sendList(soak, 0);
  console.log(`${soak.rows} rows: ${upset.seconds.toFixed(0)} s through ${soak.kills} kills; ${calm.seconds.toFixed(0)} s without any,`);
  console.log(`${(soak.rows / calm.seconds).toFixed(1)} rows a second`);
  const bounded = await sendBounded(soak);
  const faults = [...upset.faults, ...calm.faults, ...bounded];
  for (const fault of faults) console.log(`FAULT ${fault}`);
  return faults.length;
}

async function sendList(soak: BatchSoak, kills: number): Promise<{ seconds: number; faults: string[] }> {
  const memberIds = newMemberIds(soak.rows);
  const id = await bringIn(soak, memberIds);
  const started = Date.now();
  await call(soak, 'POST', `/batches/${id}/start`, { reuse_days: 0 });
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(randomInt(300, 3_000));
    await soak.upset();
  }
  const batch = await untilRested(soak, id, started);
  const seconds = (Date.now() - started) / 1000;
  const faults = batch.state === 'done' ? [] : [`the list is ${batch.state} after ${seconds.toFixed(0)} s`];
  return { seconds, faults: [...faults, ...(await faultsOf(soak, id, memberIds))] };
}

async function sendBounded(soak: BatchSoak): Promise<string[]> {
  const memberIds = newMemberIds(BOUND + 50);
  const id = await bringIn(soak, memberIds);
  const started = Date.now();
  await call(soak, 'POST', `/batches/${id}/start`, { reuse_days: 0, ceiling: BOUND });
  const { state, counts } = await untilRested(soak, id, started);
  const asked = await countAsked(soak.sandboxUrl);
  const times = memberIds.map((memberId) => asked.get(memberId)?.times ?? 0);
  const total = times.reduce((sum, one) => sum + one, 0);
  console.log(`of ${memberIds.length} rows with a bound of ${BOUND}, ${total} were asked`);
  if (state === 'paused' && counts.answered === BOUND && counts['over-budget'] === 50 && total === BOUND && Math.max(...times) === 1)
    return [];
  return [`a bound of ${BOUND} let ${total} through; the list is ${state}: ${JSON.stringify(counts)}`];
}

/** Any of the servers may be away: another, or the same one a little later, answers. */
async function call<T>(soak: BatchSoak, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  for (let tries = 0; tries < 120; tries += 1) {
    const baseUrl = soak.baseUrls[tries % soak.baseUrls.length] ?? '';
    const reply = await soak.client.call(baseUrl, path, { method, ...(body === undefined ? {} : { body }) });
    if (reply.status !== null && reply.status < 300) return reply.body as T;
    if (reply.status !== null && reply.status < 500) throw new Error(`${method} ${path} answered ${reply.status}.`);
    await sleep(500);
  }
  throw new Error(`${method} ${path} was not answered.`);
}

async function bringIn(soak: BatchSoak, memberIds: readonly string[]): Promise<string> {
  const { providers } = await call<{ providers: { id: string }[] }>(soak, 'GET', '/providers/compact');
  const { payers } = await call<{ payers: { id: string; name: string; is_group: boolean }[] }>(soak, 'GET', '/payers');
  const names = payers
    .filter(({ name, is_group: isGroup }) => !isGroup && !name.includes('(') && !/\bBO\b/.test(name))
    .map(({ name }) => name);
  const alone = names.filter((name) => names.filter((one) => one.toLowerCase() === name.toLowerCase()).length === 1);
  const lines = memberIds.map((id, at) =>
    [`${SOAK_NAME}${lettersOf(at)}`, 'Ada', '02/29/1980', id, alone[at % alone.length], '4711'].join('\t'),
  );
  const text = ['Last\tFirst\tBirth date\tMember ID\tInsurance\tGroup #', ...lines].join('\n');
  const { batch } = await call<{ batch: Batch }>(soak, 'POST', '/batches', { source: 'paste', text, provider_id: providers[0]?.id });
  const reviewed = await call<{ batch: Batch }>(soak, 'PUT', `/batches/${batch.id}`, { mapping: batch.mapping });
  if (reviewed.batch.counts.ready !== memberIds.length) throw new Error(`Ready: ${JSON.stringify(reviewed.batch.counts)}`);
  return batch.id;
}

/** Until nothing more is sent. */
async function untilRested(soak: BatchSoak, id: string, started: number): Promise<Batch> {
  for (;;) {
    const { batch } = await call<{ batch: Batch }>(soak, 'GET', `/batches/${id}`);
    if (batch.state !== 'sending' || Date.now() - started > OVER_MS) return batch;
    await sleep(500);
  }
}

async function faultsOf(soak: BatchSoak, id: string, memberIds: readonly string[]): Promise<string[]> {
  const rows: BatchRow[] = [];
  for (let page = 1; rows.length < memberIds.length; page += 1) {
    const found = await call<{ rows: BatchRow[] }>(soak, 'GET', `/batches/${id}/rows?sort=row&limit=100&page=${page}`);
    if (found.rows.length === 0) break;
    rows.push(...found.rows);
  }
  const inquiries = new Set(rows.map(({ inquiry_id: inquiryId }) => inquiryId));
  const asked = await countAsked(soak.sandboxUrl);
  const ended = new Map<string, number>();
  let unsent = 0;
  const faults = rows.flatMap(({ state, content }) => {
    ended.set(state, (ended.get(state) ?? 0) + 1);
    const { times = 0, answered = 0 } = asked.get(content?.member_id ?? '') ?? {};
    // What was written down as asked may not have left before the end of the process, and nobody can know: it is never asked again.
    if (state === 'failed' && times === 0) unsent += 1;
    // Of an answer that was lost on its way nobody knows: where the clearinghouse gives it again it is asked again, and answered once.
    const isRight = state === 'answered' ? answered === 1 : state === 'failed' && answered <= 1;
    return isRight ? [] : [`a row that is ${state} was asked ${times} times and answered ${answered} times`];
  });
  if (unsent > 0) console.log(`${unsent} rows failed without having left: killed between being written down and being sent`);
  console.log(`rows ended: ${[...ended].map(([state, many]) => `${many} ${state}`).join(', ')}`);
  return [...(inquiries.size === memberIds.length ? [] : [`${memberIds.length} rows became ${inquiries.size} inquiries`]), ...faults];
}

interface Asked {
  times: number;
  /** Of these, those whose answer was sent back. */
  answered: number;
}

/** By member id. */
async function countAsked(sandboxUrl: string): Promise<Map<string, Asked>> {
  const reply = await fetch(`${sandboxUrl}/__requests?full=1`);
  const report = (await reply.json()) as Record<string, { transactions?: { member_id: string; count: number; without_answer: number }[] }>;
  const asked = new Map<string, Asked>();
  for (const { transactions = [] } of Object.values(report)) {
    for (const { member_id: memberId, count, without_answer: unanswered } of transactions) {
      const { times, answered } = asked.get(memberId) ?? { times: 0, answered: 0 };
      asked.set(memberId, { times: times + count, answered: answered + count - unanswered });
    }
  }
  return asked;
}
