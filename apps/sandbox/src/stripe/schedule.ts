/** What is due when. One entry per key; entries run in the order of their moments, then of their making. */

export type Schedule = {
  /** Replaces an entry of the same key. `at` is in Unix seconds. */
  set: (key: string, at: number, run: () => void) => void;
  cancel: (key: string) => void;
  /** Takes out the earliest entry that is due at `now`. */
  takeDue: (now: number) => { at: number; run: () => void } | undefined;
};

export function createSchedule(): Schedule {
  const entries = new Map<string, { at: number; order: number; run: () => void }>();
  let order = 0;
  // Most requests find nothing due: the earliest moment is remembered so that they need not look through all.
  let earliest = Infinity;
  return {
    set: (key, at, run) => {
      entries.set(key, { at, order: order++, run });
      earliest = Math.min(earliest, at);
    },
    cancel: (key) => {
      entries.delete(key);
    },
    takeDue: (now) => {
      if (earliest > now) return undefined;
      let first: { key: string; at: number; order: number; run: () => void } | undefined;
      for (const [key, entry] of entries) {
        if (!first || entry.at < first.at || (entry.at === first.at && entry.order < first.order)) first = { key, ...entry };
      }
      earliest = first?.at ?? Infinity;
      if (!first || first.at > now) return undefined;
      entries.delete(first.key);
      return first;
    },
  };
}
