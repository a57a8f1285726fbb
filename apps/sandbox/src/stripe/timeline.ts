/** The sandbox's clock at work: everything that falls due happens in order, each step at its own moment. */
import { setTimeout as wait } from 'node:timers/promises';
import type { StripeState } from './state.ts';
import type { Webhooks } from './webhooks.ts';

export type Timeline = {
  /** Before a request: whatever time has brought about since the last one. */
  catchUp: () => void;
  /** After the clock was moved: step by step, with time between the steps for the receiver of the events to react. */
  advance: () => Promise<void>;
  noteRequest: () => void;
  /** Whether anything was asked or fell due since the last call. */
  takeActivity: () => boolean;
};

const quietMs = 120;
const stepLimitMs = 2_000;
/** However far the clock moves: after this long the remaining steps no longer wait for reactions. */
const advanceLimitMs = 15_000;

export function createTimeline(state: StripeState, webhooks: Webhooks, clockSeconds: () => number): Timeline {
  let isAdvancing = false;
  let lastRequestMs = 0;
  let isActive = false;
  let running: Promise<void> = Promise.resolve();

  function runNext(until: number): number | undefined {
    const due = state.schedule.takeDue(until);
    if (!due) return undefined;
    isActive = true;
    state.runAt(due.at, due.run);
    return due.at;
  }

  /** Lets the receiver ask and change things at the moment of the step, as it could if time passed by itself. */
  async function pause(until: number): Promise<void> {
    const limit = Math.min(Date.now() + stepLimitMs, until);
    if (!(await webhooks.settled(Math.max(0, limit - Date.now())))) return;
    const begun = Date.now();
    while (Date.now() < limit && Date.now() - Math.max(begun, lastRequestMs) < quietMs) await wait(10);
  }

  async function runSteps(): Promise<void> {
    isAdvancing = true;
    const until = Date.now() + advanceLimitMs;
    try {
      // The clock may be moved again meanwhile: it is asked anew before each step.
      for (let at = runNext(clockSeconds()); at !== undefined; at = runNext(clockSeconds())) {
        state.hold(at);
        // Steps of the same moment belong together.
        while (runNext(at) !== undefined);
        if (state.takeEmitted() > 0 && state.hasReceiver()) await pause(until);
      }
    } finally {
      state.hold(undefined);
      isAdvancing = false;
    }
    webhooks.retryDue();
    await webhooks.settled(stepLimitMs);
  }

  return {
    catchUp: () => {
      // While the clock is being moved, requests belong to the moment of the step that is under way.
      if (isAdvancing) return;
      const now = clockSeconds();
      while (runNext(now) !== undefined);
    },
    advance: () => {
      running = running.then(runSteps);
      return running;
    },
    noteRequest: () => {
      lastRequestMs = Date.now();
      isActive = true;
    },
    takeActivity: () => {
      const wasActive = isActive;
      isActive = false;
      return wasActive;
    },
  };
}
