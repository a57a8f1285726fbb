/**
 * The company that an answer names, asked from its case with one call, against the sandbox, whose payers all take as long: from the call until the second
 * answer is in the case's grid, less what the payer takes (docs/product.md 20.4).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { withOwnProduct, type OwnProduct } from '../product/own-product.ts';
import { median, quantile } from './clients.ts';
import { cpuReader, type Cpu } from './cpu.ts';
import type { Comparison } from './comparison.ts';

const PAYER = 'Sunflower Community Health';
/** Whom the sandbox's scenario names. */
const COMPANY = 'SABLE BEHAVIORAL PARTNERS';
/** SANDBOX_ANSWER_MS as it is preset. */
const PAYER_MS = 300;
const BESIDES_MS = 1_000;
const WARM = 5;
const CASES = 60;
const LOOK_MS = 50;

type Body = Record<string, unknown>;

async function demand<T>({ client, url }: OwnProduct, path: string, body?: object): Promise<T> {
  const reply = await client.call(url, path, body === undefined ? {} : { method: 'POST', body });
  if (reply.status === null || reply.status >= 300) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply.body as T;
}

async function untilAnswered(product: OwnProduct, inquiry: { id: string; status: string }): Promise<void> {
  let { status } = inquiry;
  while (status !== 'complete') {
    if (status === 'error') throw new Error('A check ended without an answer.');
    await sleep(LOOK_MS);
    ({ status } = (await demand<{ inquiry: { status: string } }>(product, `/inquiries/${inquiry.id}`)).inquiry);
  }
}

/** Payers are brought in after the first start. */
async function deskForm(product: OwnProduct): Promise<Body> {
  const { providers } = await demand<{ providers: { id: string }[] }>(product, '/providers/compact');
  for (;;) {
    const { payers } = await demand<{ payers: { id: string; name: string }[] }>(product, '/payers');
    const payer = payers.find(({ name }) => name === PAYER);
    if (payer !== undefined && payers.some(({ name }) => name.toUpperCase() === COMPANY))
      return { provider_id: providers[0]?.id, payer_id: payer.id };
    await sleep(500);
  }
}

const lettersOf = (n: number) => [...String(n)].map((digit) => 'abcdefghij'[Number(digit)]).join('');

/** A case whose answer names another company; its id. */
async function openCase(product: OwnProduct, form: Body, n: number): Promise<string> {
  const { inquiry } = await demand<{ inquiry: { id: string; status: string } }>(product, '/inquiries', {
    ...form,
    memberId: `CARVE${n}`,
    patientFirstName: 'Fenella',
    patientLastName: `Measured${lettersOf(n)}`,
    patientBirthDate: '1979-11-23',
    serviceType: ['30', 'MH'],
    selectedCombo: ['memberId', 'patientLastName', 'patientFirstName', 'patientBirthDate'],
  });
  await untilAnswered(product, inquiry);
  const opened = { inquiry_id: inquiry.id, provider_id: form['provider_id'], levels: ['rtc', 'op'] };
  return (await demand<{ case: { id: string } }>(product, '/cases', opened)).case.id;
}

/** Asks the company and waits until its answer is in the grid. */
async function secondAnswer(product: OwnProduct, id: string): Promise<void> {
  const second = await demand<{ inquiry: { id: string; status: string } }>(product, `/cases/${id}/checks`, { company: COMPANY });
  await untilAnswered(product, second.inquiry);
  const { cells } = await demand<{ cells: { said_by: string | null }[] }>(product, `/cases/${id}/grid`);
  if (!cells.some(({ said_by: by }) => by === COMPANY)) throw new Error('The second answer is not in the grid.');
}

export async function compareCarveOut(port: number): Promise<Comparison[]> {
  return await withOwnProduct(port, 'sandbox', async (product) => {
    const form = await deskForm(product);
    const { rows: backends } = await product.owner.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const readCpu = cpuReader(product.pid, backends[0]?.pid ?? 0);
    const spent: Cpu = { serverMs: 0, databaseMs: 0 };
    const own: number[] = [];
    for (let n = 0; n < WARM + CASES; n += 1) {
      const id = await openCase(product, form, n);
      const before = readCpu?.();
      const started = performance.now();
      await secondAnswer(product, id);
      if (n < WARM) continue;
      own.push(performance.now() - started - PAYER_MS);
      const after = readCpu?.();
      spent.serverMs += ((after?.serverMs ?? 0) - (before?.serverMs ?? 0)) / CASES;
      spent.databaseMs += ((after?.databaseMs ?? 0) - (before?.databaseMs ?? 0)) / CASES;
    }
    const times = { all: own.toSorted((a, b) => a - b) };
    const cpu = `${spent.serverMs.toFixed(0)} + ${spent.databaseMs.toFixed(0)} ms`;
    console.log(`  ${CASES} second answers, beyond the payer's ${PAYER_MS} ms: median ${median(times).toFixed(0)} ms; CPU of one ${cpu}`);
    return [
      {
        name: '95th percentile of a second answer, beyond what the payer takes',
        oursMs: quantile(times, 0.95),
        bareMs: BESIDES_MS,
        bound: 1,
      },
    ];
  });
}
