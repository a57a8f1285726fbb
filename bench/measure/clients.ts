/** So many clients at once, each one call after the other; and what a pile of times comes to. */
import type { Cpu } from './cpu.ts';

export interface Times {
  /** In milliseconds, sorted. */
  all: number[];
}

export const quantile = ({ all }: Times, share: number): number =>
  all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
export const median = (times: Times): number => quantile(times, 0.5);

export async function timeClients(clients: number, callsEach: number, call: () => Promise<void>): Promise<Times> {
  const all: number[] = [];
  const client = async (): Promise<void> => {
    for (let at = 0; at < callsEach; at += 1) {
      const started = performance.now();
      await call();
      all.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { all: all.toSorted((a, b) => a - b) };
}

/** One after the other, without a client: for work that is done in this process. */
export async function timeRuns(runs: number, work: () => unknown): Promise<Times> {
  return await timeClients(1, runs, async () => void (await work()));
}

/** Reads CPU times; null where they are not to be had. */
export type ReadCpu = (() => Cpu) | null;

interface Side {
  call: () => Promise<void>;
  readCpu: ReadCpu;
}

/** Of one call each. */
export interface Compared {
  oursMs: number;
  bareMs: number;
  cpu: { ours: Cpu; bare: Cpu } | null;
}

/** Both in turns, a little of each at a time: what else the machine does falls on both alike. Milliseconds are medians. */
export async function timeInTurns(
  { clients, callsEach, turns }: { clients: number; callsEach: number; turns: number },
  sides: { ours: Side; bare: Side },
): Promise<Compared> {
  const measured = {
    ours: { times: [] as number[], cpu: { serverMs: 0, databaseMs: 0 } },
    bare: { times: [] as number[], cpu: { serverMs: 0, databaseMs: 0 } },
  };
  for (let turn = 0; turn < turns; turn += 1) {
    for (const side of ['ours', 'bare'] as const) {
      const { call, readCpu } = sides[side];
      const before = readCpu?.();
      measured[side].times.push(...(await timeClients(clients, callsEach, call)).all);
      const after = readCpu?.();
      if (before === undefined || after === undefined) continue;
      const calls = clients * callsEach * turns;
      measured[side].cpu.serverMs += (after.serverMs - before.serverMs) / calls;
      measured[side].cpu.databaseMs += (after.databaseMs - before.databaseMs) / calls;
    }
  }
  const medianOf = (times: number[]) => median({ all: times.toSorted((a, b) => a - b) });
  const { ours, bare } = measured;
  const cpu = sides.ours.readCpu === null || sides.bare.readCpu === null ? null : { ours: ours.cpu, bare: bare.cpu };
  return { oursMs: medianOf(ours.times), bareMs: medianOf(bare.times), cpu };
}
