/** The sandbox's own time: real time plus what POST /__clock added. Token expiry, stored answers, back-office work and renewals follow it. */

export interface Clock {
  nowMs(): number;
  now(): Date;
  /** The calendar date in UTC, YYYY-MM-DD. */
  today(): string;
  /** Moves time forward and resolves after every listener has finished, one after another in the order they were added. */
  advance(seconds: number): Promise<void>;
  /** `listener` gets the time before and after each advance, in milliseconds. */
  onAdvance(listener: (fromMs: number, toMs: number) => void | Promise<void>): void;
  /** Resolves true when the sandbox's time reaches `atMs`, false when the clock is stopped first. */
  waitUntil(atMs: number): Promise<boolean>;
  /** Ends every wait, so that nothing keeps the process alive. */
  stop(): void;
}

interface Waiter {
  atMs: number;
  timer: NodeJS.Timeout;
  resolve: (reached: boolean) => void;
}

export function createClock(realNowMs: () => number = Date.now): Clock {
  let offsetMs = 0;
  const listeners: ((fromMs: number, toMs: number) => void | Promise<void>)[] = [];
  const waiters = new Set<Waiter>();
  const nowMs = () => realNowMs() + offsetMs;

  function settle(waiter: Waiter, reached: boolean): void {
    clearTimeout(waiter.timer);
    waiters.delete(waiter);
    waiter.resolve(reached);
  }

  return {
    nowMs,
    now: () => new Date(nowMs()),
    today: () => new Date(nowMs()).toISOString().slice(0, 10),
    async advance(seconds) {
      const fromMs = nowMs();
      offsetMs += seconds * 1000;
      for (const waiter of waiters) if (waiter.atMs <= nowMs()) settle(waiter, true);
      for (const listener of listeners) await listener(fromMs, nowMs());
    },
    onAdvance(listener) {
      listeners.push(listener);
    },
    waitUntil(atMs) {
      const leftMs = atMs - nowMs();
      if (leftMs <= 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const waiter: Waiter = { atMs, resolve, timer: setTimeout(() => settle(waiter, true), Math.min(leftMs, 2_147_483_647)) };
        waiters.add(waiter);
      });
    },
    stop() {
      for (const waiter of waiters) settle(waiter, false);
    },
  };
}
