/** So many clients at once, each one call after the other; and what a pile of times comes to. */

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

/** Both in turns, a little of each at a time: what else the machine does falls on both alike. */
export async function timeInTurns(
  { clients, callsEach, turns }: { clients: number; callsEach: number; turns: number },
  ours: () => Promise<void>,
  bare: () => Promise<void>,
): Promise<{ ours: Times; bare: Times }> {
  const all = { ours: [] as number[], bare: [] as number[] };
  for (let turn = 0; turn < turns; turn += 1) {
    all.ours.push(...(await timeClients(clients, callsEach, ours)).all);
    all.bare.push(...(await timeClients(clients, callsEach, bare)).all);
  }
  const sorted = (times: number[]): Times => ({ all: times.toSorted((a, b) => a - b) });
  return { ours: sorted(all.ours), bare: sorted(all.bare) };
}
