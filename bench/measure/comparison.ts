/** One measured thing beside the bare thing it may not be much slower than. */
import type { Cpu } from './cpu.ts';

export interface Comparison {
  name: string;
  oursMs: number;
  bareMs: number;
  /** How many times the bare one it may take. */
  bound: number;
  /** Of both sides; milliseconds unless said. */
  unit?: string;
  /** Of one call: where its ratio is over the bound and this is as ever, the machine was busy. */
  cpu?: { ours: Cpu; bare: Cpu } | null;
}

export const ratioOf = ({ oursMs, bareMs }: Comparison): number => oursMs / bareMs;
export const isMissed = (comparison: Comparison): boolean => !(ratioOf(comparison) <= comparison.bound);

export function describe(comparison: Comparison): string {
  const { name, oursMs, bareMs, bound, unit = 'ms', cpu } = comparison;
  const verdict = isMissed(comparison) ? 'MISSED' : 'ok';
  const times = `${oursMs.toFixed(2)} ${unit} beside ${bareMs.toFixed(2)} ${unit}`;
  const spent = cpu ? `; CPU ${inWords(cpu.ours)} beside ${inWords(cpu.bare)}` : '';
  return `${verdict.padEnd(7)}${name}: ${ratioOf(comparison).toFixed(2)}x (bound ${bound}x), ${times}${spent}`;
}

/** Of the server and of the database. */
const inWords = ({ serverMs, databaseMs }: Cpu): string => `${serverMs.toFixed(1)} + ${databaseMs.toFixed(1)} ms`;
