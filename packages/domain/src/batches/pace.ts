/** How fast a payer is asked at a clearinghouse by batches and plans (product.md 19.4). Knows no clock. */

export interface Pace {
  /** As it was when it was slowed last; null: never slowed. */
  slowedTo: number | null;
  slowedAtMs: number | null;
  /** When the next question may leave; null: at once. */
  nextAtMs: number | null;
}

const SLOW_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
/** A second for each minute without a new sign of trouble. */
const REGAINED = 0.1;
/** Several refusals of one moment are one sign. */
const ONE_SIGN_MS = 60_000;
const SLOWEST = 0.1;
/** Questions are given their moments so far ahead: as long as a process may take until it looks again. */
const AHEAD_MS = 2_000;

/** Questions a second now. `preset`: as fast as it may ever be. */
export function perSecond({ slowedTo, slowedAtMs }: Pace, preset: number, nowMs: number): number {
  if (slowedTo === null || slowedAtMs === null) return preset;
  const clean = Math.max(0, Math.floor((nowMs - slowedAtMs - SLOW_MS) / MINUTE_MS));
  return Math.min(preset, slowedTo + clean * REGAINED);
}

/** After a sign that the payer or the clearinghouse has too much. */
export function slowed(pace: Pace, preset: number, nowMs: number): Pace {
  const isSameSign = pace.slowedAtMs !== null && nowMs - pace.slowedAtMs < ONE_SIGN_MS;
  if (isSameSign) return pace;
  return { ...pace, slowedTo: Math.min(preset, Math.max(SLOWEST, perSecond(pace, preset, nowMs) / 2)), slowedAtMs: nowMs };
}

/** Moments at which the next questions leave, `most` of them at most; none is nearer to another than the pace allows. */
export function nextSlots(
  pace: Pace,
  { preset, nowMs, most }: { preset: number; nowMs: number; most: number },
): { slotsMs: number[]; pace: Pace } {
  const gapMs = 1000 / perSecond(pace, preset, nowMs);
  const slotsMs: number[] = [];
  let nextAtMs = Math.max(nowMs, pace.nextAtMs ?? 0);
  while (slotsMs.length < most && nextAtMs < nowMs + AHEAD_MS) {
    slotsMs.push(nextAtMs);
    nextAtMs += gapMs;
  }
  return { slotsMs, pace: { ...pace, nextAtMs } };
}
