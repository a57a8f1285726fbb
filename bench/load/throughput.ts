/** So many clients for so many seconds: how often a second, and what CPU each call takes. */
import type { ReadCpu } from '../measure/clients.ts';
import { quantile } from '../measure/clients.ts';
import type { Cpu } from '../measure/cpu.ts';
import type { Operation } from './operations.ts';

const WARM_UP_CALLS = 3;

export interface Load {
  name: string;
  rows: number;
  servers: number;
  callsPerSecond: number;
  /** Calls that were refused, as a PDF is that had to wait for too long on a busy machine: they are in no other figure. */
  failed: number;
  medianMs: number;
  p95Ms: number;
  /** Of one call; null where the system does not tell it. */
  cpu: Cpu | null;
}

export interface LoadOptions {
  rows: number;
  servers: number;
  clients: number;
  seconds: number;
  /** Of each server. */
  readCpu: readonly ReadCpu[];
}

export async function measureLoad({ name, run }: Operation, { rows, servers, clients, seconds, readCpu }: LoadOptions): Promise<Load> {
  for (let warm = 0; warm < WARM_UP_CALLS * clients; warm += 1) await run();
  const before = readAll(readCpu);
  const started = performance.now();
  const all: number[] = [];
  let failed = 0;
  const client = async (): Promise<void> => {
    while (performance.now() - started < seconds * 1000) {
      const began = performance.now();
      await run().then(
        () => all.push(performance.now() - began),
        () => (failed += 1),
      );
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const tookSeconds = (performance.now() - started) / 1000;
  const after = readAll(readCpu);
  const times = { all: all.toSorted((a, b) => a - b) };
  const cpu =
    before === null || after === null
      ? null
      : { serverMs: (after.serverMs - before.serverMs) / all.length, databaseMs: (after.databaseMs - before.databaseMs) / all.length };
  return {
    name,
    rows,
    servers,
    callsPerSecond: all.length / tookSeconds,
    failed,
    medianMs: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    cpu,
  };
}

/** The servers together, and the database, which is one. */
function readAll(readCpu: readonly ReadCpu[]): Cpu | null {
  const each = readCpu.map((read) => read?.() ?? null);
  if (each.includes(null)) return null;
  return { serverMs: each.reduce((sum, cpu) => sum + (cpu?.serverMs ?? 0), 0), databaseMs: each[0]?.databaseMs ?? 0 };
}

export function describeLoad({ name, rows, servers, callsPerSecond, failed, medianMs, p95Ms, cpu }: Load): string {
  const spent = cpu === null ? '' : `; CPU ${cpu.serverMs.toFixed(1)} + ${cpu.databaseMs.toFixed(1)} ms`;
  const refused = failed === 0 ? '' : `; ${failed} failed`;
  const times = `median ${medianMs.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms`;
  return `${rows.toLocaleString('en-US').padStart(9)} rows, ${servers} server${servers === 1 ? ' ' : 's'}: ${name.padEnd(10)} ${callsPerSecond.toFixed(1).padStart(6)} a second, ${times}${spent}${refused}`;
}

/** How many times as much CPU a call takes in the largest database as in the smallest, and how many times as often the most servers answer. */
export function describeGrowth(measured: readonly Load[]): string[] {
  const names = [...new Set(measured.map(({ name }) => name))];
  return names.flatMap((name) => {
    const mine = measured.filter((load) => load.name === name);
    const [first] = mine;
    const larger = mine.findLast((load) => load.servers === first?.servers && load.rows !== first.rows);
    const more = mine.findLast((load) => load.rows === first?.rows && load.servers !== first.servers);
    const lines: string[] = [];
    if (first?.cpu && larger?.cpu) {
      const ratio = (larger.cpu.serverMs + larger.cpu.databaseMs) / (first.cpu.serverMs + first.cpu.databaseMs);
      lines.push(`${name}: ${ratio.toFixed(2)}x the CPU at ${(larger.rows / first.rows).toFixed(0)} times the rows`);
    }
    if (first !== undefined && more !== undefined)
      lines.push(`${name}: ${(more.callsPerSecond / first.callsPerSecond).toFixed(2)}x as often with ${more.servers} servers`);
    return lines;
  });
}
