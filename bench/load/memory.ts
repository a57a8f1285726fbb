/** What a server holds of the machine's memory while it works, minute by minute. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../measure/clients.ts';
import type { Operation } from './operations.ts';

const MINUTE_MS = 60_000;

export interface HoldOptions {
  minutes: number;
  clients: number;
  /** Calls a second of all clients together; null: as fast as they are answered. */
  pace: number | null;
  /** Of the server's process. */
  pid: number;
}

/**
 * All operations in turn by so many clients; prints the memory of the process at each tenth, and of its first and last third. A call that fails,
 * as a PDF does that had to wait for too long on a busy machine, is counted and ends nothing.
 */
export async function holdLoad(operations: readonly Operation[], { minutes, clients, pace, pid }: HoldOptions): Promise<void> {
  const over = new AbortController();
  let calls = 0;
  const failed = new Map<string, number>();
  const client = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const operation = operations[calls % operations.length];
      calls += 1;
      const pause = sleep(pace === null ? 0 : (clients / pace) * 1000);
      await operation?.run().catch(() => failed.set(operation.name, 1 + (failed.get(operation.name) ?? 0)));
      await pause;
    }
  };
  const working = Promise.all(Array.from({ length: clients }, client));
  const megabytes: number[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    await Promise.race([sleep(MINUTE_MS), working]);
    megabytes.push(residentMb(pid));
    if (minute % Math.max(1, Math.round(minutes / 10)) === 0) console.log(`minute ${minute}: ${megabytes.at(-1)} MB, ${calls} calls`);
  }
  over.abort();
  await working;
  for (const [name, count] of failed) console.log(`${name}: ${count} calls failed`);
  const third = Math.max(1, Math.floor(minutes / 3));
  const of = (part: number[]) => median({ all: part.toSorted((a, b) => a - b) });
  console.log(
    `memory of the server: ${of(megabytes.slice(0, third))} MB in the first third, ${of(megabytes.slice(-third))} MB in the last, ${Math.max(...megabytes)} MB at most`,
  );
}

/** Linux. */
function residentMb(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}
