/** Reading X12: time and memory beside a bare split of the file, and a race with two other readers on files as they really come. */
import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import { readInterchanges, transactionsOf } from '@coverlight/x12/interchanges.ts';
import { read271 } from '@coverlight/x12/read-271.ts';
import { X12FatInterchange, X12Parser } from 'node-x12';
import { X12parser } from 'x12-parser';
import { median } from './clients.ts';
import type { Comparison } from './comparison.ts';

const SEGMENTS = 2663;
const SMALL_MS = 5;
const LARGE_BYTES = 5 * 1024 * 1024;
const LARGE_MS = 400;
const MEMORY = 2;

const HEADER = 'ISA*00*          *00*          *ZZ*HARBORSENDER   *ZZ*TIDEWATER      *261122*1200*^*00501*000000907*0*T*:~';
const HEAD = `GS*HB*HARBORSENDER*TIDEWATER*20261122*1200*907*X*005010X279A1~ST*271*0001*005010X279A1~BHT*0022*11*HARBOR*20261122*1201~HL*1**20*1~NM1*PR*2*TIDEWATER HEALTH*****PI*TW001~HL*2*1*21*1~NM1*1P*2*HARBOR*****XX*1234567893~HL*3*2*22*0~NM1*IL*1*QUACKENBUSH*OTTOLINE****MI*XQZ1~EB*1**30**HARBOR GOLD~`;
const LINES = 'EB*C*IND*30^98^MH***23*1500*****Y~DTP*348*D8*20260101~MSG*SUBJECT TO CHANGE~EB*A*IND*MH*****.2****N~III*ZZ*11~';

/** A file of so many segments. */
function fileOf(segments: number): string {
  const fixed = `${HEADER}${HEAD}`.split('~').length - 1 + 3;
  const lines = LINES.split('~').slice(0, -1);
  const body = Array.from({ length: Math.max(0, segments - fixed) }, (_, at) => lines[at % lines.length]);
  return `${HEADER}${HEAD}${body.join('~')}~SE*${segments - 4}*0001~GE*1*907~IEA*1*000000907~`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const bareSplit = (text: string) => text.split('~').map((segment) => segment.split('*'));

/** Processor time of each run: reading waits for nothing, and what else the machine does is not counted. */
async function cpuRuns(runs: number, work: () => unknown): Promise<number> {
  const all: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    all.push((user + system) / 1000);
  }
  return median({ all });
}

/** Bytes that what `make` returns keeps alive. */
function keptBytes(make: () => unknown, collect: () => void): number {
  collect();
  const before = process.memoryUsage().heapUsed;
  const kept = make();
  collect();
  const after = process.memoryUsage().heapUsed;
  // Read, so that it lives until here.
  if (kept === undefined) throw new Error('There is nothing to measure.');
  return after - before;
}

function compareMemory(text: string): Comparison {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const bytes = bytesOf(text);
  const ours = keptBytes(() => readInterchanges(bytes), collect);
  const bare = keptBytes(() => bareSplit(Buffer.from(bytes).toString()), collect);
  const megabytes = (value: number) => value / 1024 / 1024;
  return { name: 'memory of 5 MB of X12 beside a bare split', oursMs: megabytes(ours), bareMs: megabytes(bare), bound: MEMORY, unit: 'MB' };
}

/** Segments that each reader finds; -1 where it fails. */
const READERS: Record<string, (text: string) => number | Promise<number>> = {
  ours: (text) => readInterchanges(bytesOf(text)).segments.filter(({ id }) => id !== '').length,
  'node-x12': (text) => {
    const parsed = new X12Parser(false).parse(text);
    const interchanges = parsed instanceof X12FatInterchange ? parsed.interchanges : [parsed];
    const groups = interchanges.flatMap((interchange) => interchange.functionalGroups);
    const transactions = groups.flatMap((group) => group.transactions);
    const ends = [...interchanges, ...groups, ...transactions].flatMap(({ header, trailer }) => [header, trailer]);
    return transactions.flatMap(({ segments }) => segments).length + ends.filter((end) => end !== undefined).length;
  },
  'x12-parser': async (text) =>
    await new Promise<number>((resolve, reject) => {
      let count = 0;
      const parser = new X12parser('utf8');
      parser.on('data', () => (count += 1));
      parser.on('end', () => resolve(count));
      parser.on('error', reject);
      parser.end(text);
    }),
};

const FILE = fileOf(60);
const FILES: Record<string, string> = {
  'as it should be': FILE,
  'byte order mark': `\uFEFF${FILE}`,
  'line ends': FILE.replaceAll('~', '~\r\n'),
  'header not padded': FILE.replace(/ {2,}/g, ' '),
  'no last terminator': FILE.slice(0, -1),
  'a wrong count': FILE.replace(/SE\*\d+/, 'SE*9'),
  'no trailers': FILE.slice(0, FILE.indexOf('SE*')),
  'two interchanges': FILE + FILE,
  'two with other delimiters': FILE + FILE.replaceAll('*', '|'),
  'text before it': `Answer:\n${FILE}`,
};

async function countWith(read: (text: string) => number | Promise<number>, text: string): Promise<string> {
  try {
    return String(await read(text));
  } catch {
    return 'fails';
  }
}

async function race(): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    const sent = text
      .split('~')
      .map((segment) => segment.trim())
      .filter((segment) => segment !== '').length;
    const results = await Promise.all(
      Object.entries(READERS).map(async ([reader, read]) => {
        const count = await countWith(read, text);
        return `${reader} ${count}${count === String(sent) ? '' : Number(count) > sent ? ' (INVENTS)' : ' (LOSES)'}`;
      }),
    );
    console.log(`  segments, ${name}: ${sent} sent; ${results.join('; ')}`);
  }
}

export async function compareX12(): Promise<Comparison[]> {
  await race();
  const small = fileOf(SEGMENTS);
  const [smallBytes, large] = [bytesOf(small), fileOf(Math.round((LARGE_BYTES / small.length) * SEGMENTS))];
  const largeBytes = bytesOf(large);
  const reading = readInterchanges(smallBytes);
  const readAll = () => transactionsOf(readInterchanges(smallBytes)).flatMap(read271);
  await cpuRuns(60, readAll);
  const others: string[] = [];
  // One after the other, so that each has the processor's time to itself.
  for (const [name, read] of Object.entries(READERS)) others.push(`${name} ${(await cpuRuns(15, () => read(small))).toFixed(2)} ms`);
  console.log(`  ${reading.segments.length} segments, ${smallBytes.length} bytes: ${others.join('; ')}`);
  return [
    {
      name: `X12 of ${SEGMENTS} segments`,
      oursMs: await cpuRuns(60, () => readInterchanges(smallBytes)),
      bareMs: SMALL_MS,
      bound: 1,
    },
    { name: `the answer of ${SEGMENTS} segments`, oursMs: await cpuRuns(60, readAll), bareMs: SMALL_MS, bound: 2 },
    { name: 'X12 of 5 MB', oursMs: await cpuRuns(7, () => readInterchanges(largeBytes)), bareMs: LARGE_MS, bound: 1 },
    compareMemory(large),
  ];
}
