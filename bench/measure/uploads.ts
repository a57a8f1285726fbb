/** What the largest file of reimbursements costs everybody else: the time of a list page meanwhile, and the memory of the process. */
import type { ApiClient } from '../product/client.ts';
import { quantile } from './clients.ts';
import type { Comparison } from './comparison.ts';
import { pagesWhile, watchMemory } from './watching.ts';

const LINES = 200_000;
const TOO_MANY = 1_000_000;
const MEMORY_MB = 50;
/** Long enough that the memory which pages alone take has been taken and given back a few times. */
const QUIET_MS = 25_000;

/** No claim of a file is known from the one before. */
let files = 0;
function csvOf(lines: number, lineOf = (n: number) => `${files}-${n},BENCH${1 + (n % 3000)},M${n % 5000},,QMA,50,,,,\n`): Blob {
  files += 1;
  const parts: string[] = [];
  for (let n = 0; n < lines; n += 1) parts.push(lineOf(n));
  // One part: a Blob of a million is read so slowly that it would be the sender who is measured.
  return new Blob([parts.join('')], { type: 'text/csv' });
}

async function upload(admin: ApiClient, productUrl: string, file: Blob): Promise<{ status: number; body: string }> {
  const form = new FormData();
  form.set('file', file, 'past.csv');
  const reply = await fetch(`${productUrl}/api/v1/admin/reimbursements/upload`, {
    method: 'POST',
    body: form,
    headers: { cookie: admin.cookie },
  });
  return { status: reply.status, body: await reply.text() };
}

export async function compareUploads(
  { admin, manager, pid }: { admin: ApiClient; manager: ApiClient; pid: number },
  productUrl: string,
): Promise<Comparison[]> {
  const page = async () => {
    const reply = await manager.call(productUrl, '/inquiries');
    if (reply.status !== 200) throw new Error(`The list answered ${reply.status}.`);
  };
  const file = csvOf(LINES);
  const quietMemory = watchMemory(pid);
  const quietUntil = Date.now() + QUIET_MS;
  const quiet = await pagesWhile(page, () => Date.now() > quietUntil);

  const before = quietMemory();
  const memory = watchMemory(pid);
  let isOver = false;
  const started = performance.now();
  const uploading = upload(admin, productUrl, file).finally(() => (isOver = true));
  const meanwhile = await pagesWhile(page, () => isOver);
  const peak = memory();
  const answer = await uploading;
  if (answer.status !== 204) throw new Error(`The upload answered ${answer.status}: ${answer.body}`);
  const seconds = (performance.now() - started) / 1000;

  // Short, so that a million lines are less than 32 MB.
  const tooMany = csvOf(TOO_MANY, (n) => `R${files}-${n},BENCH1,,,,,,,,\n`);
  const refusing = performance.now();
  const refused = await upload(admin, productUrl, tooMany);
  if (refused.status !== 422) throw new Error(`A million lines were answered ${refused.status}.`);
  console.log(
    `  ${LINES.toLocaleString('en-US')} lines took ${seconds.toFixed(1)} s with ${meanwhile.length} pages meanwhile; ` +
      `${TOO_MANY.toLocaleString('en-US')} were refused after ${((performance.now() - refusing) / 1000).toFixed(1)} s`,
  );
  return [
    {
      name: '95th percentile of a list page while 200,000 reimbursements are uploaded',
      oursMs: quantile({ all: meanwhile }, 0.95),
      bareMs: quantile({ all: quiet }, 0.95),
      bound: 2,
    },
    { name: 'memory that the upload takes', oursMs: peak - before, bareMs: MEMORY_MB, bound: 1, unit: 'MB' },
  ];
}
