/** Files made to harm, brought in while others work: how long each takes to be refused, the memory it takes, and what the others notice (product.md 19.1). */
import { entriesOf, partsOfWorkbook, textRow, workbookOf, zipOf } from '../../apps/server/test/workbooks.ts';
import { makeForm, sendMade, withOwnProduct } from '../product/own-product.ts';
import { quantile } from './clients.ts';
import type { Comparison } from './comparison.ts';
import { pagesWhile, watchMemory } from './watching.ts';

const MB = 1024 * 1024;
/** Long enough that the start of the threads is a part and not the whole. */
const ROUNDS = 20;
const QUIET_MS = 25_000;
const SECONDS = 5;
const MEMORY_MB = 250;

const sheet = (xml: string) => workbookOf({ sheets: { List: xml } });
const list = { sheets: { List: textRow('First Name', 'DOB') + textRow('Ada', '1/2/1980') } };
/** Hundreds of megabytes of cells in some hundred kilobytes. */
function bomb(): Buffer {
  const cells = Buffer.alloc(290 * MB, textRow('a'));
  return zipOf(entriesOf(partsOfWorkbook(list)).map((entry) => (entry.name.endsWith('sheet1.xml') ? { ...entry, bytes: cells } : entry)));
}
/** Grow too little for a bomb, and too much for a list. */
const texts = (): string =>
  `<sst>${Array.from({ length: 330_000 }, (_, n) => `<si><t>${String(n).padStart(8, '0')} ${'Quenby Testperson '.repeat(10)}</t></si>`).join('')}</sst>`;

const FILES: readonly [name: string, make: () => Buffer][] = [
  ['a bomb', bomb],
  ['deep XML', () => workbookOf({ sheets: {}, parts: { ...partsOfWorkbook(list), 'xl/worksheets/sheet1.xml': '<a>'.repeat(3_000_000) } })],
  ['a million empty rows', () => sheet(Array.from({ length: 1_000_000 }, (_, n) => `<row r="${n + 1}"/>`).join(''))],
  ['shared texts of 64 MB', () => workbookOf({ ...list, parts: { 'xl/sharedStrings.xml': texts() } })],
  ['a row of 16,384 columns', () => sheet(`<row>${'<c><v>1</v></c>'.repeat(16_384)}</row>`)],
];

export async function compareHarmfulLists(port: number): Promise<Comparison[]> {
  return await withOwnProduct(port, {}, async (product) => {
    const { client, url, pid } = product;
    const page = async () => {
      const reply = await client.call(url, '/batches');
      if (reply.status !== 200) throw new Error(`The list answered ${reply.status}.`);
    };
    const { body } = await client.call(url, '/providers/compact');
    const providerId = (body.providers as { id: string }[])[0]?.id ?? '';
    // Made before: what the client does to make one would be measured as the server's.
    const files = await Promise.all(
      FILES.map(async ([name, make]) => {
        const bytes = make();
        return { name, size: bytes.length, form: await makeForm({ provider_id: providerId }, { name: 'list.xlsx', bytes }) };
      }),
    );
    const quietMemory = watchMemory(pid);
    const quietUntil = Date.now() + QUIET_MS;
    const quiet = await pagesWhile(page, () => Date.now() > quietUntil);
    const before = quietMemory();
    const memory = watchMemory(pid);
    const longest = new Map<string, number>();
    const send = async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { name, form } of files) {
          const started = performance.now();
          const { status, body: words } = await sendMade(product, '/batches', form);
          const seconds = (performance.now() - started) / 1000;
          if (status !== 422) throw new Error(`${name} answered ${status}: ${words}`);
          longest.set(name, Math.max(longest.get(name) ?? 0, seconds));
        }
      }
    };
    let isOver = false;
    const sending = send().finally(() => (isOver = true));
    const meanwhile = await pagesWhile(page, () => isOver);
    await sending;
    const peak = memory();
    for (const { name, size } of files) {
      console.log(`  ${name}: ${(size / 1024).toFixed(0)} kB, refused within ${longest.get(name)?.toFixed(2)} s`);
    }
    console.log(`  ${quiet.length} pages before and ${meanwhile.length} meanwhile`);
    return [
      { name: 'refusing a file made to harm', oursMs: Math.max(...longest.values()), bareMs: SECONDS, bound: 1, unit: 's' },
      { name: 'memory that such files take', oursMs: peak - before, bareMs: MEMORY_MB, bound: 1, unit: 'MB' },
      {
        name: '95th percentile of a page while they are refused',
        oursMs: quantile({ all: meanwhile }, 0.95),
        bareMs: quantile({ all: quiet }, 0.95),
        bound: 2,
      },
    ];
  });
}
