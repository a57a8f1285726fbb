/** A list of 10,000 patients, read and checked row by row: how long that takes, and the memory. */
import { readFileSync } from 'node:fs';
import { writeXlsx } from '../../apps/server/src/features/batches/export/write-xlsx.ts';
import { createTablePool } from '../../apps/server/src/features/batches/reading/table-pool.ts';
import { csvLine } from '../../apps/server/src/http/csv.ts';
import { createLog } from '../../apps/server/src/log.ts';
import { checkList } from '../../apps/server/test/check-list.ts';
import { patientList } from '../../apps/server/test/patient-lists.ts';
import type { Comparison } from './comparison.ts';

const ROWS = 10_000;
const SECONDS = 10;
const MEMORY_MB = 250;

/** Of this process and its threads, in MB. */
function memory(): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return Number(kb ?? NaN) / 1024;
}

export async function compareReadingLists(): Promise<Comparison[]> {
  const list = patientList(ROWS);
  const lines = [list.header, ...list.rows];
  const files = [
    { filename: 'list.csv', bytes: Buffer.from(lines.map(csvLine).join('')) },
    { filename: 'list.xlsx', bytes: writeXlsx(lines, 'Patients') },
  ];
  const pool = createTablePool(createLog('silent'));
  // The thread is there, as in a server that runs.
  await pool.read({ text: 'a\tb' });
  const comparisons: Comparison[] = [];
  for (const file of files) {
    const before = memory();
    let peak = before;
    const watching = setInterval(() => (peak = Math.max(peak, memory())), 20);
    const started = performance.now();
    const table = await pool.read(file);
    if ('refused' in table) throw new Error(table.refused);
    const { ready } = checkList(table.rows);
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watching);
    peak = Math.max(peak, memory());
    if (ready.length !== ROWS) throw new Error(`${ready.length} of ${ROWS} rows are ready.`);
    comparisons.push(
      { name: `reading and checking 10,000 rows of ${file.filename}`, oursMs: seconds, bareMs: SECONDS, bound: 1, unit: 's' },
      { name: `memory that ${file.filename} takes`, oursMs: peak - before, bareMs: MEMORY_MB, bound: 1, unit: 'MB' },
    );
  }
  await pool.close();
  return comparisons;
}
