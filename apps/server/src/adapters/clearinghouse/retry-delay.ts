/** Waits between attempts. Only for exchanges that may be repeated without costing or asking twice. */

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** About 0.3 s, 0.6 s, 1.2 s ..., spread by half so that many callers do not come back together. `random` is in [0, 1). */
export function jitteredDelayMs(attempt: number, random: () => number): number {
  return Math.round(300 * 2 ** attempt * (0.75 + random() * 0.5));
}

/** Ends early, without an error, when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
  });
}
