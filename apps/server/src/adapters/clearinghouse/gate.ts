/** Lets a few pass at a time; the others wait in the order in which they came. */

export interface Gate {
  /** Resolves with what gives the place back. Rejects with the signal's reason where that comes first. */
  enter(signal: AbortSignal): Promise<() => void>;
}

export function createGate(places: number): Gate {
  let free = places;
  const waiting: (() => void)[] = [];
  /** Given back once, however often it is called. */
  const place = (): (() => void) => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    };
  };
  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return place();
      }
      return await new Promise((settle, refuse) => {
        const take = () => {
          signal.removeEventListener('abort', leave);
          settle(place());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(take), 1);
          refuse(signal.reason as Error);
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.push(take);
      });
    },
  };
}
