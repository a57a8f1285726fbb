/** How long a call takes, and how long of it nobody answered. */
import { useEffect, useState } from 'react';

export interface CallClock {
  /** ISO instant at which it began. */
  calledAt: string;
  /** Seconds so far. */
  seconds: number;
  holdSeconds: number;
  isOnHold: boolean;
  toggleHold: () => void;
}

const since = (instant: number, now: number) => Math.max(0, Math.round((now - instant) / 1000));

/** `start`: of a call that was interrupted, what was counted before. */
export function useCallClock(start: { calledAt: string; heldSeconds: number }): CallClock {
  const [now, setNow] = useState(() => Date.now());
  const [held, setHeld] = useState(start.heldSeconds);
  const [heldSince, setHeldSince] = useState<number | null>(null);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const toggleHold = () => {
    const at = Date.now();
    setNow(at);
    if (heldSince === null) return setHeldSince(at);
    setHeld(held + since(heldSince, at));
    return setHeldSince(null);
  };
  return {
    calledAt: start.calledAt,
    seconds: since(Date.parse(start.calledAt), now),
    holdSeconds: held + (heldSince === null ? 0 : since(heldSince, now)),
    isOnHold: heldSince !== null,
    toggleHold,
  };
}
