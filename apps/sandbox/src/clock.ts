/** The sandbox's own time: real time plus what POST /__clock added. Token expiry, stored answers, back-office work and renewals follow it. */

export interface Clock {
  nowMs(): number;
  now(): Date;
  /** The calendar date in UTC, YYYY-MM-DD. */
  today(): string;
  /** Moves time forward and resolves after every listener has finished, one after another in the order they were added. */
  advance(seconds: number): Promise<void>;
  /** `listener` gets the time after each advance. */
  onAdvance(listener: (now: Date) => void | Promise<void>): void;
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

const LONGEST_TIMER_MS = 2_147_483_647;

export function createClock(realNowMs: () => number = Date.now): Clock {
  let offsetMs = 0;
  const listeners: ((now: Date) => void | Promise<void>)[] = [];
  const waiters = new Set<Waiter>();
  const nowMs = () => realNowMs() + offsetMs;

  function settle(waiter: Waiter, reached: boolean): void {
    clearTimeout(waiter.timer);
    waiters.delete(waiter);
    waiter.resolve(reached);
  }

  const delayTo = (atMs: number) => Math.min(Math.max(1, atMs - nowMs()), LONGEST_TIMER_MS);

  /** Timers may fire a moment early; whoever waited must find the time reached. */
  function look(waiter: Waiter): void {
    if (waiter.atMs <= nowMs()) settle(waiter, true);
    else waiter.timer = setTimeout(() => look(waiter), delayTo(waiter.atMs));
  }

  return {
    nowMs,
    now: () => new Date(nowMs()),
    today: () => new Date(nowMs()).toISOString().slice(0, 10),
    async advance(seconds) {
      offsetMs += seconds * 1000;
      for (const waiter of waiters) if (waiter.atMs <= nowMs()) settle(waiter, true);
      for (const listener of listeners) await listener(new Date(nowMs()));
    },
    onAdvance(listener) {
      listeners.push(listener);
    },
    waitUntil(atMs) {
      if (atMs <= nowMs()) return Promise.resolve(true);
      return new Promise((resolve) => {
        const waiter: Waiter = { atMs, resolve, timer: setTimeout(() => look(waiter), delayTo(atMs)) };
        waiters.add(waiter);
      });
    },
    stop() {
      for (const waiter of waiters) settle(waiter, false);
    },
  };
}
