/** What a process and its visitors notice of something that is done meanwhile. */
import { readFileSync } from 'node:fs';

const CLIENTS = 2;

/** Memory of a process in MB. */
function memoryOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kb === undefined) throw new Error('The memory of the process cannot be read.');
  return Number(kb) / 1024;
}

/** The most memory until it is told to stop. */
export function watchMemory(pid: number): () => number {
  let peak = memoryOf(pid);
  const watching = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 100);
  return () => {
    clearInterval(watching);
    return peak;
  };
}

/** Pages one after the other until told to stop, in milliseconds. */
export async function pagesWhile(page: () => Promise<void>, isOver: () => boolean): Promise<number[]> {
  const all: number[] = [];
  const client = async () => {
    while (!isOver()) {
      const started = performance.now();
      await page();
      all.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return all.toSorted((a, b) => a - b);
}
