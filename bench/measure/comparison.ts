/** One measured thing beside the bare thing it may not be much slower than. */

export interface Comparison {
  name: string;
  oursMs: number;
  bareMs: number;
  /** How many times the bare one it may take. */
  bound: number;
  /** Of both sides; milliseconds unless said. */
  unit?: string;
}

export const ratioOf = ({ oursMs, bareMs }: Comparison): number => oursMs / bareMs;
export const isMissed = (comparison: Comparison): boolean => !(ratioOf(comparison) <= comparison.bound);

export function describe(comparison: Comparison): string {
  const { name, oursMs, bareMs, bound, unit = 'ms' } = comparison;
  const verdict = isMissed(comparison) ? 'MISSED' : 'ok';
  return `${verdict.padEnd(7)}${name}: ${ratioOf(comparison).toFixed(2)}x (bound ${bound}x), ${oursMs.toFixed(2)} ${unit} beside ${bareMs.toFixed(2)} ${unit}`;
}
