/** CPU time of processes, which unlike time on the clock is the same beside whatever else the machine does. Linux; elsewhere nothing is told. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of each, or of one call. */
export interface Cpu {
  serverMs: number;
  databaseMs: number;
}

const TICK_MS = 10;

/** Of all threads of a process; 0 where it has gone. */
function timeOf(pid: string): number {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
      Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return 0;
  }
}

/** From the state on, as proc(5) counts them from its third. */
const statOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  } catch {
    return [];
  }
};

/** Of every process of the database; of those that have ended, too. `backend`: one of them. */
function timeOfDatabase(backend: number): number {
  const postmaster = statOf(String(backend))[1] ?? '';
  const ofEnded = statOf(postmaster).slice(13, 15);
  const children = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && statOf(pid)[1] === postmaster);
  return [...children.map(timeOf), ...ofEnded.map((ticks) => Number(ticks) * TICK_MS)].reduce((sum, each) => sum + each, 0);
}

/** Answers what reads both times; null where the system does not tell them. */
export function cpuReader(server: number, backend: number): (() => Cpu) | null {
  if (!existsSync(`/proc/${server}/task/${server}/schedstat`)) return null;
  return () => ({ serverMs: timeOf(String(server)), databaseMs: timeOfDatabase(backend) });
}
